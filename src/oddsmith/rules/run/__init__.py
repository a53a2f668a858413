"""Interpreters of rules, one for each question.

Exact odds, best play, simulation, bounds of best play for large graphs, and one run at the table.
"""
