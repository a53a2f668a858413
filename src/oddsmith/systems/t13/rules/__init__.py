"""The rules of T13, in the order of its rulebook."""
