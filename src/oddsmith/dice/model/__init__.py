"""Dice and pools as values: faces, rules of throwing, selection, arithmetic.

Nothing here computes odds or rolls.
"""
