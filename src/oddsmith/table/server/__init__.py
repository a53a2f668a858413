"""The tables of one server.

The writing thread, listeners, presence, news from other servers.
"""
