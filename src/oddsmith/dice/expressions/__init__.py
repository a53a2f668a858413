"""Expressions: numbers that are rolled, and arithmetic between them.

Every expression has exact odds, can be rolled, and is written in notation.
"""

from oddsmith.dice.expressions import operations as operations  # without them, operators have nothing to make
