"""The arithmetic of rolls that anyone can check: seals, pledges, seeds, digests, and the numbers that all agree on.

docs/fair-rolls.md tells what it is for; the pages compute the same in JavaScript.
"""
