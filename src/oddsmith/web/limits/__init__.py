"""Limits on connections, requests, rates and waiting."""
