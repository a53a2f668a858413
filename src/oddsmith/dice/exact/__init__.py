"""Exact odds of pools: one throw, exploding chains, multisets walked face by face, kept dice.

Each reading gets the cheapest way that is right for it.
"""
