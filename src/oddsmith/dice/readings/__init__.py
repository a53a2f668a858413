"""Ways to read a pool: sum, successes, sets, straights, classes, a reader of your own.

Faces that a reading cannot tell apart are merged before counting.
"""
