"""What house rules say of inputs, outcomes as far as they are asked, and rulings: a spark comes once in six."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from tests.games.vigils import Night, game

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import Question, question
from oddsmith.errors import BadInput, TooLarge
from oddsmith.systems.fields.field import fields_of

VIGILS = game.system


def asked(action: str = "watch", options: dict[str, Any] | None = None, **inputs: Any) -> Question:
    return question(VIGILS, VIGILS.action(action), inputs, options or {})


def described(action: str, part: str) -> list[dict[str, Any]]:
    (system,) = systems_document([VIGILS])["systems"]
    found: list[dict[str, Any]] = next(each for each in system["actions"] if each["name"] == action)[part]
    return found


def test_a_limit_is_what_a_house_rule_says() -> None:
    limits = {each["name"]: each.get("high") for each in described("watch", "inputs")}
    assert limits == {"lit": 6, "kept": 5, "need": 9}
    assert asked(options={"candles": 8}, lit=8).inputs.model_dump()["lit"] == 8
    for options, lit in (({}, 7), ({"candles": 8}, 9), ({"candles": 2}, 3)):
        with pytest.raises(BadInput, match="lit"):
            asked(options=options, lit=lit)


def test_what_is_entered_together_is_checked_by_the_house_rules() -> None:
    with pytest.raises(BadInput, match="0 to 2"):
        asked(lit=4, kept=3)
    assert asked(options={"candles": 7}, lit=4, kept=3).inputs.model_dump()["kept"] == 3
    assert "candles" not in fields_of(asked(lit=1).action.inputs)


def test_names_of_numbers_are_those_of_the_house_rules() -> None:
    assert F(odds_document(asked(lit=2, need="dusk"))["events"]["calm"]["p"]) == F(11, 36)
    assert F(odds_document(asked(options={"dusk": 2}, lit=2, need="dusk"))["events"]["calm"]["p"]) == F(1, 36)


def test_an_outcome_may_have_only_what_was_asked() -> None:
    found = odds_document(asked(lit=2))
    assert F(found["events"]["still"]["p"]) == F(10, 36)
    assert F(found["measures"]["sparks"]["mean"]["exact"]) == F(1, 3)


def test_what_is_asked_apart_is_worked_out_by_itself() -> None:
    assert [*asked(lit=2).together()] == [frozenset({"calm", "still"}), frozenset({"sparks"})]


def test_what_was_not_asked_cannot_be_read() -> None:
    sparks, calm = VIGILS.action("watch").measures[0], VIGILS.action("watch").events[0]
    assert (sparks.of(3), sparks.of(Night(sparks=2)), calm.holds(Night(calm=False))) == (3, 2, False)
    with pytest.raises(LookupError, match="sparks was not asked"):
        sparks.of(Night(calm=True))


def test_a_field_says_of_its_event_what_a_function_would() -> None:
    calm, still = VIGILS.action("watch").events
    assert (calm.title, calm.rule, calm.implied_by, calm.failed, calm.happens) == (
        "a calm night",
        "W2",
        ("still",),
        "a restless night",
        "the night is calm",
    )
    assert (still.title, still.happens) == ("not a spark too many", "")


def test_what_the_game_master_rules_is_left_open() -> None:
    found = odds_document(asked("pray"))["ruling"]
    each = {one["if"]: F(one["measures"]["candles_burnt"]["mean"]["exact"]) for one in found["options"]}
    assert each == {"if it is heard": 0, "if it is not": 1}


def test_a_number_takes_from_one_resource_and_adds_to_another() -> None:
    burnt = next(each for each in described("pray", "measures") if each["name"] == "candles_burnt")
    changes = [(each["side"], each["resource"], each["times"]) for each in burnt["changes"]]
    assert changes == [("own", "candles", -1), ("own", "stubs", 1)]


def test_an_input_may_be_the_most_of_a_resource() -> None:
    place = fields_of(VIGILS.action("pray").inputs)["most"].place
    assert place is not None
    assert (place.name, place.part) == ("candles", "max")


def test_a_number_of_the_outcome_may_take_house_rules() -> None:
    def left(**options: Any) -> list[Any]:
        found = odds_document(asked("pray", options))["ruling"]["options"]
        return [F(one["measures"]["candles_left"]["mean"]["exact"]) for one in found]

    assert (left(), left(candles=9)) == ([6, 5], [9, 8])


def test_what_is_too_large_says_what_would_be_less() -> None:
    with pytest.raises(TooLarge, match="Bring no candle"):
        best_document(asked("pray", candles=9), "candles_left")
