"""`oddsmith roll`."""

import json

import pytest
from tests.cli.conftest import Run

CROSS = "roll lantern cross --target 15 --oil 2 --warden"


def test_the_trail_is_a_story_with_a_verdict(run: Run):
    result = run(CROSS, "--faces", "18,3,15", "--choose", "pay a coin,burn oil")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """\
Lantern: Cross a bridge
target 15, oil 2, warden yes

2: roll against the target; oil helps who falls short, a coin who guards the bridge. (target 15, oil
  2, burnt 0, paid 0, watched yes)
  d20: 18
  opponent chooses pay a coin (not: let pass)
  the warden pays a coin: again
(paid 1, watched no)
  d20: 3
  player chooses burn oil (not: turn back)
(oil 1, burnt 1)
  d20: 15

Over the bridge. Flasks of oil burnt: 1; coins the warden pays: 1.
"""
    )


def test_faces_of_a_pool_are_shown_with_their_fate(run: Run):
    lines = run("roll lantern search --pool 2", "--faces", "6,5,1").stdout
    assert "2d6>=5!: 6! 1 5 → 2" in lines  # an extra die lies with the die that brought it


def test_json_has_the_trail(run: Run):
    document = json.loads(run(CROSS, "--faces", "3", "--choose", "turn back", "--json").stdout)
    assert document["schema"] == "oddsmith/roll/1"
    assert [entry["kind"] for entry in document["trail"]] == ["rule", "roll", "choice"]
    assert document["outcome"] == {"over": False, "oil_burnt": 0, "coin_paid": 0}


def test_without_answers_what_spends_nothing_is_taken_and_it_says_so(run: Run):
    lines = run(CROSS, "--faces", "3").stdout
    assert "is answered with the option that spends nothing" in " ".join(lines.split())
    assert "player chooses turn back" in lines


def test_one_seed_gives_one_roll(run: Run):
    assert run("roll lantern search --pool 9 --seed 7").stdout == run("roll lantern search --pool 9 --seed 7").stdout


def test_best_play_answers_the_decisions(run: Run):
    document = json.loads(run(CROSS, "--faces", "3,3,3", "--best", "over", "--json").stdout)
    assert document["measures"]["oil_burnt"] == 2


def test_a_price_can_make_spending_unwise(run: Run):
    document = json.loads(run(CROSS, "--faces", "3", "--best", "over", "--price", "oil-burnt=9/10", "--json").stdout)
    assert document["measures"]["oil_burnt"] == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("--faces", "3"), "choose: answer 1 is missing."),
        (("--faces", "3,3"), "choose: answer 1 is missing."),
    ],
)
def test_answers_that_run_out_say_what_was_expected(run: Run, line: tuple[str, ...], message: str):
    result = run(CROSS, *line, "--choose", "")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Expected: player decides: turn back, burn oil." in result.stderr


def test_faces_that_run_out_say_what_was_expected(run: Run):
    result = run(CROSS, "--faces", "3", "--choose", "burn oil")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: faces: answer 2 is missing.\n       Expected: a face of d20: 1 to 20.\n"


def test_a_face_that_the_die_has_not_is_refused(run: Run):
    result = run("roll lantern search --pool 2", "--faces", "6,7")
    assert result.exit_code == 2
    assert "faces[1]: '7' is not allowed." in result.stderr


def test_faces_left_over_are_a_warning(run: Run):
    result = run("roll lantern search --pool 1", "--faces", "5,4,3")
    assert result.exit_code == 0
    assert result.stderr == "warning: faces that nothing asked for: 4, 3\n"


def test_answers_left_over_are_an_error(run: Run):
    result = run(CROSS, "--faces", "3", "--choose", "turn back,burn oil")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "choose: 'burn oil' is not allowed." in result.stderr


@pytest.mark.parametrize(
    "more", [("--seed", "1", "--faces", "3"), ("--ask", "--choose", "x"), ("--ask", "--best", "over")]
)
def test_two_ways_to_answer_the_same_thing_do_not_go_together(run: Run, more: tuple[str, ...]):
    result = run(CROSS, *more)
    assert result.exit_code == 2
    assert "not together with" in result.stderr


def test_a_price_needs_a_goal(run: Run):
    assert "only together with --best" in run(CROSS, "--price", "oil-burnt=1").stderr


# --ask


@pytest.mark.parametrize("typed", ["burn oil\n\n", "2\n1\n", "b\nlet\n", "swim\n2\n\n"])
def test_a_person_answers_by_name_beginning_or_number_and_enter_is_the_first(run: Run, typed: str):
    result = run(CROSS, "--faces", "3,18", "--ask", typed=typed)
    assert result.exit_code == 0
    assert "player: 1 turn back, 2 burn oil [turn back] " in result.stderr
    assert ("'swim' is none of them." in result.stderr) == ("swim" in typed)
    assert result.stdout.endswith("Over the bridge. Flasks of oil burnt: 1; coins the warden pays: 0.\n")
    assert result.stdout.count("d20: 3") == 1


def test_with_json_the_story_and_the_questions_go_to_standard_error(run: Run):
    result = run(CROSS, "--faces", "3", "--ask", "--json", typed="\n")
    assert json.loads(result.stdout)["outcome"]["over"] is False
    assert "d20: 3" in result.stderr


def test_where_nobody_answers_any_more_it_says_what_was_expected(run: Run):
    result = run(CROSS, "--faces", "3", "--ask", typed="")
    assert result.exit_code == 2
    assert "Expected: player decides: turn back, burn oil." in result.stderr
