"""Actions of a book that roll the same agree, under whatever readings and numbers: these are drawn from a seed."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.systems.questions import Questions

from oddsmith.errors import BadInput
from oddsmith.rules import first_option, odds
from oddsmith.systems.declaration import System
from oddsmith.systems.dot import SYSTEM as DOT
from oddsmith.systems.fields.field import book_numbers_of, readings_of
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.mod_dot import SYSTEM as MOD_DOT

Inputs = dict[str, Any]


def other_rules(system: System, random: Random, *apart: str) -> Inputs:
    """Three house rules, as a table may have them: readings, and numbers near the book's."""
    readings, numbers = readings_of(system.house_rules), book_numbers_of(system.house_rules)
    while True:
        rules: Inputs = {}
        for name in random.sample([name for name in (*readings, *numbers) if name not in apart], 3):
            near = random.choice((-2, -1, 1, 2, 3))
            rules[name] = (
                random.choice(tuple(readings[name].readings or ()))
                if name in readings
                else numbers[name].default + near
            )
        try:
            entered(system.house_rules, rules)
        except BadInput:  # a number beyond its limits, or two that do not go together
            continue
        return rules


def chances(system: System, action: str, inputs: Inputs, rules: Inputs, *events: str) -> list[Fraction] | None:
    """The chances of events when nobody spends anything; None where the rules allow no such roll."""
    game, found = Questions(system), {event.name: event.holds for event in system.action(action).events}
    try:
        calls = {event: game.call(action, inputs, event, **rules) for event in events}
    except BadInput:
        return None
    return [odds(call, first_option, of=found[event]).p(bool) for event, call in calls.items()]


def rows_of(sheet: str, rules: Inputs) -> dict[str, Fraction | None]:
    """The chances of a whole sheet, by the names of its rolls."""
    rows = Questions(DOT).facts("sheet", {"sheet": sheet}, **rules)["pools"].rows
    return {row["name"]: row["after"] and Fraction(row["after"]["p"]) for row in rows}


@pytest.mark.parametrize("seed", range(6))
def test_dots_are_worth_the_same_in_a_check_a_sheet_a_conversion_and_an_attack(seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        rules = other_rules(DOT, random, "opposed")
        own, skill, flat = random.randint(-5, 25), random.randint(5, 18), random.choice((7, *range(9, 16)))
        familiarity = random.choice((8, 11))
        asked: dict[str, tuple[str, Inputs]] = {
            "DEX": (f"DEX {own}", {"characteristic": own}),
            "Stealth": (f"Stealth {skill}- DEX", {"characteristic": own, "skill": skill}),
            "Luck": (f"Luck {flat}-", {"skill": flat}),
            "Lore": (f"Lore {familiarity}- familiarity", {"familiarity": familiarity}),
        }
        rows = rows_of("; ".join(entry for entry, _ in asked.values()), rules)
        for name, (_, inputs) in asked.items():
            told = f"{name} {inputs} {rules}"
            check = chances(DOT, "check", inputs, rules, "success", "critical_failure", "exceptional")
            assert rows[name] == (check and check[0]), told
            if check is None:
                continue
            pool = Questions(DOT).facts("check", inputs, **rules)["pool"]
            hero = {"target": pool + rules.get("roll_at_no_dots", 9)}
            of_dots = ("dot_success", "dot_critical_failure", "dot_exceptional")
            assert chances(DOT, "convert", hero, rules, *of_dots) == check, told
            if pool >= 1 or rules.get("combat_floor") != "automatic-miss":
                values = {"ocv": pool - rules.get("attack_dots", 2), "dcv": 0}
                assert chances(DOT, "attack", values, rules, "hit", "critical_failure", "exceptional") == check, told
                assert rows_of(f"OCV {values['ocv']}, DCV 0", rules) == {"Attack on DCV 0": check[0]}, told


@pytest.mark.parametrize("seed", range(8))
def test_one_test_is_worth_the_same_with_hands_and_as_the_only_try_of_an_action(seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        rules = other_rules(MOD_DOT, random, "opposed", "willpower")
        inputs = {"pool": random.randint(0, 4), "difficulty": random.randint(4, 10)}
        told = f"{inputs} {rules}"
        test = chances(MOD_DOT, "test", inputs, rules, "success", "botch")
        assert chances(MOD_DOT, "hands", inputs, rules, "success", "botch") == test, told
        one_try = {**inputs, "target": 1, "tries": 1}
        extended = chances(MOD_DOT, "extended", one_try, rules, "success", "botch")
        if test is None:
            assert extended is None, told
        else:
            assert extended == [test[0], test[1] if rules.get("extended_botch", "ends") == "ends" else 0], told
        can_end = test is not None and test[0] > 0
        with nullcontext() if can_end else pytest.raises(BadInput):
            Questions(MOD_DOT).call("extended", {**inputs, "target": 1}, **rules)
