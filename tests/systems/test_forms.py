"""What people are shown of the declarations: titles, whose an input is, which ones few need, and what rules say."""

from __future__ import annotations

import re
from typing import Any

import pytest

from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.systems import system, system_names

BUILT_IN = [system(name) for name in system_names()]
ACTIONS = [(declared, action) for declared in BUILT_IN for action in declared.actions]


def inputs(system_name: str, action: str) -> dict[str, dict[str, Any]]:
    (document,) = systems_document([system(system_name)])["systems"]
    (found,) = (each for each in document["actions"] if each["name"] == action)
    return {each["name"]: each for each in found["inputs"]}


@pytest.mark.parametrize(("declared", "action"), ACTIONS, ids=lambda one: one.name)
def test_few_inputs_are_asked_at_first_and_what_must_be_given_is_among_them(declared: Any, action: Any) -> None:
    asked = inputs(declared.name, action.name).values()
    first = [each for each in asked if "more" not in each]
    sides = {each["whose"] for each in first} - {"both"}
    assert len(first) <= 7 * len(sides)
    assert all("more" not in each for each in asked if each.get("required"))


@pytest.mark.parametrize(("declared", "action"), ACTIONS, ids=lambda one: one.name)
def test_no_two_inputs_of_a_side_are_called_the_same(declared: Any, action: Any) -> None:
    called = [(each["whose"], each["title"]) for each in inputs(declared.name, action.name).values()]
    assert len(set(called)) == len(called)
    assert not [title for _, title in called if "_" in title or title != title.strip() or not title[0].isupper()]


def test_an_opponents_inputs_are_called_and_folded_like_the_own_ones() -> None:
    found = inputs("t13", "contest")
    assert found["prof_dice"]["title"] == found["against_prof_dice"]["title"] == "Proficiency dice instead"
    assert found["against_fitting"]["more"] == found["fitting"]["more"]
    assert (found["dice"]["whose"], found["against_dice"]["whose"], found["order"]["whose"]) == ("own", "other", "both")


def test_what_is_the_opponents_is_told_whatever_its_name() -> None:
    found = inputs("edged-coins", "attack")
    theirs = {name for name, each in found.items() if each["whose"] == "other"}
    assert theirs == {"opposing_rank", "opposers", "opposing_ec", "armor_power", "hc"}


@pytest.mark.parametrize("declared", BUILT_IN, ids=lambda one: one.name)
def test_every_rule_that_an_event_cites_is_told(declared: Any) -> None:
    cited = {rule for action in declared.actions for event in action.events for rule in _rules(event.rule)}
    assert set(declared.citations) >= cited


@pytest.mark.parametrize(("declared", "action"), ACTIONS, ids=lambda one: one.name)
def test_what_leads_an_action_can_be_asked_of_it(declared: Any, action: Any) -> None:
    assert action.lead in action.names


def test_what_is_looked_up_is_no_matter_of_chance() -> None:
    assert {action.name for _, action in ACTIONS if not action.chance} == {"effects", "convert", "boon", "sheet"}


def _rules(cited: str) -> list[str]:
    return re.split(r", ", cited) if cited else []


def test_what_is_pasted_has_several_lines() -> None:
    assert inputs("dot", "sheet")["sheet"]["kind"] == "lines"
    assert inputs("t13", "test")["dice"]["kind"] == "list"
