"""Dice thrown: sources of randomness, one die at a time, quickly, or by the million in columns.

The face and fate of every die is kept where somebody looks.
"""
