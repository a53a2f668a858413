"""Dice, pools of them, the ways to read a pool, and the sources of randomness."""

from oddsmith.dice.die import Die, coin, d4, d6, d8, d10, d12, d20, d100, fudge, rps
from oddsmith.dice.expressions.arithmetic import Formula
from oddsmith.dice.expressions.expression import Constant, Expression, Rolled, expr_map, expression, highest, lowest
from oddsmith.dice.expressions.vectors import Vector
from oddsmith.dice.model.die_data import HEADS, TAILS, DieData
from oddsmith.dice.model.faces import Condition, Face, When, when
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.rolled_faces import Fate, RolledFace
from oddsmith.dice.model.words import Word, ordered_words
from oddsmith.dice.notation import Notation, parse, read
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.face_by_face import Reader
from oddsmith.dice.readings.readable import Combination, ReadableDice
from oddsmith.dice.readings.together import JointReader, read_together
from oddsmith.dice.rolling.sources import ScriptedSource, SeededSource, Source, SystemSource

__all__ = [
    "HEADS",
    "TAILS",
    "Combination",
    "Condition",
    "Constant",
    "Die",
    "DieData",
    "Expression",
    "Face",
    "Fate",
    "Formula",
    "JointReader",
    "Notation",
    "Pool",
    "PoolData",
    "ReadableDice",
    "Reader",
    "Rolled",
    "RolledFace",
    "ScriptedSource",
    "SeededSource",
    "Source",
    "SystemSource",
    "Vector",
    "When",
    "Word",
    "coin",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d100",
    "expr_map",
    "expression",
    "fudge",
    "highest",
    "lowest",
    "ordered_words",
    "parse",
    "read",
    "read_together",
    "rps",
    "when",
]
