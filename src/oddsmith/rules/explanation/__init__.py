"""Explanations: how the rules of a call run, how many states they come to and where, and what would help.

For whoever writes rules; an exploration that keeps a record is read off afterwards.
"""
