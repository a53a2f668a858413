"""All that may be said of a game beside one rule, in one small game; numbers are those of dice counted here."""

from __future__ import annotations

from fractions import Fraction as F
from gc import collect
from itertools import product
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from tests.games.authored import game

from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import SeededSource
from oddsmith.errors import BadInput
from oddsmith.systems.registry import load_rulebook

DUELS = game.system
STRIKE = DUELS.action("strike")


def asked(options: dict[str, Any] | None = None, **inputs: Any) -> dict[str, Any]:
    return odds_document(question(DUELS, STRIKE, {"blade": 2, "against_blade": 1} | inputs, options or {}))


def wins(mine: int, theirs: int, lowest: int = 5, least: int = 1) -> F:
    ways = list(product(range(1, 7), repeat=mine + theirs))
    ahead = [sum(f >= lowest for f in way[:mine]) - sum(f >= lowest for f in way[mine:]) for way in ways]
    return F(sum(lead >= least for lead in ahead), len(ways))


def test_values_that_go_together_are_inputs_of_both_sides() -> None:
    (system,) = systems_document([DUELS])["systems"]
    inputs = {field["name"]: field for field in system["actions"][0]["inputs"]}
    assert list(inputs) == ["blade", "boat", "against_blade", "against_boat", "cry", "edge"]
    assert inputs["blade"]["help"] == "dice of the blade"
    assert inputs["against_blade"]["help"] == "dice of the blade, of the other"
    assert (inputs["against_boat"]["help"], inputs["boat"]["more"]) == ("their boat", "At sea")
    assert (inputs["cry"]["title"], inputs["cry"]["kind"]) == ("War cry", "text")


@pytest.mark.parametrize(("inputs", "named"), [({"boat": 3}, "blade"), ({"against_boat": 2}, "against_blade")])
def test_values_that_do_not_go_together_are_refused_on_their_side(inputs: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput) as refused:
        asked(**inputs)
    assert str(refused.value.field) == named


def test_a_text_and_a_number_are_read_as_they_are_typed() -> None:
    assert F(asked(cry="Ahoy!", edge="1+")["events"]["win"]["p"]) == wins(3, 1)
    with pytest.raises(BadInput):
        asked(cry="A" * 21)
    with pytest.raises(BadInput):
        asked(edge="4+")


def test_a_rule_gets_all_house_rules_and_events_read_their_numbers() -> None:
    assert F(asked()["events"]["win"]["p"]) == wins(2, 1)
    assert F(asked({"ties": "attacker"})["events"]["win"]["p"]) == wins(2, 1, least=0)
    assert F(asked({"lowest": 4})["events"]["win"]["p"]) == wins(2, 1, lowest=4)
    assert F(asked()["events"]["great"]["p"]) == 0
    assert F(asked({"great": 2})["events"]["great"]["p"]) == F(1, 9)


def test_facts_and_warnings_are_functions_of_the_parameters_that_they_name() -> None:
    found = asked(against_blade=7)
    assert found["facts"] == {"dice": 2, "against_dice": 7}
    assert found["warnings"] == ["You are outnumbered."]
    assert asked()["warnings"] == []


def test_what_is_said_of_events_numbers_and_rules_is_told() -> None:
    found = asked()
    assert found["titles"] == {"win": "you win", "great": "a great blow", "hits": "hits", "ahead": "hits ahead"}
    assert (STRIKE.lead, STRIKE.title) == ("win", "Duel at the quay")
    assert STRIKE.example == "strike --blade 3 --against-blade 2"
    assert [event.rule for event in STRIKE.events] == ["D2", "D3"]
    assert [event.failed for event in STRIKE.events] == ["you do not win", "not a great blow"]
    assert dict(DUELS.citations) == {"D1": "A 5 or 6 hits."}


def test_it_is_rolled_as_any_other() -> None:
    rolled = roll_document(question(DUELS, STRIKE, {"blade": 2, "against_blade": 1}), SeededSource("duel"))
    assert {"win", "great"} == set(rolled["events"])
    assert set(rolled["measures"]) == {"hits", "ahead"}


def test_limits_in_a_class_are_a_function_of_names_of_their_file(tmp_path: Path) -> None:
    text = """from __future__ import annotations
from dataclasses import dataclass
from typing import Annotated
from oddsmith import d6, roll
from oddsmith.games import Game, HouseRules, Limits, book_number
def most(rules): return 2 * rules.cap
class Rules(HouseRules):
    cap: int = book_number("R1", "half of the dice there can be", 5, low=1, high=900)
game = Game("Caps")
@dataclass(frozen=True)
class Side:
    pool: Annotated[int, Limits(1, lambda rules: most(rules))]
@game.action
async def test(side: Side, rules: Rules) -> int:
    return await roll(d6.pool(side.pool).sum())
"""
    (tmp_path / "caps.py").write_text(text)
    system = load_rulebook(str(tmp_path / "caps.py"))
    action = system.action("test")
    with pytest.raises(BadInput, match="1 to 10"):
        question(system, action, {"pool": 11}, {})
    assert question(system, action, {"pool": 11}, {"cap": 6}).value("pool") == 11
    living = set()
    for cap in range(1, 200):
        living.add(ref(type(question(system, action, {"pool": 1}, {"cap": cap}).inputs)))
    collect()
    assert 1 < sum(each() is not None for each in living) < 100


def test_a_number_stands_where_a_yes_no_house_rule_has_its_value_and_house_rules_have_texts(tmp_path: Path) -> None:
    text = """from typing import Annotated
from oddsmith import d6, roll
from oddsmith.games import Game, Limits
game = Game("Wild")
@game.action
async def test(*, wild: bool = False, hits_on: Annotated[int, Limits(2, 6, "the least face that hits")] = 5) -> int:
    return await roll(d6)
@game.measure(under={"wild": ("yes",)})
def doubled(face: int) -> int:
    return 2 * face
"""
    (tmp_path / "wild.py").write_text(text)
    system = load_rulebook(str(tmp_path / "wild.py"))
    found = [odds_document(question(system, "test", {}, options))["measures"] for options in ({}, {"wild": "yes"})]
    assert [[*each] for each in found] == [["total"], ["total", "doubled"]]
    (described,) = systems_document([system])["systems"]
    assert [rule["help"] for rule in described["options"]] == ["Wild?", "the least face that hits"]
