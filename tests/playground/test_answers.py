"""What the page asks of Python, without a browser."""

import json

import pytest
from playground.playground import answer

from oddsmith import d6
from oddsmith.answers.documents.gallery import gallery_document
from oddsmith.systems.registry import system, system_names


def asked(**request):
    return json.loads(answer(json.dumps(request)))


def test_a_notation_has_odds_and_a_roll():
    assert asked(kind="notation", text="3d6")["odds"]["measures"]["total"]["pmf"][-1][1] == "1/216"
    assert asked(kind="notation roll", text="1d1 + 2")["line"].endswith("3")


ACTIONS = [(name, action.name) for name in system_names() for action in system(name).actions]


def test_every_action_that_comes_with_oddsmith_is_offered():
    for name in system_names():
        offered = [action["name"] for action in asked(kind="rules", system=name)["actions"]]
        assert offered == [action for of, action in ACTIONS if of == name]


@pytest.mark.parametrize(("name", "action"), ACTIONS)
def test_every_action_that_comes_with_oddsmith_is_asked_and_rolled(name, action):
    rules = asked(kind="rules", system=name, action=action)
    assert "problem" not in rules
    assert rules["action"] == action
    assert "problem" not in asked(kind="roll", system=name, action=action)


@pytest.mark.parametrize("name", [each["name"] for each in gallery_document()["games"]])
def test_every_game_of_the_gallery_is_asked_and_rolled_from_its_text(name):
    (game,) = [each for each in asked(kind="start")["gallery"] if each["name"] == name]
    rules = asked(kind="rules", code=game["code"])
    assert "problem" not in rules
    assert rules["odds"]["events"] or rules["odds"]["measures"]
    assert asked(kind="roll", code=game["code"], action=rules["action"])["roll"]["trail"]


@pytest.mark.parametrize(
    ("system", "action", "said"),
    [
        ("edged-coins", "toss", "failure"),
        ("humanity-beast", "frenzy-check", "no frenzy"),
        ("edged-coins", "damage", ""),
        ("edged-coins", "duel", "the first side does not win"),
        ("dot", "opposed", "whoever acts does not win"),
        ("humanity-beast", "battle", "the player does not win"),
    ],
)
def test_a_roll_says_what_it_is_when_nothing_holds(system, action, said):
    assert asked(kind="roll", system=system, action=action)["otherwise"] == said


def test_best_play_is_asked_for_any_goal_that_the_page_offers():
    rules = asked(kind="rules", system="humanity-beast", action="action")
    best = asked(kind="best", system="humanity-beast", action="action", goal=next(iter(rules["goals"])))["best"]
    assert best["plan"]


def test_a_mistake_in_the_rules_is_a_problem_with_its_line():
    problem = asked(kind="rules", code="from oddsmith.games import Game\n\ngame = Gam('x')\n")["problem"]
    assert "line 3" in problem["detail"] or problem.get("line") == 3
    assert problem["remedy"] == "Did you mean 'Game'?"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("await rol(d6)", "roll"),
        ("await roll(d6.pool(2).keep_higest(1))", "keep_highest"),
        ("rage(3)", "range"),
        ("xyzzy(3)", ""),
    ],
)
def test_a_name_that_is_a_slip_is_met_with_what_was_meant(line, meant):
    rule = "from oddsmith import d6, roll\nfrom oddsmith.games import Game\ngame = Game('x')\n@game.action\n"
    problem = asked(kind="rules", code=f"{rule}async def it() -> int:\n    {line}\n    return 1\n")["problem"]
    assert "line 6" in problem["detail"]
    assert problem["remedy"] == (f"Did you mean '{meant}'?" if meant else "Nothing has that name: define or import it.")


def test_what_the_editor_completes_is_what_python_has():
    known = asked(kind="start")["known"]
    names, members = known["names"], known["members"]
    assert {names["d6"]["gives"], names["coin"]["gives"], members["Die"]["pool"]["gives"]} == {"Die", "Pool"}
    assert members["Pool"]["keep_highest"]["gives"] == "Pool"
    assert names["parse"]["gives"] == "Expression"
    assert "exact" in names["odds"]["says"]
    assert {"action", "event", "measure"} <= set(members["Game"])
    for kind, thing in (("Die", d6), ("Pool", d6.pool(2)), ("Finite", d6.distribution())):
        assert {name for name in dir(thing) if not name.startswith("_")} == set(members[kind]), kind
