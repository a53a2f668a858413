"""`oddsmith odds|roll|simulate NOTATION`."""

import json

import pytest
from tests.cli.conftest import Run


def test_odds_tell_mean_spread_mode_quartiles_and_each_number_exactly_or_more_or_less(run: Run):
    result = run("odds", "10-2d6")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        """\
10-2d6

Total: 3 on average.

  total: mean 3, standard deviation 2.42, mostly −1 to 7
    mode 3, median 3, quartiles 1 and 5
        exactly  or more  or less
    −2   2.78 %    100 %   2.78 %  ████                      1/36
    −1   5.56 %  97.22 %   8.33 %  ████████                  1/18
     0   8.33 %  91.67 %  16.67 %  ████████████              1/12
     1  11.11 %  83.33 %  27.78 %  ████████████████          1/9
     2  13.89 %  72.22 %  41.67 %  ████████████████████      5/36
     3  16.67 %  58.33 %  58.33 %  ████████████████████████  1/6
     4  13.89 %  41.67 %  72.22 %  ████████████████████      5/36
     5  11.11 %  27.78 %  83.33 %  ████████████████          1/9
     6   8.33 %  16.67 %  91.67 %  ████████████              1/12
     7   5.56 %   8.33 %  97.22 %  ████████                  1/18
     8   2.78 %   2.78 %    100 %  ████                      1/36
"""
    )


def test_json_is_one_document(run: Run):
    document = json.loads(run("odds", "4d6kh3", "--json").stdout)
    assert document["measures"]["total"]["mean"]["exact"] == "15869/1296"


def test_spaces_need_no_quotes(run: Run):
    assert run("roll 2d6 + 3 --faces 4,5").stdout == "2d6 + 3: 2d6 [4 5] + 3 = 12\n"
    row = run("roll", "2d{(0,0),(1,0),(1,1)}", "--faces", "(1,1),(1, 0)")
    assert row.stdout == "2d{(0,0),(1,0),(1,1)}: 2d{(0,0),(1,0),(1,1)} [(1, 1) (1, 0)] = 2, 1\n"


def test_a_seed_gives_the_same_roll_and_a_table_shows_every_part(run: Run):
    assert run("roll", "4d6kh3+2", "--seed", "a").stdout == run("roll", "4d6kh3+2", "--seed", "a").stdout
    assert run("roll", "2d6[fire]+1", "--faces", "4,5", "--table").stdout == (
        "2d6[fire]+1         10\n  2d6[fire]          9\n    2d6      [4 5]   9\n  1                  1\n"
    )


def test_faces_that_are_left_over_are_told_and_missing_ones_are_an_error(run: Run):
    assert "nothing asked for: 6" in run("roll", "1d6", "--faces", "4,6").stderr
    result = run("roll", "2d6", "--faces", "4")
    assert result.exit_code == 2
    assert "answer 2 is missing" in result.stderr


def test_many_rolls_are_a_number_on_each_line(run: Run):
    lines = run("roll", "10d10>=7", "--times", "2000", "--seed", "1").stdout.splitlines()
    assert len(lines) == 2000
    assert {int(line) for line in lines} <= set(range(11))
    document = json.loads(run("roll", "2x d6", "--times", "5", "--json").stdout)
    assert [len(value) for value in document["values"]] == [2] * 5


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["roll", "d6", "--seed", "1", "--faces", "3"], "--seed"),
        (["roll", "d6", "--times", "3", "--faces", "3"], "--times"),
        (["simulate", "d6"], "runs must be given"),
        (["compare", "d6"], "Compare needs two rolls or more."),
        (["odds", "lantren"], "lantern"),
    ],
)
def test_wrong_usage_says_what_is_allowed(run: Run, line: list[str], message: str):
    result = run(*line)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_an_error_in_a_notation_shows_the_place_what_was_expected_and_a_suggestion(run: Run):
    result = run("odds", "2d20kh + 5")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: ` ` does not belong here.",
        "         2d20kh + 5",
        "               ^",
        "       Expected: how many dice to keep. Try: `kh1`",
    ]


def test_what_is_too_large_is_refused_with_exit_code_4_and_can_be_simulated(run: Run):
    result = run("odds", "60d100000u")
    assert result.exit_code == 4
    assert "simulate" in result.stderr
    assert run("simulate", "60d100000u", "--runs", "20", "--seed", "1").exit_code == 0


def test_a_simulation_counts(run: Run):
    result = run("simulate", "d6 vs d8", "--runs", "1000", "--seed", "1")
    assert result.exit_code == 0
    assert "1,000 simulated runs, seed 1" in result.stdout
    assert "the left one is ahead" in result.stdout


def test_comments_are_shown_above_the_odds(run: Run):
    assert run("odds", "1d6 # strength").stdout.splitlines()[:2] == ["1d6", "# strength"]


def test_help_shows_that_a_notation_may_stand_there(run: Run):
    assert "NOTATION" in run("odds --help").stdout
    assert "4d6kh3" in run("odds --help").stdout
    assert "--times" in run("roll", "4d6", "--help").stdout


@pytest.mark.parametrize("line", ["odds set(3d10!)", "compare set(3d10!) set(2d10!)"])
def test_what_is_not_resolved_is_told_by_its_size_and_in_full_where_numbers_are_exact(run: Run, line: str):
    short = run(line)
    assert "Not resolved: about 3e-19" in short.stdout
    assert max(map(len, short.stdout.splitlines())) <= 100
    assert "299999999999999999970000000000000000001/1" in run(f"{line} --exact").stdout


def test_a_sum_of_more_numbers_than_can_be_listed_is_not_called_even(run: Run) -> None:
    shown = run("odds", "d400000+d400000").stdout
    assert "total: from 2 to 800,000, more numbers than can be listed" in shown


def test_successes_of_a_huge_die_are_told_at_once(run: Run) -> None:
    (none, one) = json.loads(run("odds", "d1000000000000>=500", "--json").stdout)["measures"]["total"]["pmf"]
    assert (none[1], one[1]) == ("499/1000000000000", "999999999501/1000000000000")
    warned = json.loads(run("odds", "d1000000000000=d6", "--json").stdout)["warnings"]
    assert warned == [
        "No die here has the face d6, so =d6 counts no die. To compare what two sides roll: 1d1000000000000 vs d6."
    ]
