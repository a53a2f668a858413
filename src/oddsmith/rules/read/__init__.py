"""Plans made readable, and compared.

Frontiers of gain and cost, guarantees, prospects of every option, rules of thumb, games decided before the dice.
"""
