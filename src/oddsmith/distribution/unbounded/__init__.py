"""Integers without bound, as rational generating functions.

Nothing is cut off: poles are checked, and a predicate is asked about a whole tail at once.
"""
