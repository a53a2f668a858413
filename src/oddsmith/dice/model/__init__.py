"""Dice and pools as data: faces, rules of throwing, keep and drop, landed faces, and their notation.

Nothing here computes odds or rolls.
"""
