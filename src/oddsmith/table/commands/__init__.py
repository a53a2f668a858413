"""Commands at a table.

Who may do what, and the events that follow.
"""
