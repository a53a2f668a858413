"""A table and its log.

Events, the state folded from them, rolls replayed from their acts.
"""
