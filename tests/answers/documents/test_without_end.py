"""Games whose numbers may fall without end are played for a part of their outcome, against a recursion by hand."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from oddsmith.answers.documents.best import best_document, best_policy
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource, d6
from oddsmith.games import Game
from oddsmith.rules import choose, roll

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
