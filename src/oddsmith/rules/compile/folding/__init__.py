"""Numbers and sorted values in place of lists, dicts and counters of which a rule reads no more."""
