"""`oddsmith systems`, `oddsmith audit`, `oddsmith tour` and `oddsmith completion`."""

import json

import pytest
from tests.cli.conftest import Run

from oddsmith.cli.commands import tour


def test_one_system_is_told_with_all_there_is_to_it(run: Run):
    result = run("systems lantern")
    assert (result.exit_code, result.stderr) == (0, "")
    text = " ".join(result.stdout.split())
    assert text.startswith("Lantern (lantern) Searching caves and crossing bridges by lamplight.")
    for part in (
        "--pool dice rolled (a whole number from 0 to 500) [required]",
        "events found Something is found nothing Nothing is found",
        "measures oil-burnt flasks of oil burnt",
        "decisions when to burn oil",
        "=again yes, as often as it comes up [default]",
        "Sources The rules are in the text",
    ):
        assert part in text


def test_one_system_as_json(run: Run):
    (system,) = json.loads(run("systems lantern --json").stdout)["systems"]
    assert system["name"] == "lantern"


def test_all_systems_are_listed_with_their_actions(run: Run):
    lines = run("systems").stdout.splitlines()
    assert any(line.split()[0] == "mod-dot" for line in lines if line)
    assert any(line.split() == ["lantern", "Lantern", "search,", "cross"] for line in lines)


def test_an_audit_tells_findings_with_their_figures(run: Run):
    result = run("audit lantern")
    assert result.exit_code == 0
    assert (
        result.stdout
        == """\
Lantern: 1 odd thing in its numbers

  1  A storm makes finds rarer.
      plain  19/27 (0.7037)
      storm  61/125 (0.488)
"""
    )


def test_an_audit_follows_the_house_rules(run: Run):
    document = json.loads(run("audit lantern --option sixes=stay --json").stdout)
    assert document["findings"][0]["figures"]["storm"] == "91/216"


def test_an_audit_needs_a_system(run: Run):
    result = run("audit")
    assert result.exit_code == 2
    assert "system must be given." in result.stderr
    assert "mod-dot" in result.stderr


def test_a_tour_shows_a_roll_its_odds_and_advice(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tour, "system_names", lambda: ["lantern"])
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
    monkeypatch.setattr(tour, "system_names", lambda: ["lantern"])
    first = run("tour").stdout
    seed = first.rpartition("--seed ")[2].partition(".")[0]
    assert run(f"tour --seed {seed}").stdout == first


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_calls_the_program(run: Run, shell: str):
    result = run(f"completion {shell}")
    assert result.exit_code == 0
    assert f"_ODDSMITH_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("oddsmith a", {"audit"}),
        ("oddsmith audit mod", {"mod-dot"}),
        ("oddsmith odds lan", {"lantern"}),
        ("oddsmith odds lantern s", {"search"}),
        ("oddsmith odds lantern search --p", {"--pool", "--plot"}),
        ("oddsmith odds lantern cross --manner r", {"run"}),
        ("oddsmith odds lantern search --option sixes=", {"sixes=again", "sixes=stay"}),
        ("oddsmith best lantern cross --goal o", {"over", "oil-burnt"}),
        ("oddsmith best lantern cross --price c", {"coin-paid="}),
        ("oddsmith odds nothing x", set()),
    ],
)
def test_names_are_completed(run: Run, monkeypatch: pytest.MonkeyPatch, words: str, expected: set[str], rulebook: str):
    line = words.replace("oddsmith", f"oddsmith --rulebook {rulebook}", 1)
    monkeypatch.setenv("_ODDSMITH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    found = {item.partition(",")[2] for item in run("").stdout.splitlines() if item}
    assert found == expected
