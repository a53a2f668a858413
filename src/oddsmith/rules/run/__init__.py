"""The questions asked of a rule.

Odds, best play, simulation, estimates, one run at the table.
"""
