"""A game whose rule adds to two numbers without end: each is a measure, and an event may compare both."""

from fractions import Fraction
from typing import Any

import pytest
from tests.rules.games import Harm

from oddsmith.answers.documents.explain import explain_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.simulate import simulate_document
from oddsmith.answers.question import question
from oddsmith.dice import d6
from oddsmith.games import Game
from oddsmith.rules import roll

CLASHES = Game("Clashes")


@CLASHES.action
async def clash() -> Harm:
    """Strike until a 6; ones are stressful."""
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        damage += face
        stress += face == 1
    return Harm(damage, stress)


@CLASHES.action(at_once=True)
async def brawl() -> Harm:
    """Strike until a 6, and ask everything at once."""
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        damage += face
        stress += face == 1
    return Harm(damage, stress)


@CLASHES.event
def ahead(outcome: Harm) -> bool:
    """Do more damage than it costs in stress."""
    return outcome.damage > outcome.stress


@pytest.mark.parametrize("action", ["clash", "brawl"])
def test_odds_tell_each_number_and_how_they_compare(action: str) -> None:
    document: dict[str, Any] = odds_document(question(CLASHES.system, action))
    assert document["exact"]
    # level where only ones come before the 6: 1/6 in all + 1/36 + ..., which is 1/5
    assert document["events"]["ahead"]["p"] == "4/5"
    assert document["measures"]["damage"]["mean"]["exact"] == "15"
    stress = document["measures"]["stress"]
    assert stress["pmf"][2][1] == "1/8"
    assert Fraction(stress["tail"]) == 1 - sum(Fraction(share) for _, share, _ in stress["pmf"])


def test_simulations_and_explanations_follow() -> None:
    asked = question(CLASHES.system, "clash")
    runs: dict[str, Any] = simulate_document(asked, 100_000, seed=1)
    assert abs(runs["events"]["ahead"]["float"] - 0.8) < 0.01
    assert explain_document(asked)["states"] == 3
