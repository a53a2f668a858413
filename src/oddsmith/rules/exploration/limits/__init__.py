"""Limits of exploration: how many states there may be, growth without end, and what to do about it.

An error names the rule, the line and the variable that grows.
"""
