"""Dice, pools of them, the ways to read a pool, and the sources of randomness."""

from oddsmith.dice.composed.again import AGAIN, Again, die_with_again
from oddsmith.dice.composed.computed import as_many
from oddsmith.dice.composed.decks import Deal, Deck, playing_cards
from oddsmith.dice.die import Die, coin, d, d4, d6, d8, d10, d12, d20, d100, fudge, rps
from oddsmith.dice.expressions.arithmetic import Formula
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.operations import Constant, expr_map, expression, highest, lowest
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
    "AGAIN",
    "HEADS",
    "TAILS",
    "Again",
    "Combination",
    "Condition",
    "Constant",
    "Deal",
    "Deck",
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
    "When",
    "Word",
    "as_many",
    "coin",
    "d",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d100",
    "die_with_again",
    "expr_map",
    "expression",
    "fudge",
    "highest",
    "lowest",
    "ordered_words",
    "parse",
    "playing_cards",
    "read",
    "read_together",
    "rps",
    "when",
]
