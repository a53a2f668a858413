"""`oddsmith systems`."""

import json

from tests.cli.conftest import Run


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
