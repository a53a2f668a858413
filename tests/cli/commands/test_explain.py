"""`oddsmith explain`."""

import json

from tests.cli.conftest import Run


def test_it_prints_how_rules_run_where_states_are_and_what_would_help(run: Run):
    result = run("explain lantern cross --target 15 --oil 2")
    assert result.exit_code == 0
    assert result.stdout.startswith("Lantern: Cross a bridge\n")
    titles = ["How each rule runs", "States by line", "Time: ", "Change that would help"]
    places = [result.stdout.index(title) for title in titles]
    assert places == sorted(places)
    assert "(rulebook.py:" in result.stdout


def test_a_document_holds_the_same(run: Run):
    document = json.loads(run("explain lantern cross --target 15 --oil 2 --json").stdout)
    assert (document["schema"], document["system"], document["action"]) == ("oddsmith/explain/1", "lantern", "cross")
    assert document["decisions"] > 0
    assert sum(line["states"] for line in document["lines"]) + document["ends"] == document["states"]
    assert {"rule", "file", "line", "compiled"} <= document["rules"][0].keys()
    assert document["seconds"].keys() == {"exploring", "solving", "compiling", "checking"}


def test_past_the_limit_it_explains_what_it_saw(run: Run):
    result = run("explain lantern cross --target 15 --oil 20 --limit 30")
    assert result.exit_code == 0
    assert "30 states so far" in result.stdout
    assert "Given up: This needs more than 30 states; the limit is 30." in result.stdout
    assert json.loads(run("explain lantern cross --target 15 --oil 20 --limit 30 --json").stdout)["stopped"]


def test_wrong_inputs_are_told_as_elsewhere(run: Run):
    result = run("explain lantern cross")
    assert result.exit_code == 2
    assert "--target must be given" in result.stderr


def test_systems_and_actions_complete(run: Run):
    help_page = run("explain --help").stdout
    assert "explain mod-dot test --pool 5" in help_page
    assert "lantern" in help_page
