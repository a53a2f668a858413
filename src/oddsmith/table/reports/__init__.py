"""Reports on a table for people: its log to keep, as a story, and as statistics of luck.

Nothing here changes a table; `export` writes the form that `verify` reads.
"""
