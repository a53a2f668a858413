"""Processes that compute apart from the server, and the jobs they are given."""
