"""`oddsmith best`."""

import json
import re

import pytest
from tests.cli.conftest import Run


def test_worth_plan_and_what_then_happens_are_told(run: Run):
    result = run("best lantern cross --target 15 --oil 2 --goal over")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout
    assert "Over the bridge: 66 times in 100 (65.70 %) with best play." in lines
    assert "best play         65.70 %  657/1000" in lines
    assert "spending nothing  30.00 %  3/10" in lines
    assert "oil 2, burnt 0 (70.00 % of the time)" in lines
    assert "player: burn oil 51.00 %; turn back 0 %" in lines
    assert "flasks of oil burnt: mean 1.19 (119/100)" in lines  # 7/10 + 49/100


def test_an_opponent_plays_too(run: Run):
    lines = run("best lantern cross --target 15 --oil 1 --warden --goal over").stdout
    assert "opponent: pay a coin" in lines


def test_where_others_spend_too_the_chance_without_is_everybodys(run: Run):
    # R4.10: a quarter fails, and is tossed again for 5 EC; whoever opposes forces a success anew for 15
    alone = run("best edged-coins toss --rank 2 --ec 5 --goal success").stdout
    assert "spending nothing  75.00 %  3/4" in alone
    against = run("best edged-coins toss --rank 2 --ec 5 --opposing-ec 15 --goal success").stdout
    assert "nobody spending  75.00 %  3/4" in against
    assert (
        "Nobody spending is worth 3/4"
        in run("best edged-coins toss --rank 2 --ec 5 --opposing-ec 15 --goal success --exact").stdout
    )


def test_a_price_that_is_won_is_added(run: Run):
    lines = run(
        "best edged-coins toss --rank 2 --ec 5 --opposing-ec 15 --goal success --price opposing-ec-spent=-1/100"
    )
    assert "goal: success, plus 1/100 for each of EC spent by the opponent" in lines.stdout


def test_prices_turn_chances_into_worths(run: Run):
    lines = run("best lantern cross --target 15 --oil 2 --goal over --price oil-burnt=1/100").stdout
    assert "goal: Over the bridge, less 1/100 for each of flasks of oil burnt" in lines
    assert "best play         0.645  6451/10000" in lines


def test_exact_gives_every_value_as_a_fraction(run: Run):
    lines = run("best lantern cross --target 15 --oil 2 --goal over --exact").stdout
    assert "Best play is worth 657/1000" in lines
    assert "player: burn oil 51/100; turn back 0" in lines


def test_a_huge_plan_is_told_in_part_and_says_so(run: Run):
    lines = run("best lantern cross --target 15 --oil 40 --goal over").stdout
    assert "… and 28 less frequent ones; --plan NUMBER shows more" in lines
    assert "less frequent" not in run("best lantern cross --target 15 --oil 40 --goal over --plan 40").stdout


def test_json_has_the_whole_plan(run: Run):
    document = json.loads(run("best lantern cross --target 15 --oil 40 --goal over --json").stdout)
    assert document["schema"] == "oddsmith/best/1"
    assert len(document["plan"]) == 40
    assert document["decisions"] == {"all": 40, "reached": 40}


def test_json_lists_no_more_decisions_than_asked_for_and_counts_them_all(run: Run):
    document = json.loads(run("best lantern cross --target 15 --oil 40 --goal over --json --plan 20").stdout)
    assert len(document["plan"]) == 20
    assert document["decisions"]["all"] == 40


def test_where_there_is_nothing_to_decide_it_says_so(run: Run):
    assert "There is nothing to decide." in run("best lantern search --pool 3 --goal found").stdout


def test_an_unknown_goal_is_answered_with_all_there_are(run: Run):
    result = run("best lantern cross --target 15 --goal under")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: --goal: 'under' is not allowed.\n       Allowed: over, oil-burnt, coin-paid.\n"


def test_a_goal_must_be_named(run: Run):
    result = run("best lantern cross --target 15")
    assert result.exit_code == 2
    assert "goal must be given." in result.stderr
    assert "Allowed: over, oil-burnt, coin-paid." in result.stderr


def test_a_price_has_a_name_and_a_number(run: Run):
    assert "MEASURE=NUMBER" in run("best lantern cross --target 15 --goal over --price 3").stderr
    assert (
        "--price oil-burnt: 'cheap'" in run("best lantern cross --target 15 --goal over --price oil-burnt=cheap").stderr
    )


def test_a_long_plan_is_told_in_short(run: Run):
    lines = run("best edged-coins toss --rank 0 --ec 60", "--goal", "success, coins worth 1/100 each").stdout
    # A re-toss for 5 coins that succeeds half the time is worth success for 10, as long as 10 are left after.
    assert "In short" in lines
    assert "    ec 19 or more: re-toss for 5 EC\n    otherwise: buy the success for 10 EC\n" in lines


def test_rules_of_thumb_for_the_same_choice_are_one_row(run: Run):
    line = "best humanity-beast battle --humanity 1 --beast 1 --willpower 4 --against-humanity 1 --against-beast 1"
    line += " --against-willpower 4 --against-take all --against-spend none --goal win"
    assert (
        "willpower 1 or less, or willpower 2 or less and against willpower 3 or more, or willpower 3 or less and "
        "against willpower 4 or more: 1 Humanity and 1 Beast dice otherwise: 1 Humanity and 1 Beast dice, paying 1"
    ) in " ".join(run(line).stdout.split())


def test_choices_of_effects_go_by_their_number_and_not_by_a_text(run: Run):
    line = "best t13 invest --dice facet:d6,descendant:d8 --difficulty 4 --sway 14 --offers skill:1d6+2,talent:2d6"
    lines = " ".join(run(f"{line} --goal worth").stdout.split())
    # R2.7: Yarn is worth 4, Chi 2, Sway 1; a single effect is Yarn, two are Chi and Yarn, three or more all of them
    assert "1 or less extra effects: gain Yarn 3 or more extra effects and taken nothing: gain Sway" in lines
    assert "3 to 7 extra effects, taken nothing (" in lines
    assert "up to" not in lines


def test_what_proves_too_large_names_what_its_game_says_would_be_less(run: Run):
    line = "best t13 invest --dice facet:d6,descendant:d8 --difficulty 4 --sway 14 --offers skill:1d6+2 --tests 3"
    for more in ("", " --fast"):
        said = " ".join(run(f"{line} --goal sway-grows --limit 2000{more}").stderr.split())
        assert "Enter fewer tests; or say in worth what effects are for, such as sway:1" in said
        assert "--limit NUMBER" in said


def test_every_option_of_a_plan_is_told_in_words(run: Run):
    line = "best humanity-beast action --humanity 3 --beast 4 --willpower 2 --goal no-humanity-check --plan 99"
    lines = " ".join(run(line).stdout.split())
    assert "let the dice lie: 0 %; reroll a Beast die without a success: 0 %, reroll a Humanity die" in lines
    assert not [name for name in ("reroll beast", "reroll humanity", "keep", "before ") if name in lines]


def test_a_plan_of_single_decisions_is_not_told_twice(run: Run):
    assert "In short" not in run("best edged-coins toss --rank 0 --ec 1 --goal success").stdout


def test_a_goal_may_be_put_together(run: Run):
    line = "best humanity-beast action --humanity 7 --beast 3 --willpower 5 --difficulty 3"
    lines = " ".join(run(line, "--goal", "success but no Humanity check").stdout.split())
    assert "goal: the difficulty is met, and no Humanity check" in lines
    document = json.loads(run(line, "--json", "--goal", "success but no Humanity check").stdout)
    assert document["goal"] == "success and no_humanity_check"
    assert document["events"]["success and no_humanity_check"]["p"] == document["value"]["exact"]
    same = json.loads(run(line, "--json", "--goal", "clean-success").stdout)
    assert same["value"] == document["value"]


def test_the_opening_says_who_chooses_what(run: Run) -> None:
    line = "humanity-beast conflict --humanity 1 --beast 0 --willpower 1 --against-humanity 1 --against-beast 0"
    line += " --against-willpower 1 --against-spend open --option again=once"
    told = " ".join(run(f"best {line} --goal win").stdout.split())
    now = "pay 1 Willpower now for an assured success"
    assert f"At first: player: {now}; opponent: {now}." in told
    assert "as after" not in told
    asked = run(f"roll {line} --ask", "--seed", "1", typed="\n" * 9)
    assert "1 pay no Willpower" in " ".join(asked.stderr.split())


_BATTLE = (
    "battle --humanity 1 --beast 2 --against-humanity 1 --against-beast 0 --willpower 2 --against-willpower 1 "
    "--spend either --against-spend either --goal win"
)
_SCENE = (
    "scene --humanity-dice 3 --beast-dice 2 --difficulties easy,easy --willpower 1 --option pool=per-scene "
    "--spend either --goal all-met"
)
_TALENTED = "toss --rank copper --talents lucky=2:re-toss,steady=1:rank*2 --ec 4 --goal success"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"humanity-beast {_BATTLE}", ["lead −1, the player could reroll a Beast die without a success ("]),
        (f"humanity-beast {_SCENE}", ["3 Humanity dice left, 2 Beast dice left", "1 Humanity die left"]),
        (f"edged-coins {_TALENTED}", ["2 steady uses left", "1 steady use left"]),
    ],
)
def test_situations_are_told_in_the_words_of_the_game(run: Run, line: str, words: list[str]) -> None:
    result = run(f"best {line}")
    assert result.exit_code == 0, result.stderr
    told = " ".join(result.stdout.partition("In short")[2].split())
    assert [one for one in words if one not in told] == []
    inner = re.findall(r"\b(?:humanity|colour|fresh|held|bought|name|side|uses|left \d)\b:?", told)
    assert [one for one in inner if one.endswith(":") or one[-1].isdigit()] == []
