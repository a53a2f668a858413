"""Numbers of the books as house rules: other numbers, by hand; and nothing is told of those that are the book's."""

from __future__ import annotations

from fractions import Fraction as F
from json import dumps
from typing import Any

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems import systems
from oddsmith.systems.fields.field import book_numbers_of


def told(line: str, inputs: dict[str, Any], **numbers: Any) -> dict[str, Any]:
    system, action = line.split()
    return odds_document(question(system, action, inputs, numbers))


def chance(name: str, line: str, inputs: dict[str, Any], **numbers: Any) -> F:
    return F(told(line, inputs, **numbers)["events"][name]["p"])


def mean(name: str, line: str, inputs: dict[str, Any], **numbers: Any) -> F:
    return F(told(line, inputs, **numbers)["measures"][name]["mean"]["exact"])


def facts(line: str, inputs: dict[str, Any], **numbers: Any) -> dict[str, Any]:
    found: dict[str, Any] = told(line, inputs, **numbers)["facts"]
    return found


def test_dot_with_other_dice() -> None:
    three = {"dots": 3}
    assert chance("success", "dot check", three) == 1 - F(2, 3) ** 3
    assert chance("success", "dot check", three, target=4) == 1 - F(1, 2) ** 3
    assert chance("success", "dot check", {"dots": 1}, sides=8) == F(4, 8)
    assert chance("exceptional", "dot check", three, exceptional=1) == 1 - F(2, 3) ** 3
    # a die that succeeds is rolled again: m = 1/3 (1 + m)
    assert mean("successes", "dot check", three, reroll_from=5) == 3 * F(1, 2)
    # of a die with eight sides 5 to 8 succeed, and 6 to 8 are rolled again: m = 4/8 + 3/8 m
    assert mean("successes", "dot check", {"dots": 1}, sides=8) == F(4, 5)
    asked = {"reroll": "ask", "reroll_from": 5, "target": 5}
    assert F(best_document(question("dot", "check", {"dots": 1}, asked), "successes")["value"]["exact"]) == F(1, 2)
    with pytest.raises(BadInput):
        question("dot", "check", three, {"reroll": "ask", "target": 6, "reroll_from": 5})


def test_dot_with_other_sheets() -> None:
    assert facts("dot check", {"characteristic": 15}, points_a_dot=10)["pool"] == 2  # 1.5, halves up
    assert facts("dot check", {"characteristic": 14}, points_a_dot=10)["pool"] == 1
    assert facts("dot check", {"familiarity": 8}, familiarity_8=3)["pool"] == 3
    assert facts("dot check", {"skill": 14}, roll_at_no_dots=10)["pool"] == 4
    assert facts("dot attack", {"ocv": 5, "dcv": 5}, attack_dots=4)["pool"] == 4


def test_mod_dot_with_other_numbers() -> None:
    ten = {"pool": 10}
    assert facts("mod-dot test", ten, dice_a_base=3)["base"] == 4
    assert facts("mod-dot test", ten, usual_difficulty=8)["base"] == 7
    assert facts("mod-dot test", ten, cap_times=3)["most_successes"] == 30
    assert facts("mod-dot test", {"pool": 2, "difficulty": 10}, lowest=-3)["base"] == -3
    # base 0: one ahead is 1/3; where an even counts as an up, no down is needed among both: 4/9
    none = {"pool": 2, "difficulty": 7}
    assert chance("success", "mod-dot test", none) == F(1, 3)
    assert chance("success", "mod-dot test", none, even=1) == F(4, 9)
    assert chance("success", "mod-dot test", none, up=2) == F(5, 9)  # an up among both tests: 1 - 4/9
    # base 5: a botch takes two downs (to 3) and then two more that take two each
    assert chance("botch", "mod-dot test", ten, further_down=2) == F(1, 9) * F(1, 9)


def test_the_ladder_of_edged_coins_is_made_of_numbers() -> None:
    def ladder(rank: int, **numbers: Any) -> F:
        return chance("success", "edged-coins toss", {"rank": rank}, **numbers)

    assert ladder(6, six_fallback=3) == F(125, 128)
    assert ladder(6, six_coins=5) == F(31, 32)
    assert ladder(3, iron_heads=1) == 1 - F(1, 4) * F(1, 4)  # Silver falls back to Iron
    assert ladder(5, platinum_fallback="none") == F(3, 4)
    assert ladder(6, rank_six="never-worse", platinum_coins=3) == 1 - F(1, 8) * F(1, 4)
    easy = {"rank": 1, "difficulty": "easy"}
    assert chance("success", "edged-coins toss", easy, easy_ranks=2) == F(13, 16)
    assert facts("edged-coins fall", {"metres": 12}, metres=6)["potency"] == 2


def test_prices_of_edged_coins_are_numbers() -> None:
    def best(ec: int, **numbers: Any) -> F:
        found = best_document(question("edged-coins", "toss", {"rank": 0, "ec": ec}, numbers), "success")
        return F(found["value"]["exact"])

    assert best(4, buy_price=4) == 1
    assert best(1, effort_price=2) == F(1, 4)
    assert best(2, effort_price=2) == F(1, 2)
    assert best(2, re_toss_price=2, effort_price=3) == 1 - F(3, 4) ** 2
    phrases = best_document(question("edged-coins", "toss", {"rank": 0, "ec": 4}, {"buy_price": 4}), "success")
    assert phrases["phrases"]["buy"] == "buy the success for 4 EC"


def test_only_numbers_that_are_not_the_books_are_told() -> None:
    assert "target" not in told("dot check", {"dots": 3}, target=5)["options"]
    assert told("dot check", {"dots": 3}, target=4)["options"]["target"] == 4
    inputs = {"rank": 0, "ec": 5}
    printed, cheaper = (
        dumps(best_document(question("edged-coins", "toss", inputs, numbers), "success"))
        for numbers in ({}, {"buy_price": 4})
    )
    assert '"changed"' not in printed
    assert '"changed": [["buy_price", 4]]' in cheaper


def test_every_number_of_a_book_has_its_rule_and_may_be_the_books() -> None:
    for system in systems():
        for field in book_numbers_of(system.house_rules).values():
            assert field.gap.startswith("R"), field.name
            assert field.default is None or field.kind.low <= field.default <= field.kind.high  # type: ignore[attr-defined]
