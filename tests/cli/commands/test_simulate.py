"""`oddsmith simulate`."""

import json
import re

import pytest
from tests.cli.conftest import Run


def test_shares_stand_beside_their_standard_error_and_counts(run: Run):
    result = run("simulate lantern search --pool 3 --runs 1000000 --seed 1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "1,000,000 simulated runs, seed 1" in result.stdout
    assert re.search(r"Something is found  70\.\d\d %  ± 0\.046 %  █+.?\s+70\d,\d\d\d\n", result.stdout)


def test_a_simulation_without_a_seed_tells_the_one_that_repeats_it(run: Run):
    first = json.loads(run("simulate lantern search --pool 3 --runs 1000 --json").stdout)
    again = json.loads(run(f"simulate lantern search --pool 3 --runs 1000 --seed {first['seed']} --json").stdout)
    assert first == again


def test_a_billion_runs_take_no_longer_than_a_thousand(run: Run):
    document = json.loads(run("simulate lantern search --pool 3 --runs 1000000000 --seed 1 --json").stdout)
    assert document["events"]["found"]["float"] == pytest.approx(19 / 27, abs=1e-4)


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ("--runs 0", "runs: '0' is not allowed.\n       Allowed: a whole number, 1 to 10^15."),
        ("--runs 1e6", "runs: '1e6' is not allowed.\n       Allowed: a whole number, 1 to 10^15."),
        ("--runs 9 --limit 0", "limit: '0' is not allowed.\n       Allowed: a whole number, 1 or more."),
        ("", "runs must be given."),
    ],
)
def test_a_wrong_number_of_runs_is_refused(run: Run, runs: str, message: str):
    result = run(f"simulate lantern search --pool 3 {runs}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
