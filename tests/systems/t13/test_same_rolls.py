"""One roll comes to the same in every action that makes it, whatever the readings and numbers of a table are.

All are drawn anew from seeds: house rules, numbers of the book, dice and circumstances.
"""

from __future__ import annotations

import random
from typing import Any, Literal, get_args, get_origin

import pytest
from tests.systems.questions import Questions

from oddsmith.rules import first_option, odds
from oddsmith.systems.t13 import SYSTEM
from oddsmith.systems.t13.house_rules import T13Rules

T13 = Questions(SYSTEM)
#: Readings under which not all of the actions play, or which only choose among the others.
LEFT_OUT = {"edition", "method", "conversion", "yin_yang"}
LEVELS = ("superior", "complete", "moderate", "stalemate", "moderate_failure", "complete_failure", "serious_failure")


def table(chance: random.Random) -> dict[str, Any]:
    """Four house rules and two numbers of the book, as a table may have them."""
    fields = {name: each.annotation for name, each in T13Rules.model_fields.items() if name not in LEFT_OUT}
    words = {name: get_args(kind) for name, kind in fields.items() if get_origin(kind) is Literal}
    numbers = [name for name in fields if name not in words and not name.endswith(("_sway", "_chi", "_yarn"))]
    chosen: dict[str, Any] = {name: chance.choice(words[name]) for name in chance.sample(sorted(words), 4)}
    return chosen | {name: chance.randint(2, 6) for name in chance.sample(numbers, 2)}


def side(chance: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """Somebody's dice, and the circumstances of the roll."""
    entries: dict[str, Any] = {
        "dice": chance.choice(["facet:d6", "facet:2d4", "facet:d6-3,descendant:d4"]),
        "proficiencies": chance.randint(0, 3),
        "modifier": chance.choice([0, 0, -6, 3, 8]),
        "shift": chance.choice([0, -4, -2, -1, 1, 2, 4]),
    }
    if options.get("numerology") == "on":
        entries |= {"geometry": chance.randint(1, 13), "nemesis": chance.randint(1, 13)}
    return entries


def same(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    """The names that both know, and of which they say the same; fails where they do not."""
    names = one.keys() & other.keys()
    assert {name: one[name] for name in names} == {name: other[name] for name in names}
    return names


@pytest.mark.parametrize("seed", range(12))
def test_a_test_for_which_nothing_is_bought_is_the_test(seed: int) -> None:
    chance = random.Random(seed)
    options = table(chance)
    entries = side(chance, options) | {"difficulty": chance.randint(1, 9)}
    tested = T13.answer("test", entries, **options)
    assert same(tested, T13.answer("buy", entries, **options)) == tested.keys()
    invested = odds(T13.call("invest", entries, "successes", **options), first_option)
    assert invested.p(lambda end: end.tally.successes == 1) == tested["success"]


@pytest.mark.parametrize("seed", range(12))
def test_a_contest_in_which_nothing_is_bought_is_the_opposed_test(seed: int) -> None:
    chance = random.Random(seed)
    options = table(chance)
    against = {f"against_{name}": value for name, value in side(chance, options).items()}
    entries = side(chance, options) | against
    met, contest = (T13.answer(action, entries, **options) for action in ("opposed", "contest"))
    assert same(met, contest) == met.keys() - {"against_extra_levels", "against_failure_levels"}
    assert sum(met[level] for level in LEVELS) == 1
