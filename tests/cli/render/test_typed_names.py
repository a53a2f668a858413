"""Names as they are typed: the same in help, on the line, and in messages."""

import pytest
from tests.cli.conftest import Run

TOSS = "odds edged-coins toss --rank 2"


def refusal(run: Run, line: str) -> str:
    """Return the message that refuses a line, on one line."""
    result = run(line)
    assert (result.exit_code, result.stdout) == (2, "")
    return " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"{TOSS} --opposing-rank 9", "--opposing-rank: '9' is not allowed."),
        (f"{TOSS} --opposing_rank 9", "--opposing-rank: '9' is not allowed."),
        (f"{TOSS} --opposers 2", "--opposers: 2 is not allowed. Allowed: 1, or also give --opposing-rank."),
        (f"{TOSS} --option skill-effort=x", "--option skill-effort: 'x' is not allowed."),
        (f"{TOSS} --option skill_effort=x", "--option skill-effort: 'x' is not allowed."),
        (f"{TOSS} --option reroll=x", "There are: rank-six, beyond,"),
        ("odds edged-coins fire --potency 1 --hc 3 --ec 5", "or choose --option fire-answers=yes"),
        ("odds t13 test --dice facet:d6 --prof-dice d4 --fitting 1 --difficulty 5", "since --prof-dice is given"),
        ("odds humanity-beast mix --humanity-dice 8 --beast-dice 8", "--beast-dice: 8 is not allowed."),
        ("odds mod-dot test --pool 3 --up 1/2 --even 2/3", "--up, --even: '1/2, 2/3' is not allowed."),
        ("best edged-coins toss --rank 2 --goal coppers", "Allowed: success, dramatic, ec-spent, opposing-ec-spent."),
        ("roll edged-coins toss --rank 2 --best coppers", "--best: 'coppers' is not allowed."),
        ("roll edged-coins toss --rank 2 --ask --goal coppers", "--goal: 'coppers' is not allowed."),
        ("audit dot --option rounding=up", "--option rounding: 'up' is not allowed."),
        ("audit dot --option sidez=2", "There are: rounding, low-characteristic,"),
    ],
)
def test_messages_name_things_as_they_are_typed(run: Run, line: str, message: str):
    assert message in refusal(run, line)


def test_warnings_name_house_rules_as_they_are_typed(run: Run):
    warning = " ".join(run("odds humanity-beast humanity-check --humanity 7 --willpower 5").stderr.split())
    assert "--option humanity-loss=aug2010" in warning


# once


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("odds edged-coins toss --rank 2 --rank 3", "--rank is given twice: 2 and 3."),
        ("odds edged-coins toss --rank 2 --rank=2 --rank 2", "--rank is given 3 times: 2 and 2 and 2."),
        ("odds lantern search --pool 3 --storm --storm no", "--storm is given twice: yes and no."),
        ("roll lantern search --pool 3 --seed 1 --seed 2", "--seed is given twice: 1 and 2."),
        ("roll 2d6 --faces 1,2 --faces 3,4", "--faces is given twice: 1,2 and 3,4."),
        (f"{TOSS} --limit 5 --limit 6", "--limit is given twice: 5 and 6."),
        (
            f"{TOSS} --option chain=whole --option chain=each-toss",
            "--option chain is given twice: whole and each-toss.",
        ),
        (
            f"{TOSS} --option fire_answers=no --option fire-answers=yes",
            "--option fire-answers is given twice: no and yes.",
        ),
        (
            "best lantern cross --target 15 --oil 2 --goal over --price oil-burnt=1 --price oil_burnt=2",
            "--price oil-burnt is given twice: 1 and 2.",
        ),
    ],
)
def test_what_can_be_said_once_is_not_said_twice(run: Run, line: str, message: str):
    assert refusal(run, line) == f"error: {message} It may be given only once."


# values without a name


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("odds mod-dot test 10", "--pool 10"),
        ("odds mod-dot test pool=10", "--pool 10"),
        ("odds mod-dot test pool 10", "--pool 10"),
        ("odds edged-coins toss -1", "--rank -1"),
        ("odds edged-coins toss 2 --exact", "--rank 2"),
        ("odds edged-coins resist 2", "--rank 2"),  # its first input, ec, need not be given
        (f"{TOSS} easy", "--difficulty easy"),
        (f"{TOSS} 1", "--modifier 1"),  # the rank is there
        (f"{TOSS} chain=whole", "--option chain=whole"),
        (f"{TOSS} fire-answers yes", "--option fire-answers=yes"),
        ("odds t13 test facet:d6,skill:d8", "--dice facet:d6,skill:d8"),
        ("odds t13 test 7", "--difficulty 7"),
    ],
)
def test_a_value_without_a_name_is_refused_with_the_input_that_it_may_be_for(run: Run, line: str, meant: str):
    message = refusal(run, line)
    assert message.startswith("error: inputs: '")
    assert f"Allowed: values with their name before them, here {meant}. There are --" in message


def test_where_nobody_can_guess_all_inputs_are_told(run: Run):
    message = refusal(run, f"{TOSS} fourteen gold")
    assert "Allowed: values with their name before them. There are --rank, --difficulty," in message


def test_an_option_that_there_is_not_is_answered_with_the_nearest(run: Run):
    assert "Did you mean '--rank'? " in refusal(run, "odds edged-coins toss --rnk 2")


# signs


@pytest.mark.parametrize("rank", ["-1", "−1"])
def test_a_number_below_zero_is_typed_with_either_sign_and_told_with_one(run: Run, rank: str):
    result = run("odds edged-coins toss --rank", rank)
    assert "rank −1" in result.stdout
    assert result.stderr == "warning: Rank −1 is reached through modifiers only (R4.1).\n"
    assert '"rank": -1' in run("odds edged-coins toss --json --rank", rank).stdout


def test_what_is_allowed_is_told_with_the_same_sign(run: Run):
    assert "a whole number from −1 to 6, or iron 0, copper 1" in refusal(run, "odds edged-coins toss --rank 7")
    assert "(a whole number from −1 to 6, or" in run("odds edged-coins toss --help").stdout


def test_a_price_below_zero_is_typed_with_either_sign(run: Run):
    lines = [run("best lantern cross --target 15 --oil 2 --goal over --price", f"oil={sign}1/9") for sign in "-−"]
    assert lines[0].stdout == lines[1].stdout
    assert "plus 1/9 for each of flasks of oil burnt" in lines[0].stdout


# systems and commands


@pytest.mark.parametrize("line", ["odds mod_dot test --pool 3", "odds Mod-Dot test --pool 3"])
def test_a_system_is_known_in_any_spelling(run: Run, line: str):
    assert run(line).stdout == run("odds mod-dot test --pool 3").stdout


def test_a_system_is_known_in_any_spelling_where_it_is_an_argument(run: Run):
    assert run("systems Edged_Coins").stdout == run("systems edged-coins").stdout


def test_a_system_without_a_command_is_answered_with_where_it_belongs(run: Run):
    assert "such as oddsmith odds mod-dot. There are: systems, roll," in refusal(run, "mod-dot odds")
    assert "such as" not in refusal(run, "lantern-light")
