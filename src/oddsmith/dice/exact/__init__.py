"""Exact odds of pools: one throw, exploding chains, multisets face by face, kept dice.

Each reading gets the cheapest way that is right for it.
"""
