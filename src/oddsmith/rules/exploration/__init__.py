"""From coroutines to graphs: every branch is run once, equal states are shared.

Limits on the number of states are kept here.
"""
