"""`oddsmith tour`."""

import pytest
from tests.cli.conftest import Run

from oddsmith.cli.commands import tour
from oddsmith.systems import system


def test_a_tour_shows_a_roll_its_odds_and_advice(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tour, "systems", lambda: [system("lantern")])
    result = run("tour --seed 7")
    assert (result.exit_code, result.stderr) == (0, "")
    for part in (
        "Lantern: Search a cave",
        "$ oddsmith roll lantern search --pool 3 --seed 7",
        "Something is found  70.37 %",
        "Advice: Three dice find something in 19/27 of all caves.",
        "oddsmith tour --seed 7",
    ):
        assert part in result.stdout
    assert run("tour --seed 7").stdout == result.stdout
    assert run("roll lantern search --pool 3 --seed 7").stdout.splitlines()[-1] in result.stdout


def test_a_tour_without_a_seed_tells_the_one_that_repeats_it(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tour, "systems", lambda: [system("lantern")])
    first = run("tour").stdout
    seed = first.rpartition("--seed ")[2].partition(".")[0]
    assert run(f"tour --seed {seed}").stdout == first
