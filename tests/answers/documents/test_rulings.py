"""What the game master rules (G3.8), in rolls and best play: told as in the odds, and nobody's plan."""

from typing import Any

import pytest

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.advice import advice_document
from oddsmith.answers.documents.best import best_document, best_policy
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.documents.sensitivity import sensitivity_document
from oddsmith.answers.expected import best_of
from oddsmith.answers.question import Question, question
from oddsmith.errors import Undecidable
from oddsmith.rules import Session
from oddsmith.rules.exploration.explore import STATE_LIMIT

FED = {"humanity": 7, "willpower": 3, "full_willpower": 5}


def feeding(**options: Any) -> Question:
    return question("humanity-beast", "feed", FED, options)


def test_a_roll_leaves_a_ruling_to_the_game_master() -> None:
    asked = question("humanity-beast", "humanity-check", {"humanity": 7, "willpower": 5})
    rolled = roll_document(asked)
    assert rolled["ruling"]["says"] == (
        "Up to the game master. If the check is withstood: no Humanity is lost, Humanity dice left 7, Beast dice then "
        "3, no Humanity dice lost. If it fails: Humanity is lost, Humanity dice left 6, Beast dice then 4, Humanity "
        "dice lost 1. Either way: the character stays in play."
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


def test_best_play_of_a_roll_leaves_a_ruling_to_the_game_master() -> None:
    hungry = question("humanity-beast", "feed", FED | {"willpower": 2})  # 5 Willpower for a life, 4 for a sip
    rolled = roll_document(hungry, decide=best_policy(hungry, "willpower_left"))
    assert next(entry["taken"] for entry in rolled["trail"] if entry["kind"] == "choice") == "killed"
    assert rolled["ruling"]["hinging"] == ["humanity_lost", "humanity_left", "beast_left", "dice_lost"]
    assert rolled["ruling"]["sure"] == ["end_of_play", "frenzy"]


def test_no_advice_is_given_on_what_the_game_master_rules() -> None:
    # Who kills is at the game master's mercy: 100 % or 0 %, and no worst case stands for it.
    decision = Session(feeding().call()).pending
    assert decision is not None
    with pytest.raises(Undecidable, match="No advice from here: what comes of it is up to the game master"):
        advice_document(feeding(), decision)
    settled = feeding(humanity_loss="aug2010")
    asked = Session(settled.call()).pending
    assert asked is not None
    assert advice_document(settled, asked)["choose"] == "spared"


def test_best_play_is_the_players_alone() -> None:
    found = best_document(feeding(), "not humanity_lost")
    assert found["opening"] == ["spared"]
    assert found["value"]["exact"] == "1"
    assert [entry["choose"] for entry in found["plan"]] == ["spared"]
    assert found["decisions"] == {"all": 1, "reached": 1}
    assert found["ruling"]["says"] == (
        "Up to the game master. If the check is withstood: no frenzy. If it fails: frenzy. "
        "Either way: no Humanity is lost, the character stays in play."
    )
    # Killing is worth 1 or 0, as the game master says: no number stands for it.
    assert ([*found["plan"][0]["values"]], found["plan"][0]["ruled"], "loss" in found["plan"][0]) == (
        ["spared"],
        ["killed"],
        False,
    )
    assert found["phrases"]["killed"] == "kill the victim"
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


def test_what_luck_is_worth_hinges_on_no_ruling() -> None:
    check = question("humanity-beast", "humanity-check", {"humanity": 5, "willpower": 3})
    with pytest.raises(Undecidable, match="Up to the game master: Humanity dice left"):
        sensitivity_document(check, "humanity_left")
    frenzy = question("humanity-beast", "frenzy-check", {"humanity": 5, "willpower": 3})
    with pytest.raises(Undecidable, match="Up to the game master: frenzy"):
        sensitivity_document(frenzy, "frenzy")
    # to be worth more than killing, which the game master may rule on, sparing had to risk no more
    with pytest.raises(Undecidable, match="Up to the game master: Humanity is lost"):
        sensitivity_document(feeding(), "humanity_lost")
    assert sensitivity_document(feeding(), "willpower_left")["value"]["exact"] == "5"
    rolled = question("humanity-beast", "frenzy-check", {"humanity": 9, "willpower": 0}, {"humanity_loss": "aug2010"})
    (draw,) = sensitivity_document(rolled, "frenzy")["draws"]  # one Beast die, which must succeed: half and half
    assert (draw["good"]["exact"], draw["worth"]["exact"]) == ("1/2", "1")


def test_trade_offs_hinge_on_no_ruling() -> None:
    hungry = question("humanity-beast", "feed", FED | {"willpower": 2})  # 5 Willpower for a life, 4 for a sip
    with pytest.raises(Undecidable, match="Up to the game master: Humanity is lost"):
        frontier_document(hungry, "willpower_left", "humanity_lost")
    with pytest.raises(Undecidable, match="Up to the game master: frenzy"):
        frontier_document(feeding(), "not humanity_lost", "willpower_left", ["frenzy"])
    found = frontier_document(feeding(), "not humanity_lost", "willpower_left")  # who spares has 5 of 5, and keeps all
    assert [(one["gain"]["exact"], one["cost"]["exact"], one["opening"]) for one in found["points"]] == [
        ("1", "5", ["spared"])
    ]
    assert found["others"] is None
    rolled = frontier_document(feeding(humanity_loss="aug2010"), "willpower_left", "humanity_lost")
    assert [one["gain"]["exact"] for one in rolled["points"]] == ["5"]


def test_a_constraint_leaves_a_ruling_to_the_game_master() -> None:
    with pytest.raises(Undecidable, match="Up to the game master: frenzy"):
        best_document(feeding(), "willpower_left for at most 1/2 frenzy")
    hungry = question("humanity-beast", "feed", FED | {"willpower": 2})  # 5 Willpower for a life, 4 for a sip
    found = best_document(hungry, "willpower_left for at most 5 willpower_left")
    assert found["value"]["exact"] == "5"
    assert "humanity_lost" not in found["events"]
    assert found["ruling"]["hinging"] == ["humanity_lost", "humanity_left", "beast_left", "dice_lost"]
