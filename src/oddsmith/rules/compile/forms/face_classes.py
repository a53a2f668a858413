"""Rolls dealt class by class: of a pool whose faces a rule tells apart by some tests only.

Each face is answered as the least of its class. A class is a run of faces that lie side by side, so that order stays
what it was: (2, 3, 7, 10) of four d10 asked for 6 and more, and for 10, is (1, 1, 6, 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any, Final

from oddsmith.dice import Die, Pool
from oddsmith.dice.model.throw_rules import PLAIN as PLAIN_THROWS
from oddsmith.rules.compile.forms.own_functions import PLAIN, own_function
from oddsmith.rules.language.rolls import Roll

#: The function by which lowered code has a roll dealt class by class.
CLASSED: Final = ".classed"

_MOST_FACES = 100  # a die of more is rolled as it is
_REMEMBERED = 10_000


class RollByClasses(Roll[tuple[int, ...]]):
    """A roll of which the answer has the least face of a class for each of its faces.

    as_written: the roll as the rule asks for it. least: of each face. greatest: of the least face of each class.
    """

    __slots__ = ("as_written", "greatest", "least")

    def __init__(self, as_written: Roll[Any], pool: Pool[int], least: Mapping[int, int]) -> None:
        super().__init__(pool)
        self.as_written = as_written
        self.least = least
        self.greatest = {least[face]: face for face in sorted(least)}

    def value(self, answer: Any) -> Any:
        least = self.least
        return tuple([least.get(face, face) for face in answer])

    def another(self, answer: tuple[int, ...]) -> tuple[int, ...]:
        """Another answer with faces of the same classes."""
        return tuple([self.greatest[face] for face in answer])


_found: dict[tuple[Any, ...], RollByClasses | None] = {}


def classed(request: Any, number: int, *values: Any) -> Any:
    """The roll dealt class by class, if it is one of plain dice of which some faces are alike; else as it is."""
    if type(request) is not Roll or type(request.expression) is not Pool or request.gain:
        return request
    if not PLAIN.issuperset(map(type, values)):
        return request
    key = (number, request.expression, tuple([(type(value), value) for value in values]))
    found = _found.get(key, request)
    if found is request:
        if len(_found) >= _REMEMBERED:
            _found.clear()
        found = _found[key] = _by_classes(request, own_function(number).function(), values)
    return request if found is None else found


def _by_classes(request: Roll[Any], tests: FunctionType, values: Sequence[Any]) -> RollByClasses | None:
    pool = request.expression
    assert isinstance(pool, Pool)
    dice = [die for die, _ in pool.dice]
    if pool.unique is not None or not all(_plain(die) for die in dice):
        return None
    least: dict[int, int] = {}
    before: tuple[Any, ...] | None = None
    first = 0
    for face in sorted({face for die in dice for face in die.faces}):
        told = _told(face, tests, values)
        if told is None or told != before:
            first = face
        before, least[face] = told, first
    if all(face == other for face, other in least.items()):
        return None
    coarse = [(_coarse(die, least), count) for die, count in pool.dice]
    return RollByClasses(request, Pool(tuple(coarse), None, pool.selection), least)


def _plain(die: Any) -> bool:
    return bool(die.handling is PLAIN_THROWS and len(die.faces) <= _MOST_FACES and die.numeric)


def _told(face: int, tests: FunctionType, values: Sequence[Any]) -> tuple[Any, ...] | None:
    """The answers of tests to a face, with its kind; None where one fails, or says something that is no plain value."""
    try:
        said = tests(face, *values)
    except Exception:  # noqa: BLE001 (whatever the rule would raise, where it comes to that)
        return None
    if not PLAIN.issuperset(map(type, said)):
        return None
    return tuple([(type(each), each) for each in said])


def _coarse(die: Any, least: Mapping[int, int]) -> Die[int]:
    weights: dict[int, int] = {}
    for face, weight in die.weighted_faces():
        weights[least[face]] = weights.get(least[face], 0) + weight
    return Die(tuple(weights), tuple(weights.values()))
