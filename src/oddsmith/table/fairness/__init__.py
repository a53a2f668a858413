"""Seals, seeds, pledges and digests.

The arithmetic of rolls that anyone can check.
"""
