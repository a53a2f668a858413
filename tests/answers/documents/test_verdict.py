"""The verdict of a roll: the level that was reached, once; dice by the names that people call them."""

from __future__ import annotations

from typing import Any

import pytest

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource


def rolled(system: str, action: str, inputs: dict[str, Any], faces: list[Any], *choices: str) -> dict[str, Any]:
    return roll_document(question(system, action, inputs), ScriptedSource(faces), ScriptedAnswers(choices))


@pytest.mark.parametrize(
    ("faces", "verdict"),
    [
        # R2.6: more than three times the difficulty of 2 is Superior, more than twice Complete, more Moderate.
        ([6, 1], ["superior"]),
        ([4, 1], ["complete"]),
        ([2, 1], ["moderate"]),
        ([1, 1], ["stalemate"]),
    ],
)
def test_t13_tells_the_level_reached_and_not_all_that_it_implies(faces: list[int], verdict: list[str]) -> None:
    inputs = {"dice": "facet:1d6,descendant:1d6", "difficulty": 2}
    for action in ("test", "buy"):
        document = rolled("t13", action, inputs, list(faces))
        assert document["verdict"] == verdict
        assert document["events"]["success"] == (verdict != ["stalemate"])  # goals may still name it


def test_a_clean_success_says_that_the_difficulty_is_met() -> None:
    inputs = {"humanity": 3, "beast": 0, "difficulty": 3}
    document = rolled("humanity-beast", "action", inputs, [7, 8, 9])
    assert document["verdict"] == ["clean_success", "colour_humanity"]
    assert document["events"]["success"]


def test_an_event_that_needs_an_input_is_told_only_with_it() -> None:
    assert rolled("edged-coins", "fall", {"metres": 3}, ["T"])["verdict"] == []
    assert rolled("edged-coins", "fall", {"metres": 3, "hc": 1}, [])["verdict"] == ["down"]


def test_dice_of_two_colours_and_two_sides_are_told_apart() -> None:
    inputs = {"humanity": 1, "beast": 1, "against_humanity": 0, "against_beast": 2, "willpower": 1}
    document = rolled("humanity-beast", "conflict", inputs, [7, 1, 6, 6, 10, 2], "after", "reroll beast 0")
    named = [(entry["name"], entry.get("dice")) for entry in document["trail"] if entry["kind"] == "roll"]
    assert named == [
        (
            "Humanity die and Beast die",
            [{"name": "Humanity die", "faces": 1}, {"name": "Beast die", "faces": 1}],
        ),
        ("2 opponent's Beast dice", None),
        ("Beast die", None),
    ]


@pytest.mark.parametrize("assured", [{}, {"assured": "humanity"}])
def test_equal_targets_leave_the_colours_apart(assured: dict[str, str]) -> None:
    options = {"humanity_target": 6, "beast_target": 6} | assured
    asked = question("humanity-beast", "action", {"humanity": 1, "beast": 1}, options)
    document = roll_document(asked, ScriptedSource([7, 8]))
    assert [entry["name"] for entry in document["trail"] if entry["kind"] == "roll"] == ["Humanity die", "Beast die"]
