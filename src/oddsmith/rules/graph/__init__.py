"""The explicit graph of a mechanic, with goals, policies and plans, before anything is solved.

It knows nothing of dice or coroutines.
"""
