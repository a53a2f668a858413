"""The words of a rule: what a coroutine awaits, the driver that answers it, the trail it leaves.

Nothing here knows what is asked of a rule.
"""
