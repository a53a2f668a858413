"""Choices made at once: the game of `duel_rulebook.py`, of which the equilibrium is known by hand.

High against a low guard wounds surely, low against a high one half the time. So strike low twice as often as high, and
guard high twice as often as low: a third of all exchanges wound.
"""

import json
from pathlib import Path

from tests.cli.conftest import Run

STRIKE = f"--rulebook {Path(__file__).with_name('duel_rulebook.py')}"


def test_both_are_told_how_to_mix(run: Run):
    lines = run(f"{STRIKE} best dawn strike --goal wound").stdout
    assert "best play        33.33 %  1/3" in lines
    assert "nobody spending" in lines
    assert "player: high 1/3 or low 2/3; high 33.33 %, low 33.33 %" in lines
    assert "opponent: high 2/3 or low 1/3; high 33.33 %, low 33.33 %" in lines


def test_a_goal_with_prices_changes_the_mix(run: Run):
    # The player pays 1/4 to strike high: 3/4 against a low guard, -1/4 against a high one; low is 1/2 or 0.
    # Equal for the player when the guard is low with y: y - 1/4 = (1 - y)/2, so y = 1/2.
    document = json.loads(run(f"{STRIKE} best dawn strike --json", "--goal", "wound, high worth 1/4").stdout)
    assert document["value"]["exact"] == "1/4"
    mixes = {entry["who"]: entry["choose"] for entry in document["plan"]}
    assert mixes["opponent"] == "high 1/2 or low 1/2"


def test_enter_draws_from_the_mix(run: Run):
    line = f"{STRIKE} roll dawn strike --ask --json --seed"
    taken = set()
    for seed in range(12):
        result = run(line, str(seed), typed="\n\n")
        trail = json.loads(result.stdout)["trail"]
        taken.add(tuple(entry["taken"] for entry in trail if entry["kind"] == "choice"))
    assert len(taken) > 1
    assert "player: which [high 1/3 or low 2/3] " in result.stderr


def test_a_frontier_takes_the_others_as_they_mix(run: Run):
    document = json.loads(run(f"{STRIKE} best dawn strike --json", "--frontier", "wound,high").stdout)
    assert document["others"].startswith("opponent: as against")
    assert [point["gain"]["exact"] for point in document["points"]] == ["1/3"]
