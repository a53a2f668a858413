"""The rules of T13: the dice and their levels, tests, buying, contests, and effects and exchanges without dice.

`dice_codes`, `components`, `proficiencies`, `currencies` and `levels` are the tables behind them.
"""
