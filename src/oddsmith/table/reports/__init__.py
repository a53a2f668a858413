"""A log for people.

Exported, told as a story, summed up as luck.
"""
