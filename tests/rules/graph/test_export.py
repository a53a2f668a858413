"""Graphs for other programs. What they hold is judged by Storm, which solves one-player models exactly."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.games import gambler, is_won, open_ended, threes

from oddsmith.dice import d4, d6, d10
from oddsmith.errors import BadInput, RuleError, TooLarge
from oddsmith.rules import Call, Then, best, choose, explore, first_option, odds, roll, rule
from oddsmith.rules.graph.export import PrismModel, dot, prism


@rule
async def push_your_luck(target: int, rerolls: int) -> Then[bool]:
    face = await roll(d4)
    if face >= target or rerolls == 0:
        return face >= target
    if await choose("player", ("keep", "roll again!")) != "keep":
        return push_your_luck(target, rerolls - 1)
    return False


def test_a_decision_process_is_written_choice_by_choice() -> None:
    model = prism(explore(push_your_luck(4, 1)), {"win": lambda won: won})
    # 0 is the call; 1 the decision after a 1, 2 or 3; 2 a win; 3 a loss; 4 the second call; 5 "done"
    assert model.kind == "mdp"
    assert model.players == ("player",)
    header, *lines = model.files[".tra"].splitlines()
    assert header == "6 7 9"  # states, choices, transitions
    assert [line for line in lines if line.startswith("0 ")] == ["0 0 1 3/4", "0 0 2 1/4"]
    decisions = [line.split() for line in lines if len(line.split()) == 5]
    assert [row[1] + row[4] for row in decisions] == ["0keep", "1roll_again"]
    assert model.files[".lab"].splitlines()[0] == '0="init" 1="deadlock" 2="done" 3="unresolved" 4="win"'
    (win,) = [line.split(":")[0] for line in model.files[".lab"].splitlines()[1:] if line.endswith(": 4")]
    assert model.files["1.srew"].splitlines() == ['# Reward structure "win"', "# State rewards", "6 1", f"{win} 1"]
    assert f"{win}: True" in model.files[".txt"]


def targets_of(lines: list[str], state: int) -> list[int]:
    return [int(line.split()[2]) for line in lines if line.split()[0] == str(state)]


def test_files_are_named_as_prism_names_them(tmp_path: Path) -> None:
    paths = prism(explore(push_your_luck(4, 1)), {"win": lambda won: won}).write(tmp_path, "luck")
    assert [path.name for path in paths] == ["luck.tra", "luck.sta", "luck.lab", "luck1.srew", "luck.txt"]
    assert paths[1].read_text().startswith("(node)\n0:(0)\n")


def test_several_who_decide_make_a_turn_based_game() -> None:
    @rule
    async def dispute() -> str:
        if await choose("player", ("yield", "insist")) == "yield":
            return "yielded"
        return await choose("opponent", ("yielded to", "fought"))

    model = prism(explore(dispute()), {})
    assert (model.kind, model.players) == ("smg", ("player", "opponent"))
    header, first, *rest = model.files[".tra"].splitlines()
    assert header.startswith("6:2 ")  # states, players
    assert first.startswith("0:0 0 ")
    assert sum(line.split()[0].endswith(":1") for line in rest) == 2


def test_probability_that_is_not_resolved_has_a_label() -> None:
    @rule
    async def steered() -> bool:
        return await roll(d10.explode().pool(2).count(at_least=7)) % 2 == 0

    model = prism(explore(steered(), bound=Fraction(1, 1000)), {})
    assert model.kind == "dtmc"
    assert any(line.endswith(": 3") for line in model.files[".lab"].splitlines())


@pytest.mark.parametrize("name", ["two words", "1st", "init", ""])
def test_a_goal_needs_a_name_that_prism_can_take(name: str) -> None:
    with pytest.raises(BadInput, match="goal"):
        prism(explore(push_your_luck(4, 1)), {name: None})


def test_other_goals_than_the_outcome_are_refused_where_edges_add_to_it() -> None:
    with pytest.raises(RuleError, match=r"Export \{name: None\}"):
        prism(explore(open_ended(2)), {"many": lambda total: total > 3})


def test_a_drawing_names_options_probabilities_and_gains() -> None:
    drawing = dot(explore(open_ended(2)))
    assert '[label="player decides: open_ended(bonus=2)", shape=box];' in drawing
    assert 'label="stop"' in drawing
    assert 'label="5/6 (+1)"' in drawing
    assert '[label="2", peripheries=2];' in drawing


def test_a_drawing_that_nobody_could_read_is_refused() -> None:
    with pytest.raises(TooLarge, match="Draw a smaller case"):
        dot(explore(push_your_luck(4, 9)), limit=10)


# -- Storm agrees, exactly


@rule
async def craps() -> Then[bool]:
    first = await roll(d6.pool(2).sum())
    return first in (7, 11) if first in (2, 3, 7, 11, 12) else point(first)


@rule
async def point(target: int) -> Then[bool]:
    total = await roll(d6.pool(2).sum())
    return total == target if total in (target, 7) else point(target)


@pytest.mark.parametrize(
    ("call", "goal"),
    [
        (push_your_luck(3, 2), is_won),
        (open_ended(2), None),
        (open_ended(7), None),
        (threes(3), None),
        (gambler(5, 12), is_won),
    ],
    ids=["push your luck", "open ended 2", "open ended 7", "threes", "gambler"],
)
def test_storm_agrees_on_best_play(call: Call[Any], goal: Callable[[Any], int] | None) -> None:
    found = storm(prism(explore(call), {"goal": goal}), 'R{"goal"}max=? [F "done"]')
    assert found == best(call, goal).value


def test_storm_agrees_on_a_player_who_wants_little() -> None:
    found = storm(prism(explore(threes(3)), {"total": None}), 'R{"total"}min=? [F "done"]')
    assert found == best(threes(3), players={"player": min}).value


def test_storm_agrees_on_the_chance_of_an_event() -> None:
    model = prism(explore(gambler(5, 12)), {"rich": is_won})
    assert storm(model, 'Pmax=? [F "rich"]') == best(gambler(5, 12), is_won).value


def test_storm_agrees_on_odds() -> None:
    found = storm(prism(explore(craps()), {"win": is_won}), 'P=? [F "win"]')
    assert found == odds(craps(), first_option).pmf(True) == Fraction(244, 495)


steps = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=5)


@settings(max_examples=25, deadline=None)
@given(steps)
def test_storm_agrees_on_processes_that_turn_back(steps: list[tuple[int, int, int]]) -> None:
    """At every state: stop for its worth, or roll a d6 and go to one of two states, or end on a 6."""

    @rule
    async def walk(place: int) -> Then[int]:
        first, second, cut = steps[place % len(steps)]
        if await choose("player", ("stop", "walk")) == "stop":
            return 1 + first * second
        face = await roll(d6)
        return 0 if face == 6 else walk(first % len(steps)) if face <= cut else walk(second % len(steps))

    found = storm(prism(explore(walk(0)), {"worth": None}), 'R{"worth"}max=? [F "done"]')
    assert found == best(walk(0)).value


def storm(model: PrismModel, query: str) -> Fraction:
    """Storm's verdict on a property of a model, in exact arithmetic."""
    stormpy = pytest.importorskip("stormpy", exc_type=ImportError)  # there, but without libatomic it cannot be loaded
    with TemporaryDirectory() as directory:
        path = Path(directory) / "model.drn"
        path.write_text(_in_storms_own_format(model))
        built = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    (asked,) = stormpy.parse_properties(query)
    (start,) = built.initial_states
    return Fraction(str(stormpy.model_checking(built, asked).get_value(start)))


def _in_storms_own_format(model: PrismModel) -> str:
    """PRISM's files as one of Storm's: its reader of PRISM's format has no exact mode."""
    header, *rows = [line.split() for line in model.files[".tra"].splitlines()]
    choices: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        if model.kind == "dtmc":
            row.insert(1, "0")
        choices.setdefault((int(row[0]), int(row[1])), []).append(f"{row[2]} : {row[3]}")
    names, *marked = model.files[".lab"].splitlines()
    labels = [name.split('"')[1] for name in names.split()]
    labelled = {int(line.split(":")[0]): [labels[int(n)] for n in line.split(":")[1].split()] for line in marked}
    rewards = [(ending, text.splitlines()) for ending, text in model.files.items() if ending.endswith(".srew")]
    structures = [(lines[0].split('"')[1], dict(line.split() for line in lines[3:])) for _, lines in rewards]
    states = int(header[0])
    text = [f"@type: {model.kind.upper()}", "@parameters", "", "@reward_models", " ".join(n for n, _ in structures)]
    text += ["@nr_states", str(states), "@nr_choices", str(len(choices)), "@model"]
    for state in range(states):
        worth = ", ".join(values.get(str(state), "0") for _, values in structures)
        text.append(f"state {state} [{worth}] {' '.join(labelled.get(state, []))}")
        for choice in range(len(choices)):
            if (state, choice) not in choices:
                break
            text.append(f"\taction {choice} [{', '.join('0' for _ in structures)}]")
            text += [f"\t\t{edge}" for edge in choices[state, choice]]
    return "\n".join(text) + "\n"
