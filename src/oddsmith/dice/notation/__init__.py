"""Dice notation: what players type, read as the expressions of the dice layer.

`parse` gives the expression; `read` keeps the text beside it, so that a roll can say where in it each part stands.
"""

from oddsmith.dice.notation.reading import Notation, parse, read
from oddsmith.dice.notation.scanner import Span

__all__ = ["Notation", "Span", "parse", "read"]
