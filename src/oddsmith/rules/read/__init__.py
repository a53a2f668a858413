"""Reading plans.

Frontiers, guarantees, prospects of every option, rules of thumb, games decided before the dice.
"""
