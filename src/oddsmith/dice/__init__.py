"""Things on the table: dice, pools, how a pool is read, and the sources of randomness."""

from oddsmith.dice.model.die import HEADS, TAILS, Die, coin, d4, d6, d8, d10, d12, d20, d100, fudge, rps
from oddsmith.dice.model.expression import Constant, Expression, expression, highest, lowest
from oddsmith.dice.model.faces import Condition, Face, When, when
from oddsmith.dice.model.pool import Pool
from oddsmith.dice.model.rolled import Fate, Rolled, RolledFace
from oddsmith.dice.notation import Notation, parse, read
from oddsmith.dice.readings.readings import Reader
from oddsmith.dice.rolling.sources import ScriptedSource, SeededSource, Source, SystemSource

__all__ = [
    "HEADS",
    "TAILS",
    "Condition",
    "Constant",
    "Die",
    "Expression",
    "Face",
    "Fate",
    "Notation",
    "Pool",
    "Reader",
    "Rolled",
    "RolledFace",
    "ScriptedSource",
    "SeededSource",
    "Source",
    "SystemSource",
    "When",
    "coin",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d100",
    "expression",
    "fudge",
    "highest",
    "lowest",
    "parse",
    "read",
    "rps",
    "when",
]
