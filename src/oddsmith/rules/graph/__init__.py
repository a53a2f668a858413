"""The explicit graph of a mechanic, and what can be said of it without solving it.

It knows nothing of dice or coroutines.
"""
