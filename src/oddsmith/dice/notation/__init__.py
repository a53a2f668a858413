"""Dice notation: what players type, read as the expressions of the dice layer.

`parse` gives the expression. `read` keeps the text beside it; a `roll` of that says where in the text each part stands.
"""

from oddsmith.dice.notation.parser import Notation, parse, read
from oddsmith.dice.notation.rolled_notation import Part, RolledNotation, roll
from oddsmith.dice.notation.scanner import Span

__all__ = ["Notation", "Part", "RolledNotation", "Span", "parse", "read", "roll"]
