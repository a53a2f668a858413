"""Checking an exported log with nothing but the log.

Every command is carried out again.
"""
