"""Gaps whose default adds little to the rule beside them (G ids of the five books), by hand."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

from tests.systems.questions import Questions, notes

from oddsmith.dice import coin
from oddsmith.systems.registry import system


def of(name: str) -> Questions:
    return Questions(system(name))


def chances(name: str, action: str, inputs: dict[str, Any]) -> dict[str, Any]:
    return of(name).answer(action, inputs)


def test_mod_dot() -> None:
    mod_dot = of("mod-dot")
    # G0.2: both of Tara's tests are even, so she stays at her base of -1, a botch.
    tara = mod_dot.run("test", "even,even", {"pool": 2, "difficulty": 8})
    assert (tara.outcome.base, tara.outcome.successes) == (-1, -1)
    # G0.6, G0.7: half of 7 is 4 before the difficulty takes 2; the limits come after it, so 4 + 4 is no more than 7.
    assert mod_dot.facts("test", {"pool": 7, "difficulty": 8})["base"] == 2
    assert mod_dot.facts("test", {"pool": 7, "difficulty": 2})["base"] == 7
    # G0.9: Aziz falls seven times from 6; an even ends it as an up does.
    for last in ("even", "up"):
        assert mod_dot.run("test", f"{'down,' * 7}{last}", {"pool": 12}).outcome.successes == -1


def test_dot() -> None:
    dot = of("dot")
    # G1.7: the die of an empty pool is rerolled, and five successes of it are exceptional.
    played = dot.run("check", [6, 6, 6, 6, 5], {"dots": 0})
    assert (played.outcome.successes, played.outcome.critical_failure) == (5, False)
    assert "exceptional" in notes(played)[-1]
    # G1.8: one die that misses is a plain failure; G1.9: none from the start (CHAR 2) is as lowered.
    assert not dot.run("check", [1], {"dots": 1}).outcome.critical_failure
    assert dot.run("check", [1], {"characteristic": 2}).outcome.critical_failure
    # G1.13: a modifier of 6 is allowed and warned of. G1.15: any characteristic goes with a skill.
    assert dot.warnings("check", {"dots": 3, "modifier": 6})
    assert not dot.warnings("check", {"dots": 3, "modifier": 5})
    assert [dot.facts("check", {"characteristic": c, "skill": 14})["pool"] for c in (10, 15)] == [5, 5]


def test_humanity_and_beast() -> None:
    # G3.3: after a 10, a 6 is another success of a Beast die and none of a Humanity die.
    for dice, successes in (({"humanity": 1, "beast": 0}, 1), ({"humanity": 0, "beast": 1}, 2)):
        rolled = of("humanity-beast").run("action", [10, 6], dice | {"difficulty": 3})
        assert rolled.outcome.successes == successes


def test_edged_coins() -> None:
    edged_coins = of("edged-coins")
    # G4.4: armor of more Power lowers Potency: 1 point, and 1/4 of two more on average (4f).
    armored = chances("edged-coins", "damage", {"armor_power": 1})["damage"]
    assert armored.mean == 1 + F(1, 4) * 2
    # G4.17: a coin has two faces, and no edge.
    assert sorted(coin.faces) == ["H", "T"]
    # G4.18: the second failure stands.
    inputs = {"rank": 1, "ec": 5}
    again = edged_coins.run("toss", "T,T", inputs, "no effort", "re-toss")
    assert (again.outcome.success, again.outcome.ec_spent) == (False, 5)
