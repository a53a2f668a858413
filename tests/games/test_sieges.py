"""Outcomes without end, and what a game says of sheets: stones that hit half the time come to 1 of 2 to the power k."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from tests.games.sieges import game

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import Question, question
from oddsmith.dice import ScriptedSource
from oddsmith.errors import BadInput, TooLarge

SIEGES = game.system


def asked(action: str = "throw", options: dict[str, Any] | None = None, **inputs: Any) -> Question:
    return question(SIEGES, SIEGES.action(action), inputs, options or {})


def described(action: str) -> dict[str, Any]:
    (system,) = systems_document([SIEGES])["systems"]
    found: dict[str, Any] = next(each for each in system["actions"] if each["name"] == action)
    return found


def test_an_outcome_that_may_be_its_one_number_has_no_end_and_is_exact() -> None:
    found = odds_document(asked())
    assert (found["exact"], found["unresolved"]) == (True, "0")
    assert F(found["events"]["some"]["p"]) == F(1, 2)
    assert F(found["measures"]["stones"]["mean"]["exact"]) == 1
    assert F(found["measures"]["powder"]["mean"]["exact"]) == 0


def test_what_one_call_answers_is_asked_together() -> None:
    endless = {frozenset({"stones", "some"}), frozenset({"powder", "breached"})}
    assert set(asked().together()) == endless
    assert list(asked(wall=2).together()) == [SIEGES.action("throw").names]


def test_an_event_is_told_where_the_input_is_there_that_it_needs() -> None:
    assert set(odds_document(asked())["events"]) == {"some"}
    assert F(odds_document(asked(wall=3))["events"]["breached"]["p"]) == F(1, 8)


def test_what_a_number_takes_comes_off_the_sheet_on_which_its_input_stands() -> None:
    def changes(action: str) -> dict[str, Any]:
        return {
            each["name"]: [(change["side"], change["resource"], change["times"]) for change in each["changes"]]
            for each in described(action)["measures"]
        }

    assert changes("throw") == {"stones": [("other", "wall", -1)], "powder": [("own", "powder", -1)]}
    assert changes("endure") == {"stones": [("own", "wall", -1)]}
    assert changes("hold") == {"wall_left": [("own", "wall", 1)], "carried": [("own", "carried", -1)]}
    assert SIEGES.action("hold").measures[0].changes[0].since == "wall"


def test_an_action_asks_what_it_names_in_that_order() -> None:
    found = odds_document(asked("endure", wall=1))
    assert list(found["events"]) == ["breached"]
    assert list(found["measures"]) == ["stones"]
    assert F(found["events"]["breached"]["p"]) == F(1, 2)


def test_an_outcome_may_be_of_one_class_or_another() -> None:
    found = odds_document(asked("hold", wall=1))["measures"]
    assert F(found["wall_left"]["mean"]["exact"]) == F(1, 2)
    assert F(found["carried"]["mean"]["exact"]) == 1


def test_numbers_have_names_and_stand_on_no_sheet() -> None:
    lowest = described("throw")["inputs"][0]
    assert (lowest["names"], "sheet" in lowest) == ({"near": 4, "far": 6}, False)
    assert F(odds_document(asked(lowest="far"))["events"]["some"]["p"]) == F(1, 6)
    assert described("throw")["inputs"][1]["whose"] == "other"


def test_a_quiet_input_is_told_where_somebody_gives_it() -> None:
    assert "powder" not in asked().head("odds")["inputs"]
    assert asked(powder=2).head("odds")["inputs"]["powder"] == 2


def test_texts_are_read_as_they_are_typed_and_other_values_refused() -> None:
    assert asked(flags="red,blue").inputs.model_dump()["flags"] == ("Red", "Blue")
    with pytest.raises(BadInput):
        asked(flags=[3])


def test_what_is_too_large_is_refused_before_it_starts() -> None:
    with pytest.raises(TooLarge, match="3,?000,?000"):
        best_document(asked(powder=3), "- powder")
    assert best_document(asked(powder=3), "stones")["value"]


def test_options_are_told_in_words_that_read_house_rules() -> None:
    rolled = roll_document(asked(powder=3), ScriptedSource([1]))
    assert rolled["phrases"] == {"powder": "burn 1 of powder"}
    dearer = roll_document(asked("throw", {"price": 2}, powder=3), ScriptedSource([1]))
    assert dearer["phrases"] == {"powder": "burn 2 of powder"}


def test_decisions_that_are_of_no_interest_are_not_spoken_of() -> None:
    assert SIEGES.action("throw").decides == ""
