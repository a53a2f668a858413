"""Verification of a log with nothing but the log: every command is carried out again.

`check_log` is the way in; `chain` reads the events, `revealed` their secrets, `report` is the result.
"""
