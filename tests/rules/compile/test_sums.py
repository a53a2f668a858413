"""Gains that are added to one field of an outcome: rules asked for fields answer as when they are followed whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from oddsmith.dice import d6
from oddsmith.rules import Call, Then, best, choose, explain, odds, roll, rule
from oddsmith.rules.compile.dataflow.sums import added_to, outcome_kind


@dataclass(frozen=True)
class Walk:
    """Steps are what gains add to."""

    home: bool
    at: int
    steps: int

    def __add__(self, more: int) -> Walk:
        """Take more steps."""
        return replace(self, steps=self.steps + more)


@dataclass(frozen=True)
class Lost:
    """The same fields, but gains add to another."""

    home: bool
    at: int
    steps: int

    def __add__(self, more: int) -> Lost:
        return replace(self, at=self.at + more)


@dataclass(frozen=True)
class Twice:
    """Gains count twice, which is nothing plain."""

    home: bool
    at: int
    steps: int

    def __add__(self, more: int) -> Twice:
        return replace(self, steps=self.steps + 2 * more)


class Pair(NamedTuple):
    home: bool
    steps: int


@rule
async def walk(at: int, left: int | None) -> Then[Walk]:
    face = await roll(d6)
    if face == 1:
        return Walk(False, at, 1)
    if at + face >= 8:
        return Walk(True, at + face, 1)
    if left == 1:
        return Walk(False, at + face, 1)
    return 1 + walk(at + face if face < 4 else at, None if left is None else left - 1)


@rule
async def lost(at: int, left: int) -> Then[Lost]:
    face = await roll(d6)
    return Lost(face == 6, at, face) if left == 1 or face > 4 else 2 + lost(at, left - 1)


@rule
async def twice(at: int, left: int) -> Then[Twice]:
    face = await roll(d6)
    return Twice(face == 6, at, 1) if left == 1 or face > 4 else 1 + twice(at + face, left - 1)


@rule
async def misdeclared(at: int, left: int) -> Then[Walk]:
    face = await roll(d6)
    if face == 6:
        return Lost(True, at, face)  # type: ignore[return-value]
    return Walk(False, at, 1) if left == 1 else 1 + misdeclared(at + face, left - 1)


@rule
async def there_and_back(left: int) -> Walk:
    there = await (1 + walk(5, left))
    back = await walk(there.at, left)
    return Walk(there.home and back.home, back.at, there.steps + back.steps)


@rule
async def from_afar(walked: Walk, far: int) -> Walk:
    return replace(walked, at=walked.at + far)


@rule
async def far(left: int) -> Then[Walk]:
    return 3 + walk(6, left).then(from_afar, 10)


CALLS: list[Call[Any]] = [
    walk(0, 4),
    lost(2, 4),
    twice(0, 3),
    misdeclared(0, 3),
    there_and_back(2),
    far(3),
]
ASKED: list[Callable[[Any], Any]] = [
    lambda o: o.home,
    lambda o: o.steps,
    lambda o: o.at,
    lambda o: 2 * o.steps - o.at,
    lambda o: o.steps >= 3,
    lambda o: (o.home, o.steps),
    lambda o: (o.home, o.at > 6),
    lambda o: o.home and o.steps != 2,
]


@pytest.mark.parametrize("call", CALLS, ids=repr)
def test_what_is_asked_of_fields_is_as_of_the_whole(call: Call[Any]) -> None:
    whole = odds(call)
    assert whole.unresolved == 0
    for of in ASKED:
        assert odds(call, of=of) == whole.map(of)


def first_use(kind: type, by: str) -> Call[Any]:
    """A rule that reads fields of outcomes to which something is added, all of it new to the process."""

    @rule
    async def step(at: int, left: int) -> Then[Walk]:
        face = await roll(d6)
        if left == 1 or face == 6:
            if face < 3 or kind is Walk:
                return Walk(face > 3, at + face, 1)
            return Lost(face > 3, at + face, 1) if kind is Lost else Twice(face > 3, at + face, 1)  # type: ignore[return-value]
        onward = step(at + face, left - 1)
        return 2 + onward if by == "gain" else 2 + onward.then(same, 1)

    @rule
    async def same(walked: Walk, far: int) -> Walk:
        return replace(walked, at=walked.at + far)

    @rule
    async def two(left: int) -> Walk:
        there = await step(0, left)
        back = await step(there.at % 3, left)
        return Walk(there.home, back.at, there.steps + back.steps)

    return two(3)


def steps(kind: type, by: str, at: int, left: int) -> Iterator[tuple[Any, Fraction]]:
    """The outcomes of `step` above with their chances, every face by itself."""
    for face in range(1, 7):
        if left == 1 or face == 6:
            yield (Walk if face < 3 else kind)(face > 3, at + face, 1), Fraction(1, 6)
            continue
        for walked, share in steps(kind, by, at + face, left - 1):
            farther = walked if by == "gain" else replace(walked, at=walked.at + 1)
            yield farther + 2, share / 6


@pytest.mark.parametrize("by", ["gain", "sequel"])
@pytest.mark.parametrize("kind", [Walk, Lost, Twice])
def test_an_answer_does_not_depend_on_what_ran_before(kind: type, by: str) -> None:
    law: Counter[tuple[bool, int]] = Counter()
    for there, share in steps(kind, by, 0, 3):
        for back, its in steps(kind, by, there.at % 3, 3):
            law[there.home, back.at] += share * its  # type: ignore[assignment]
    assert dict(odds(first_use(kind, by), of=lambda o: (o.home, o.at)).items()) == law


def test_without_a_limit_the_field_is_a_total_with_an_exact_law() -> None:
    steps = odds(walk(1, None), of=lambda o: o.steps)
    assert steps.unresolved == 0
    assert steps.maximum is None
    # mean m(at): m(7) = m(6) = 1, m(5) = 1 + m(7)/6, m(4) = 1 + (m(6) + m(7))/6, m(3) = 1 + (m(5) + m(6) + m(3))/6,
    # m(1) = 1 + (m(3) + m(4))/6 + m(1)/2
    five, four = Fraction(7, 6), Fraction(4, 3)
    three = (1 + (five + 1) / 6) * Fraction(6, 5)
    assert steps.mean == 2 * (1 + (three + four) / 6)


def test_states_do_not_know_a_total_that_nobody_asks_for() -> None:
    without = explain(walk(0, None), of=lambda o: o.home)
    assert without.states < 20


@rule
async def pushing(at: int) -> Then[Walk]:
    if await choose("player", ("stop", "go")) == "stop":
        return Walk(at >= 6, at, 0)
    face = await roll(d6)
    return Walk(False, 0, 1) if face == 1 else 1 + pushing(min(at + face, 9))


def test_best_play_counts_the_total_or_leaves_it_out() -> None:
    assert best(pushing(0), of=lambda o: o.steps).value > 3
    arrives = best(pushing(0), of=lambda o: o.home)
    assert {advice.best for advice in arrives.decisions if advice.decision.call.args[0] < 6} == {"go"}
    # at least one face to come, none of them a 1: v(at) = sum over faces 2 to 6 of v(at + face) / 6
    value = [Fraction(0)] * 6 + [Fraction(1)] * 7
    for at in range(5, -1, -1):
        value[at] = sum((value[min(at + face, 9)] for face in range(2, 7)), Fraction(0)) / 6
    assert arrives.value == value[0]


def test_the_total_is_read_off_the_source_where_that_is_plain() -> None:
    assert [added_to(kind) for kind in (Walk, Lost, Twice, Pair, int)] == ["steps", "at", None, None, None]
    assert [outcome_kind(each) for each in (walk, lost, misdeclared)] == [Walk, Lost, Walk]
