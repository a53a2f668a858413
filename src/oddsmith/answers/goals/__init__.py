"""Goals in words, and the objectives that solvers take.

A goal is parsed, its names are matched with events and measures, and ties are broken by spending least.
"""
