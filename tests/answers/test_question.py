"""Entries become a question, or an error that names the field, the value and the allowed values."""

import pytest

from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems import System


def test_texts_are_understood_as_people_type_them(lantern: System):
    asked = question(lantern, "search", {"pool": "3", "helpers": "1, 2", "storm": "no", "needed": "None"})
    assert asked.head("odds")["inputs"] == {"pool": 3, "helpers": [1, 2], "storm": False, "needed": None}


def test_values_of_the_right_kind_are_taken_as_they_are(lantern: System):
    asked = question(lantern, "search", {"pool": 3, "helpers": (1, 2), "needed": 4})
    assert asked.head("odds")["inputs"]["helpers"] == [1, 2]


def test_names_may_be_written_with_hyphens_or_underscores(lantern: System):
    for name in ("finds-on", "finds_on"):
        asked = question(lantern, "search", {"pool": 3}, {name: "4"})
        assert asked.head("odds")["options"] == {"sixes": "again", "finds_on": 4}


def test_the_head_holds_facts_warnings_and_titles(lantern: System):
    head = question(lantern, "search", {"pool": 0}).head("odds")
    assert head["schema"] == "oddsmith/odds/1"
    assert (head["system"], head["action"]) == ("lantern", "search")
    assert head["facts"] == {"dice": 0}
    assert head["titles"]["found"] == "Something is found"
    assert head["warnings"] == ["No dice are rolled, so nothing can be found."]


@pytest.mark.parametrize(
    ("inputs", "options", "field", "allowed"),
    [
        ({"pool": "-3"}, {}, "pool", "a whole number from 0 to 500"),
        ({"pool": "many"}, {}, "pool", "a whole number from 0 to 500"),
        ({}, {}, "pool", "a whole number from 0 to 500"),
        ({"pool": 3, "lamp": 1}, {}, "lamp", "pool, helpers, storm, needed"),
        ({"pool": 3}, {"sixes": "never"}, "sixes", "again, stay"),
        ({"pool": 3}, {"sevens": "stay"}, "sevens", "sixes, finds_on"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    lantern: System, inputs: dict[str, object], options: dict[str, object], field: str, allowed: str
):
    with pytest.raises(BadInput) as error:
        question(lantern, "search", inputs, options)
    assert (error.value.field, error.value.allowed) == (field, allowed)


def test_an_unknown_action_is_answered_with_the_actions_there_are(lantern: System):
    with pytest.raises(BadInput, match="Unknown action 'dance'. There are: search, cross"):
        question(lantern, "dance", {})


def test_an_unknown_system_is_answered_with_the_systems_there_are():
    with pytest.raises(BadInput, match="mod-dot, dot, t13"):
        question("chess", "move", {})
