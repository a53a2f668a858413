"""The rules of Mod Dot: one test, and by house rules opposed tests, extended actions and tests with real hands.

`test` is the rulebook, from the pool to success, failure or botch.
"""
