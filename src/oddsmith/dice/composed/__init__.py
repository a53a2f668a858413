"""Expressions made of several rolls: groups, names, repetitions, opposed rolls, dice whose number is rolled first.

Each rolls and has exact odds like a single pool.
"""
