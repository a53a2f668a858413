"""Laws of numbers that grow without end on the way through a graph: one, or several beside each other."""
