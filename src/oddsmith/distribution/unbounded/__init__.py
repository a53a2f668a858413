"""Integers without bound, as rational generating functions.

Nothing is cut off: poles are checked, tails are asked at once.
"""
