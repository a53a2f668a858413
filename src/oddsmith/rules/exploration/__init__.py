"""From rules to graphs: every branch is followed once, equal states are shared.

Limits on the number of states are kept here, and games made of subgames are taken apart.
"""
