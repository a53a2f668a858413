"""Dice thrown: sources of randomness, single dice with their rerolls and explosions, equal dice quickly.

The face and fate of every die is kept; rolls by the million are in `simulation`.
"""
