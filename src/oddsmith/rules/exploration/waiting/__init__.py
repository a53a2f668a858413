"""Rules that wait for the outcome of a sub-rule: frames, and what they ask of it and how many times."""
