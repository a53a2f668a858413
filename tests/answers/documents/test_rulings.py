"""What the game master rules (G3.8), in rolls and best play: told as in the odds, and nobody's plan."""

from typing import Any

import pytest

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.expected import best_of
from oddsmith.answers.question import Question, question
from oddsmith.errors import Undecidable
from oddsmith.rules.exploration.explore import STATE_LIMIT

FED = {"humanity": 7, "willpower": 3, "full_willpower": 5}


def feeding(**options: Any) -> Question:
    return question("humanity-beast", "feed", FED, options)


def test_a_roll_leaves_a_ruling_to_the_game_master() -> None:
    asked = question("humanity-beast", "humanity-check", {"humanity": 7, "willpower": 5})
    rolled = roll_document(asked)
    assert rolled["ruling"]["says"] == (
        "Up to the game master. If the check is withstood: no Humanity is lost, Humanity dice left 7, Beast dice then "
        "3, Humanity dice lost 0. If it fails: Humanity is lost, Humanity dice left 6, Beast dice then 4, Humanity "
        "dice lost 1."
    )
    assert "policy" not in rolled  # nobody else has anything to decide
    assert [(one["option"], one["events"]["humanity_lost"]) for one in rolled["ruling"]["options"]] == [
        ("withstood", False),
        ("failed", True),
    ]
    ruled = roll_document(asked, decide=ScriptedAnswers(["failed"]))
    assert "ruling" not in ruled
    assert ruled["verdict"] == ["humanity_lost"]
    assert "ruling" not in roll_document(question("humanity-beast", "feed", FED, {"humanity_loss": "aug2010"}))


def test_best_play_is_the_players_alone() -> None:
    found = best_document(feeding(), "not humanity_lost")
    assert found["opening"] == ["spared"]
    assert found["value"]["exact"] == "1"
    assert [entry["choose"] for entry in found["plan"]] == ["spared"]
    assert found["decisions"] == {"all": 1, "reached": 1}
    assert (
        found["ruling"]["says"] == "Up to the game master. If the check is withstood: no frenzy. If it fails: frenzy."
    )
    assert "frenzy" not in found["events"]
    told = best_document(feeding(), "willpower_left")
    assert [group["who"] for group in told["rules"]] == ["player"]
    assert best_of(feeding(), "willpower_left", {}, STATE_LIMIT).moves == ("spared",)


def test_a_goal_that_a_plan_not_taken_leaves_to_a_ruling_cannot_be_aimed_at() -> None:
    # Who spares the victim loses no Humanity; who kills may, if the game master says so: then killing is best.
    with pytest.raises(Undecidable, match="Up to the game master: Humanity is lost"):
        best_document(feeding(), "humanity_lost")
    assert best_document(feeding(), "not humanity_lost")["value"]["exact"] == "1"
    assert best_document(feeding(), "willpower_left")["value"]["exact"] == "5"


def test_what_hinges_on_a_ruling_cannot_be_aimed_at() -> None:
    for asked in (feeding(), question("humanity-beast", "frenzy-check", {"humanity": 7, "willpower": 3})):
        with pytest.raises(Undecidable, match="Up to the game master: frenzy"):
            best_document(asked, "frenzy")
    with pytest.raises(Undecidable):
        best_of(feeding(), "frenzy", {}, STATE_LIMIT)
    # more than 5 Willpower is never there, of three Beast dice 8 successes are not far from it
    assert float(best_document(feeding(humanity_loss="aug2010"), "frenzy")["value"]["float"]) > 0.99
