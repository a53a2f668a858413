"""The course of a roll: what it takes from sheets, whose randomness it waits for, and what it does to sheets.

Commands about rolls are built from these parts; none of them is a command itself.
"""
