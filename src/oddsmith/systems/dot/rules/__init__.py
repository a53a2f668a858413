"""The rules of the Dot System, in the order of its rulebook."""
