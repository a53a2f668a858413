"""`oddsmith systems`."""

import json

import pytest
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


def test_a_rule_is_looked_up_by_its_id(run: Run):
    result = run("systems edged-coins --rules r4.6")
    assert result.stdout.startswith(
        "R4.6 Damage begins at 1. A toss as the rank of its Potency goes on until one fails"
    )
    assert len(run("systems edged-coins --rules").stdout) > 20 * len(result.stdout)
    assert run("systems --rules G4.1").stdout.splitlines()[2].startswith("  rank-six What is rank 6?")


def test_a_rule_that_nobody_knows_is_refused_with_those_there_are(run: Run):
    result = run("systems edged-coins --rules R9.9")
    assert result.exit_code == 2
    assert "Unknown rule 'R9.9'.\n       There are: R4.1 to R4.11, G4.1 to G4.20.\n" in result.stderr


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("R3.2", "It is a rule of humanity-beast. There are: R2.1 to R2.20, G2.1 to G2.28."),
        ("r2.21", "Near it: R2.18, R2.19, R2.20. There are: R2.1 to R2.20, G2.1 to G2.28."),
        ("R2.7, G2.40", "Near it: G2.26, G2.27, G2.28. There are: R2.1 to R2.20, G2.1 to G2.28."),
    ],
)
def test_a_rule_that_the_game_does_not_have_is_told_where_it_is_or_what_is_near(run: Run, typed: str, told: str):
    result = run("systems t13 --rules", typed)
    assert result.exit_code == 2
    assert " ".join(result.stderr.split()).endswith(told)


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("R2.6, R2.11", ["R2.6", "R2.11"]),
        ("R2.7 to R2.9", ["R2.7", "R2.8", "R2.9"]),
        ("R2.9 to r2.8", ["R2.8", "R2.9"]),
    ],
)
def test_the_ids_of_a_line_of_a_trail_are_looked_up_as_it_has_them(run: Run, typed: str, ids: list[str]):
    told = json.loads(run("systems t13 --json --rules", typed).stdout)["rules"]
    assert [rule["id"] for rule in told] == ids


def test_rules_as_json_have_the_house_rules_that_settle_them(run: Run):
    (rule,) = json.loads(run("systems humanity-beast --rules G3.14 --json").stdout)["rules"]
    assert rule["text"].startswith("The rules do not say what a tie is.")
    assert [settled["name"] for settled in rule["house_rules"]] == ["tie"]
