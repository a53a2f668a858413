"""The words of a rule: rolls, decisions, calls and notes that a coroutine awaits, the driver that answers them, the trail they leave.

Nothing here knows what is asked of a rule.
"""
