"""The words of a rule: what it awaits and returns, the driver that runs it, and the trail it leaves.

Each kind of request has a module of its own; nothing here knows which question is asked of a rule.
"""
