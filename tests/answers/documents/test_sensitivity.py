"""What luck and prices are worth, against Edged Coins by hand and against differences of best play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.sensitivity import sensitivity_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems.registry import load_rulebook

F = Fraction


def test_a_toss_that_may_be_tossed_again_leaves_a_quarter_of_its_luck_to_each() -> None:
    # R4.1, R4.10: 3/4, and after a failure once more for 5 EC: p + (1 - p) q, by p and by q at 3/4
    document = sensitivity_document(question("edged-coins", "toss", {"rank": 2, "ec": 5}), "success")
    assert [(draw["worth"]["exact"], draw["reached"]["exact"]) for draw in document["draws"]] == [
        ("1/4", "1"),
        ("1/4", "1/4"),
    ]
    assert document["rules"] == [{"rule": "toss", "worth": {"exact": "1/2", "float": 0.5}}]
    assert document["value"]["exact"] == "15/16"
    assert document["prices"]["ec_spent"]["exact"] == "-5/4"


@pytest.mark.parametrize(
    ("action", "inputs", "goal", "measure"),
    [
        ("toss", {"rank": 2, "ec": 12}, "success", "ec_spent"),
        ("toss", {"rank": 0, "ec": 25}, "success", "ec_spent"),
        ("attack", {"rank": 2, "ec": 7}, "hit", "ec_spent"),
    ],
)
def test_the_derivative_by_a_price_is_the_difference_of_best_play(
    action: str, inputs: dict[str, int], goal: str, measure: str
) -> None:
    asked = question("edged-coins", action, inputs)
    price, step = F(1, 53), F(1, 10**9)
    found = sensitivity_document(asked, goal, {measure: price})
    values = [
        F(best_document(asked, goal, {measure: at})["value"]["exact"]) for at in (price - step, price, price + step)
    ]
    worth = F(found["prices"][measure]["exact"])
    assert values[1] == F(found["value"]["exact"])
    assert (values[2] - values[1]) / step == (values[1] - values[0]) / step == worth  # the best plan is the same


def test_rolls_without_end_have_luck_as_well() -> None:
    # a d4 beside the wild die reaches 4 in 5 of 8 cases, and once more for a benny: 1 - (1 - p)^2
    game = load_rulebook("savage-worlds")
    asked = question(game, "trait", {"die": "d4", "bennies": 1})
    document = sensitivity_document(asked, "success_or_better")
    assert [entry["rule"] for entry in document["rules"]] == ["trait"]
    assert document["rules"][0]["worth"]["float"] == pytest.approx(3 / 4, abs=1e-12)
    assert [draw["situation"] for draw in document["draws"]] == [{"spent": 0}, {"spent": 1}]


def test_a_goal_with_a_constraint_is_told_to_take_prices() -> None:
    with pytest.raises(BadInput, match="give prices instead"):
        sensitivity_document(question("edged-coins", "toss", {"rank": 2, "ec": 5}), "success for at most 1 coin")


def test_only_so_many_draws_are_listed() -> None:
    document = sensitivity_document(
        question("edged-coins", "toss", {"rank": 2, "ec": 12}), "success", {"ec_spent": "1/50"}, most=1
    )
    assert len(document["draws"]) == 1 < document["all_draws"]


def test_an_action_that_is_one_roll_has_one_draw() -> None:
    document = sensitivity_document(question("dot", "check", {"dots": 2}, {"reroll": "off"}), "success")
    (draw,) = document["draws"]
    assert (draw["good"]["exact"], draw["worth"]["exact"], draw["situation"]) == ("5/9", "1", {})
    assert [entry["rule"] for entry in document["rules"]] == [draw["rule"]]
    assert draw["rule"] == "check"


#: A choice between two rolls that are returned: the second has the higher mean, 21/2.
TWO_ROLLS = """from oddsmith import choose, d6, d20, roll
from oddsmith.games import Game
game = Game("Two rolls")
@game.action
async def strike() -> int:
    if await choose("player", ("careful", "wild")) == "careful":
        return roll(2 * d6)
    return roll(d20)
"""


def test_a_roll_that_is_returned_past_a_choice_is_a_draw(tmp_path: Path) -> None:
    book = tmp_path / "two_rolls.py"
    book.write_text(TWO_ROLLS)
    document = sensitivity_document(question(load_rulebook(str(book)), "strike"), "total")
    (draw,) = document["draws"]
    # half of the faces are above the mean, by 5 on average, and half below it by as much
    assert (draw["rule"], draw["good"]["exact"], draw["worth"]["exact"]) == ("strike", "1/2", "10")
