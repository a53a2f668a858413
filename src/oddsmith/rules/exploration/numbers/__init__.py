"""Numbers that states keep unknown: what later comparisons tell apart, and those that grow without end."""
