"""Documents laid out for people.

Tables, charts, plans, stories, numbers in words.
"""
