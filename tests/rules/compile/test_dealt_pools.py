"""Pools of whose faces a rule asks only some things: dealt class by class, with the same odds."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any

import pytest
from tests.rules.compile.fuzz import difference, replayed

from oddsmith.dice import ScriptedSource, SeededSource, d6, d10
from oddsmith.rules import Rule, Session, best, choose, explore, odds, play, roll, rule, solve
from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.forms.face_classes import RollByClasses, classed

WON = ("success", "critical")


@rule
async def v5(pool: int, hunger: int, difficulty: int) -> str:
    """Vampire, fifth edition, as one throws it: Willpower throws up to three misses anew."""
    mine = await roll(d10.pool(pool - hunger))
    theirs = await roll(d10.pool(hunger))
    misses = sum(1 for face in mine if face < 6)
    again = await choose("player", tuple(range(min(3, misses) + 1)))
    faces = mine + theirs + await roll(d10.pool(again))
    successes = sum(1 for face in faces if face >= 6) + 2 * (faces.count(10) // 2)
    if successes < difficulty:
        return "bestial failure" if 1 in theirs else "failure"
    if faces.count(10) > 1:
        return "messy critical" if 10 in theirs else "critical"
    return "success"


def is_won(outcome: str) -> bool:
    return outcome in WON


def won_by_hand(mine: tuple[int, ...], theirs: tuple[int, ...], again: tuple[int, ...], difficulty: int) -> bool:
    tens = (mine + theirs + again).count(10)
    successes = sum(face > 5 for face in mine + theirs + again) + tens // 2 * 2
    return successes >= difficulty and not (tens >= 2 and 10 in theirs)


def test_willpower_over_pools_is_worth_what_all_its_dice_say() -> None:
    worth = Fraction(0)
    for mine in product(range(1, 11), repeat=2):
        misses = sum(face < 6 for face in mine)
        for hungry in range(1, 11):
            ways = [
                Fraction(
                    sum(won_by_hand(mine, (hungry,), again, 2) for again in product(range(1, 11), repeat=number)),
                    10**number,
                )
                for number in range(misses + 1)
            ]
            worth += max(ways) / 1000
    assert best(v5(3, 1, 2), is_won).value == worth


def test_a_pool_is_followed_class_by_class() -> None:
    mine, theirs = comb(6 + 2, 2), comb(2 + 3, 3)  # (1-5, 6-9, 10) and (1, 2-5, 6-9, 10)
    assert len(explore(v5(8, 2, 4))) <= mine * theirs + 4 * mine * theirs


def test_best_play_holds_up_on_the_faces_themselves() -> None:
    solution = best(v5(5, 2, 3), is_won)
    assert odds(v5(5, 2, 3), solution.policy).p(is_won) == solution.value
    won = sum(is_won(play(v5(5, 2, 3), SeededSource(seed), solution.policy).outcome) for seed in range(300))
    assert won / 300 == pytest.approx(float(solution.value), abs=0.1)  # some four standard deviations


HIGH = 5


@rule
async def counted(bound: int) -> tuple[int, int]:
    faces = await roll(d6.pool(3))
    shown = Counter(faces)
    return sum(face >= bound for face in faces), shown[1] - shown[2]


@rule
async def in_order(bound: int) -> tuple[bool, int]:
    least = bound - 1
    faces = sorted(await roll(d6.pool(3)), reverse=True)
    steps = 0
    for face in faces:
        if face <= least:
            break
        steps += 1
    return faces[0] >= HIGH, steps


@rule
async def with_others(bound: int) -> tuple[int, bool]:
    faces: tuple[int, ...] = (6,)
    faces += await roll(d6.pool(2))
    return len([face for face in faces if face > bound]), any(face == 1 for face in faces)


@rule
async def some_added(bound: int) -> int:
    faces = await roll(d6.pool(3).keep_highest(2))
    return sum(face for face in faces if face > bound)


@rule
async def names_twice(bound: int) -> int:
    faces = await roll(d6.pool(3))
    return sum(1 for faces in faces if faces > bound) + sum([sum(1 for f in (1, 2) if f == k) for k in (1, 5)])


@rule
async def compared_with_each_other(bound: int) -> int:
    faces = await roll(d6.pool(3))
    return sum(face > bound for face in faces) + sum(a < b for a, b in pairwise(faces))


@rule
async def moving_bound(bound: int) -> int:
    faces = await roll(d6.pool(2))
    bound += 1
    return sum(face > bound for face in faces)


@rule
async def changed_in_a_face(bound: int) -> int:
    faces = await roll(d6.pool(2))
    met = 0
    for face in faces:
        face += 1
        met += face > bound
    return met


def kept(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(faces)[1:])


BY_HAND: list[tuple[Rule[..., Any], int, Callable[[tuple[int, ...], int], Any]]] = [
    (counted, 3, lambda f, k: (sum(face >= k for face in f), f.count(1) - f.count(2))),
    (in_order, 3, lambda f, k: (max(f) >= 5, sum(face >= k for face in f))),
    (with_others, 2, lambda f, k: (sum(face > k for face in (6, *f)), 1 in f)),
    (some_added, 3, lambda f, k: sum(face for face in kept(f) if face > k)),
    (names_twice, 3, lambda f, k: sum(face > k for face in f) + 1),
    (compared_with_each_other, 3, lambda f, k: sum(face > k for face in f) + len(set(f)) - 1),
    (moving_bound, 2, lambda f, k: sum(face > k + 1 for face in f)),
    (changed_in_a_face, 2, lambda f, k: sum(face + 1 > k for face in f)),
]


@pytest.mark.parametrize("bound", [2, 4])
@pytest.mark.parametrize(("counts", "dice", "by_hand"), BY_HAND)
def test_what_is_read_of_faces_is_what_all_of_them_say(
    counts: Rule[..., Any], dice: int, by_hand: Callable[[tuple[int, ...], int], Any], bound: int
) -> None:
    expected: Counter[Any] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        expected[by_hand(faces, bound)] += 1
    assert dict(odds(counts(bound)).items()) == {value: Fraction(n, 6**dice) for value, n in expected.items()}


def test_who_plays_is_told_the_faces_as_they_lie() -> None:
    session: Session[str] = Session(v5(4, 1, 2), ScriptedSource([3, 8, 4, 9]))
    waiting = session.pending
    assert waiting is not None
    assert waiting.variables["mine"] == (3, 4, 8)
    assert waiting.variables["theirs"] == (9,)


def test_choices_after_pools_are_worth_the_same_run_again() -> None:
    for call in (v5(3, 1, 2), v5(2, 1, 2)):
        graph = replayed(call, decisions_stay=True)
        assert solve(graph, is_won).value == best(call, is_won).value


def test_only_plain_pools_are_dealt_by_classes() -> None:
    for expression in (d6, d6.pool(2).distinct(), d6.explode().pool(2), d6.pool(2).sum()):
        asked = roll(expression)
        assert classed(asked, 0) is asked


def test_an_answer_is_taken_by_its_classes() -> None:
    machine_asks = classed_of(v5(4, 0, 2))
    assert machine_asks.value((3, 5, 8, 10)) == (1, 1, 6, 10)
    assert machine_asks.another((1, 1, 6, 10)) == (5, 5, 9, 10)


def classed_of(call: Any) -> RollByClasses:
    """The first roll that the machine of a call asks for."""
    machine = engine(call.rule)
    assert not isinstance(machine, str)
    asked = MachineActivation(call, machine).request
    assert isinstance(asked, RollByClasses)
    return asked


def test_a_method_of_an_answer_is_no_field_of_it() -> None:
    @rule
    async def program(sure: bool) -> tuple[int, bool]:
        total, more = 0, 1
        least = await roll(d6)
        if sure:
            faces = await roll(d6.pool(2) & d10.pool(1))
        more += least
        total += faces.count(6)
        return total, more > 3

    assert odds(program(True), of=lambda outcome: outcome[0] - 2 * outcome[1]).mean == Fraction(13, 30) - Fraction(4, 3)
    with pytest.raises(UnboundLocalError, match="'faces'"):
        odds(program(False), of=lambda outcome: outcome[0] - 2 * outcome[1])
    assert difference(595783794) == ""  # where a method that nothing had set was told by a made-up name
