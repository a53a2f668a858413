"""Limits on what clients may take: connections, requests, rates and places in a queue.

They know nothing of what is asked, only how much of it comes from where.
"""
