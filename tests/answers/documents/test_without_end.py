"""Games whose numbers rise or fall without end are played for a part of their outcome, against recursions by hand."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from oddsmith.answers.documents.best import best_document, best_policy
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource, d6
from oddsmith.errors import RuleError
from oddsmith.games import Game
from oddsmith.rules import choose, roll, rule

FALLS = Game("Falls")


class Landed(NamedTuple):
    points: int


@FALLS.action
async def fall(points: int) -> Landed:
    """Lose a point again and again, until a roll is high enough."""
    while True:
        bold = await choose("player", ("careful", "bold")) == "bold"
        if await roll(d6) >= (5 if bold else 4):
            return Landed(points + (3 if bold else 1))
        points -= 1


@FALLS.event
def good(outcome: Landed) -> bool:
    return outcome.points >= 1


def chance(points: int) -> Fraction:
    """Work out the best chance of `good`. From -3 on none is left, and above that it is had in a few steps."""
    if points <= -3:
        return Fraction(0)
    careful = (Fraction(points + 1 >= 1) + chance(points - 1)) / 2
    bold = (Fraction(points + 3 >= 1) + 2 * chance(points - 1)) / 3
    return max(careful, bold)


@pytest.mark.parametrize("points", [0, 3])
def test_an_event_is_played_for_though_points_fall_without_end(points: int) -> None:
    asked = question(FALLS.system, "fall", {"points": points})
    document: dict[str, Any] = best_document(asked, "good")
    assert Fraction(document["value"]["exact"]) == chance(points)


@pytest.mark.parametrize("points", [0, 3])
def test_one_roll_follows_the_plan_as_far_as_it_falls(points: int) -> None:
    asked = question(FALLS.system, "fall", {"points": points})
    policy = best_policy(asked, "good")
    rolled = roll_document(asked, ScriptedSource([1] * 30 + [6]), policy)
    taken = [entry["taken"] for entry in rolled["trail"] if entry["kind"] == "choice"]
    for place, option in enumerate(taken[: points + 2]):  # further down, nothing is left to be won
        left = points - place
        careful = (Fraction(left + 1 >= 1) + chance(left - 1)) / 2
        bold = (Fraction(left + 3 >= 1) + 2 * chance(left - 1)) / 3
        assert {"careful": careful, "bold": bold}[option] == chance(left)
    assert len(taken) == 31


# --- a number that rises without end, compared with a bound -----------------------------------------------------------

RISES = Game("Rises")


class Volley(NamedTuple):
    hits: int


@RISES.action
async def volley(sixes: int) -> Volley:
    """Each six may be thrown again: 5 and 6 hit, and a 6 is another six."""
    hits = 0
    while sixes:
        if await choose("player", ("again", "leave")) == "leave":
            sixes -= 1
        else:
            face = await roll(d6)
            hits += face >= 5
            sixes -= face < 6
    return Volley(hits)


@RISES.action
async def climb() -> int:
    """Careful steps add 1, and a 1 ends it all; bold ones add 3 on a 4 or more, and end on a 1 or 2."""
    total = 0
    while True:
        bold = await choose("player", ("careful", "bold")) == "bold"
        face = await roll(d6)
        if face <= 1 + bold:
            return total
        total += 3 * (face >= 4) if bold else 1


@RISES.action
async def dive() -> int:
    """Again and again somebody digs for gold."""
    gold = 0
    while await choose("player", ("on", "home")) == "on":
        found = await dig()
        if not found:
            return gold
        gold += found
    return gold


@rule
async def dig() -> int:
    """A 1 finds nothing; else there is 1, or, where somebody digs deep, 3 on a 3 or more."""
    if await roll(d6) == 1:
        return 0
    return 3 if await choose("player", ("deep", "shallow")) == "deep" and await roll(d6) >= 3 else 1


def options(hits: int, sixes: int, wanted: Callable[[int], bool], most: int) -> dict[str, Fraction]:
    """Work out the best chance that hits are as wanted, by option. most: of so many hits, more change nothing."""
    leave = best_chance(hits, sixes - 1, wanted, most)
    five, six = best_chance(hits + 1, sixes - 1, wanted, most), best_chance(hits + 1, sixes, wanted, most)
    return {"again": (4 * leave + five + six) / 6, "leave": leave}


def best_chance(hits: int, sixes: int, wanted: Callable[[int], bool], most: int) -> Fraction:
    if sixes == 0 or hits >= most:
        return Fraction(wanted(hits))
    return max(options(hits, sixes, wanted, most).values())


BOUNDED: list[tuple[str, Callable[[int], bool], int]] = [
    ("hits >= 3", lambda hits: hits >= 3, 3),
    ("hits = 2", lambda hits: hits == 2, 3),
    ("hits <= 1", lambda hits: hits <= 1, 2),
    ("not hits >= 2", lambda hits: hits < 2, 2),
    ("hits >= 2 and hits <= 3", lambda hits: 2 <= hits <= 3, 4),
    ("hits = 1 or hits = 4", lambda hits: hits in (1, 4), 5),
]


@pytest.mark.parametrize(("goal", "wanted", "most"), BOUNDED)
def test_a_number_that_rises_without_end_is_compared_with_a_bound(
    goal: str, wanted: Callable[[int], bool], most: int
) -> None:
    document: dict[str, Any] = best_document(question(RISES.system, "volley", {"sixes": 4}), goal)
    assert Fraction(document["value"]["exact"]) == best_chance(0, 4, wanted, most)
    assert document["exact"]
    shares = {hits: Fraction(share) for hits, share, _ in document["measures"]["hits"]["pmf"]}
    assert sum(share for hits, share in shares.items() if wanted(hits)) == best_chance(0, 4, wanted, most)


@pytest.mark.parametrize(("goal", "wanted", "most"), BOUNDED[:3])
def test_one_roll_follows_the_plan_by_what_the_number_is_by_then(
    goal: str, wanted: Callable[[int], bool], most: int
) -> None:
    asked = question(RISES.system, "volley", {"sixes": 4})
    faces = [5, 6, 1, 6, 6, 5, 6, 1]
    rolled = roll_document(asked, ScriptedSource(faces), best_policy(asked, goal))
    hits, sixes, thrown = 0, 4, iter(faces)
    for entry in rolled["trail"]:
        if entry["kind"] == "choice":
            here = options(hits, sixes, wanted, most)
            assert here[entry["taken"]] == max(here.values())
            face = next(thrown) if entry["taken"] == "again" else 0
            hits, sixes = hits + (face >= 5), sixes - (face < 6)
    assert rolled["measures"]["hits"] == hits


def test_a_rule_that_another_waits_for_knows_what_that_has_by_then() -> None:
    asked = question(RISES.system, "dive")
    rolled = roll_document(asked, ScriptedSource([5, 5, 4]), best_policy(asked, "total = 4"))
    taken = [entry["taken"] for entry in rolled["trail"] if entry["kind"] == "choice"]
    # of 4, 3 may come at once; of the last one 1 is sure to come; and with 4 nothing more is wanted
    assert taken == ["on", "deep", "on", "shallow", "home"]


def test_of_a_number_that_is_compared_with_a_bound_the_law_has_no_end() -> None:
    # bold at 0 gets to 3 with 3/5, and careful steps with 125/216; once there, 1 more with 5/6 again and again
    document: dict[str, Any] = best_document(question(RISES.system, "climb"), "total >= 3")
    assert Fraction(document["value"]["exact"]) == Fraction(3, 5)
    assert Fraction(document["measures"]["total"]["mean"]["exact"]) == Fraction(3, 5) * (3 + 5)


def test_of_a_number_that_rises_without_end_other_goals_are_refused() -> None:
    with pytest.raises(RuleError, match="infinitely many totals"):
        best_document(question(RISES.system, "climb"), "total >= 3 with total worth 1/10 each")
