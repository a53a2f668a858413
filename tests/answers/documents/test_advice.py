"""Advice at a decision, against numbers worked out by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.answers.documents.advice import Adviser, differing_columns
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import Question, question
from oddsmith.dice import ScriptedSource, SeededSource, d6
from oddsmith.errors import BadInput
from oddsmith.rules import Session, Then, choose, roll, rule
from oddsmith.systems import Event, System

LANDS = Fraction(3, 10)  # a d20 reaches 15


def crossing(lantern: System, **inputs: Any) -> Question:
    return question(lantern, "cross", {"target": 15, "oil": 2, **inputs})


def first_decision(asked: Question, *faces: int) -> Session[Any]:
    return Session(asked.call(), ScriptedSource(faces))


def test_every_option_is_told_with_the_chance_of_every_event_and_what_it_spends(lantern: System):
    session = first_decision(crossing(lantern), 3)
    assert session.pending is not None
    advised = Adviser(crossing(lantern)).advise(session.pending)
    assert advised is not None
    assert advised.best == "burn oil"
    assert advised.options == {
        "turn back": {"over": 0, "oil_burnt": 0, "coin_paid": 0},
        "burn oil": {"over": 1 - (1 - LANDS) ** 2, "oil_burnt": 1 + (1 - LANDS), "coin_paid": 0},
    }
    assert list(differing_columns(advised)) == ["over", "oil_burnt"]


def test_advice_knows_the_situation_by_name_and_what_ignoring_it_costs(lantern: System):
    session = first_decision(crossing(lantern), 3)
    assert session.pending is not None
    advised = Adviser(crossing(lantern)).advise(session.pending)
    assert advised is not None
    # Of all that the rule knows only the flasks differ from decision to decision.
    assert advised.situation == {"oil": 2, "burnt": 0}
    assert advised.loss == 1 - (1 - LANDS) ** 2  # turning back


def test_advice_is_for_the_goal_and_tells_its_worth_where_that_is_no_event(lantern: System):
    asked = crossing(lantern)
    session = first_decision(asked, 3)
    assert session.pending is not None
    advised = Adviser(asked, "over", {"oil": "2/5"}).advise(session.pending)
    assert advised is not None
    assert advised.best == "turn back"
    assert advised.options["burn oil"]["worth"] == LANDS - Fraction(2, 5)  # and then turn back
    assert next(iter(differing_columns(advised))) == "worth"


def test_of_what_is_equally_good_the_cheapest_is_best(lantern: System):
    session = first_decision(crossing(lantern), 3)
    assert session.pending is not None
    advised = Adviser(crossing(lantern), "over or not over").advise(session.pending)
    assert advised is not None
    assert advised.best == "turn back"


def test_a_constraint_or_an_unknown_goal_is_refused_at_once(lantern: System):
    for goal in ("over for at most 1 oil", "under"):
        with pytest.raises(BadInput):
            Adviser(crossing(lantern), goal)


DONE = Event[bool]("done", "Done", lambda done: done)


@rule
async def trial() -> Then[bool]:
    if await choose("judge", ("guilty", "free")) == "guilty":
        return False
    return await roll(d6) >= 2


@rule
async def dither() -> Then[bool]:
    return True if await choose("player", ("go", "wait")) == "go" else dither()


@pytest.mark.parametrize("mechanic", [trial, dither])
def test_there_is_no_advice_where_nobody_knows_what_somebody_wants_or_whether_it_ends(lantern: System, mechanic: Any):
    asked = crossing(lantern)
    asked = replace(asked, action=replace(asked.action, call=lambda *_: mechanic(), events=(DONE,), measures=()))
    session = first_decision(asked, 3)
    assert session.pending is not None
    assert Adviser(asked).advise(session.pending) is None


def test_dice_for_a_conflict_are_advised_on_by_the_goal_alone_where_all_that_can_be_asked_is_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oddsmith.answers.documents.advice.MOST_STATES", 500)
    dice = {"humanity_dice": 2, "beast_dice": 1, "against_humanity_dice": 1, "against_beast_dice": 1}
    asked = question("humanity-beast", "conflict-mix", dice)
    session = Session(asked.call(), SeededSource("mix"))
    assert session.pending is not None
    advised = Adviser(asked, "win").advise(session.pending)
    assert advised is not None
    assert [*advised.columns] == ["win"]
    for mix, humanity, beast in (("2H+1B", 2, 1), ("1H+0B", 1, 0)):
        fought = {"humanity": humanity, "beast": beast, "against_humanity": 1, "against_beast": 1}
        alone = odds_document(question("humanity-beast", "conflict", fought))
        assert advised.values[mix] == Fraction(alone["events"]["win"]["p"])


def test_decisions_that_come_after_dice_have_no_advice_where_the_goal_alone_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oddsmith.answers.documents.advice.MOST_STATES", 800)
    fought = {"humanity": 1, "beast": 0, "willpower": 1, "against_humanity": 1, "against_beast": 0}
    asked = question("humanity-beast", "conflict", fought)
    session = Session(asked.call(), SeededSource("after"))
    adviser = Adviser(asked, "win")
    assert session.pending is not None
    assert adviser.why_not(session.pending) == ""
    session.answer("after")
    assert session.pending is not None
    assert adviser.advise(session.pending) is None
    assert adviser.why_not(session.pending).startswith("past the first decisions there are too many situations")
