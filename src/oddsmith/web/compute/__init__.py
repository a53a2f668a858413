"""Processes that compute apart from the server, and the jobs that they are given.

A job is a function of plain values that returns the bytes to send; a process that takes too long is stopped.
"""
