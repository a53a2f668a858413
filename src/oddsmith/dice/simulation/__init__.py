"""Many rolls of one expression at once, thrown by numpy in columns.

They check the exact odds, and stand in for them where those are out of reach.
"""
