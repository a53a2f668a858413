"""The table and its log: events, the state folded from them, and rolls replayed from their acts.

Nothing here writes, sends or stores; whoever has the events of a log comes to the same state.
"""
