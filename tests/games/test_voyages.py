"""What a book may say of chances, totals and prices, in a game of winds; numbers are those of a geometric series."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from tests.games.voyages import game

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.rules import Reading
from oddsmith.systems.fields.field import fields_of

VOYAGES = game.system
SAIL, LAND = VOYAGES.action("sail"), VOYAGES.action("land")


def sailed(**inputs: Any) -> dict[str, Any]:
    return odds_document(question(VOYAGES, SAIL, {"hold": 3} | inputs, {}))


@pytest.mark.parametrize(
    ("given", "fair"),
    [({}, F(1, 3)), ({"fair": "1/2"}, F(1, 2)), ({"none": "1/2"}, F(1, 4)), ({"none": "0.1", "foul": "0.2"}, F(7, 10))],
)
def test_chances_that_nobody_gives_share_what_is_left(given: dict[str, str], fair: F) -> None:
    found = sailed(**given)
    assert F(found["inputs"]["fair"]) == fair
    assert F(found["events"]["soon"]["p"]) == fair
    assert F(found["measures"]["days"]["mean"]["exact"]) == 1 / fair


@pytest.mark.parametrize(
    ("given", "named", "allowed"),
    [
        ({"fair": "2"}, "fair", "a chance of at most 1"),
        ({"fair": "1/2", "none": "2/3"}, "fair, none", "chances that total at most 1"),
        ({"fair": "1/2", "none": "1/4", "foul": "1/8"}, "fair, none, foul", "chances that total 1"),
        ({"fair": "half"}, "fair", "a number from 0 to 1 such as 1/3 or 0.25"),
        ({"fair": "0"}, "fair", "more than 0, or nobody would ever arrive"),
        ({"cargo": ["tea", "tin", "tar", "wine"]}, "cargo", "what the hold takes"),
    ],
)
def test_each_class_refuses_what_does_not_go_together(given: dict[str, Any], named: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        sailed(**given)
    assert (", ".join(refused.value.fields), refused.value.allowed) == (named, allowed)


def test_inputs_of_several_classes_stand_in_the_order_of_parameters() -> None:
    inputs = fields_of(SAIL.inputs)
    assert list(inputs) == ["hold", "cargo", "fair", "none", "foul"]
    assert [inputs[name].whose for name in ("hold", "fair", "foul")] == ["own", "both", "both"]
    assert inputs["foul"].subject == "At sea"
    assert not inputs["fair"].required


def test_a_total_without_end_has_a_name_and_is_what_best_play_is_for() -> None:
    (days,) = SAIL.measures
    assert (days.name, days.title, days.one, days.per_gain) == ("days", "days at sea", "day at sea", 1)
    assert [event.per_gain for event in SAIL.events] == [None, 0]
    found = best_document(question(VOYAGES, SAIL, {"hold": 3, "fair": "1/5"}, {}), goal="days")
    assert F(found["value"]["exact"]) == 5
    found = best_document(question(VOYAGES, SAIL, {"hold": 3, "fair": "1/5"}, {}), goal="away")
    assert F(found["value"]["exact"]) == 1


@pytest.mark.parametrize(("price", "value"), [("0", F(1)), ("1/100", F(19, 20))])
def test_what_a_total_never_changes_may_have_a_price_in_it(price: str, value: F) -> None:
    """A ship sails 1 / (1/5) days, which cost so much each, and is under way in any case."""
    found = best_document(question(VOYAGES, SAIL, {"hold": 3, "fair": "1/5"}, {}), "away", {"days": price})
    assert F(found["value"]["exact"]) == value
    assert found["exact"]


def test_what_is_paid_has_a_most_and_a_place_on_a_sheet_under_a_house_rule() -> None:
    (gold,) = LAND.measures
    assert (gold.spends, gold.most) == (True, 1)
    place = fields_of(LAND.inputs)["gold"].place
    assert place is not None
    assert (place.name, dict(place.under)) == ("gold", {"bribes": ("on",)})
    found = best_document(question(VOYAGES, LAND, {"gold": 1}, {}), goal="ashore")
    assert F(found["value"]["exact"]) == 1


def test_what_is_and_what_is_not_are_asked_as_one_part() -> None:
    is_ashore, is_not = [event.holds for event in LAND.events]
    assert isinstance(is_not, Reading)
    assert is_not.part is is_ashore
    found = odds_document(question(VOYAGES, LAND, {}, {}))
    assert [F(event["p"]) for event in found["events"].values()] == [F(1, 2), F(1, 2)]


def test_several_publications_and_lines_as_they_are_told() -> None:
    (told,) = systems_document([VOYAGES])["systems"]
    assert [source["title"] for source in told["sources"]] == ["Of Winds", "Of Harbours"]
    assert VOYAGES.reword("V2: sailing. Go.") == "V2: another day at sea. Go."
