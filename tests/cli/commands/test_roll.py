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
  2, watched yes)
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
    assert "takes the option that spends nothing" in " ".join(lines.split())
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
        (("--faces", "3"), "--choose: answer 1 is missing."),
        (("--faces", "3,3"), "--choose: answer 1 is missing."),
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
    assert result.stderr == "error: --faces: answer 2 is missing.\n       Expected: a face of the d20: 1 to 20.\n"


def test_a_face_that_the_die_has_not_is_refused(run: Run):
    result = run("roll lantern search --pool 2", "--faces", "6,7")
    assert result.exit_code == 2
    assert "--faces, answer 2: '7' is not allowed." in result.stderr


def test_faces_left_over_are_a_warning(run: Run):
    result = run("roll lantern search --pool 1", "--faces", "5,4,3")
    assert result.exit_code == 0
    assert result.stderr == "warning: faces that nothing asked for: 4, 3\n"


def test_answers_left_over_are_an_error(run: Run):
    result = run(CROSS, "--faces", "3", "--choose", "turn back,burn oil")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--choose: 'burn oil' is not allowed." in result.stderr


@pytest.mark.parametrize(
    ("more", "both"),
    [
        (("--seed", "1", "--faces", "3"), "--seed and --faces"),
        (("--ask", "--choose", "x"), "--choose and --ask"),
        (("--ask", "--best", "over"), "--ask and --best"),
    ],
)
def test_two_ways_to_answer_the_same_thing_do_not_go_together(run: Run, more: tuple[str, ...], both: str):
    result = run(CROSS, *more)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [f"error: {both} do not go together.", "       Give one of them."]


def test_a_price_needs_a_goal(run: Run):
    assert "only together with --best or --ask" in run(CROSS, "--price", "oil-burnt=1").stderr


# --ask


@pytest.mark.parametrize("typed", ["burn oil\n1\n", "\nlet pass\n", "2\n1\n", "b\nlet\n", "swim\n2\n1\n"])
def test_a_person_answers_by_name_beginning_or_number_and_enter_is_the_best(run: Run, typed: str):
    result = run(CROSS, "--faces", "3,18", "--ask", typed=typed)
    assert result.exit_code == 0
    assert "player: which [burn oil] " in result.stderr
    assert ("'swim' is none of them." in result.stderr) == ("swim" in typed)
    assert result.stdout.endswith("Over the bridge. Flasks of oil burnt: 1; coins the warden pays: 0.\n")
    assert result.stdout.count("d20: 3") == 1


def test_the_game_master_is_asked_for_a_ruling_without_advice_or_a_default(run: Run):
    line = "roll humanity-beast humanity-check --humanity 7 --willpower 5 --ask"
    result = run(line, typed="\nfailed\n")
    assert result.stderr.count("game master: 1 withstood, 2 failed ") == 2  # an empty line says nothing
    assert "warning: No advice: what comes of it is up to the game master.\n" in result.stderr
    assert "(best)" not in result.stderr
    assert "the game master decides: failed (not: withstood)\n" in result.stdout


def test_before_a_person_answers_every_option_is_told_with_what_it_leads_to(run: Run):
    # With one flask left: 6 of 20 faces cross. The warden, who has a coin, makes that 6/20 of 6/20 without a flask.
    result = run("roll lantern cross --target 15 --oil 1", "--faces", "3,18", "--ask", typed="\n")
    lines = result.stderr.splitlines()
    assert lines[0].split() == ["player", "decides", "1", "turn", "back", "2", "burn", "oil", "(best)"]
    assert lines[1].split() == ["over", "0", "%", "30.00", "%"]
    assert lines[2].split() == ["oil", "burnt", "0", "1"]
    assert lines[3].strip() == "Any other option costs 30.00 %."
    assert lines[4].strip() == "whatever is chosen: coin paid 0"


def test_a_person_is_told_what_is_known_by_name(run: Run):
    # R4.4 lets the opponent toss first; then each side knows whose toss it is, how it fell, and both purses.
    result = run(
        "roll edged-coins toss --rank 1 --ec 20 --opposing-rank 1 --opposing-ec 20 --ask", "--faces", "T,T",
        typed="no effort\naccept\nno effort\naccept\n",
    )  # fmt: skip
    assert "Now: the player's toss, rank 1, no success, ec 20, opposing ec 20." in result.stderr


def test_of_options_that_are_equally_good_the_one_that_spends_less_is_best(run: Run):
    # With 30 coins success is sure whatever comes; an effort for 1 makes it 6 coins on average instead of 7.5.
    result = run("roll edged-coins toss --rank 0 --ec 30 --ask", "--faces", "H,T", typed="\n")
    assert "2 effort (best)" in result.stderr
    assert "player: which [effort] " in result.stderr


def test_what_is_best_depends_on_the_goal_and_on_prices(run: Run):
    line = "roll lantern cross --target 15 --oil 1"
    dear = run(line, "--faces", "3", "--ask", "--price", "oil-burnt=1/2", typed="\n")
    assert "turn back (best)" in dear.stderr
    assert "worth" in dear.stderr
    thrifty = run(line, "--faces", "3", "--ask", "--goal", "over or at most 0 oil burnt", typed="\n")
    assert "turn back (best)" in thrifty.stderr


def test_the_opponent_is_advised_for_the_opponent(run: Run):
    result = run(CROSS, "--faces", "18,3,2,2", "--ask", typed="\n\n\n")
    assert "2 pay a coin (best)" in result.stderr
    assert "opponent: which [pay a coin] " in result.stderr


def test_options_that_do_not_fit_beside_each_other_are_told_one_below_the_other(run: Run):
    mix = "roll humanity-beast mix --humanity-dice 7 --beast-dice 3 --willpower 5 --spend none --difficulty 3"
    head, best, *others = run(mix, "--ask", "--seed", "1", typed="\n").stderr.splitlines()
    assert head.split()[:3] == ["player", "decides", "success"]
    assert best.split()[:8] == ["1", "7", "Humanity", "and", "3", "Beast", "dice", "(best)"]
    assert [line.split()[1:5:3] for line in others[:3]] == [["7", "2"], ["6", "3"], ["7", "1"]]
    assert others[30].strip().startswith("Any other option costs ")
    assert others[31].strip() == "whatever is chosen: willpower spent 0"


def test_a_game_with_too_many_states_is_played_without_advice(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("oddsmith.answers.documents.advice.MOST_STATES", 20)
    result = run(CROSS, "--faces", "3", "--ask", typed="\n")
    assert "player: 1 turn back, 2 burn oil [turn back] " in result.stderr
    assert "No advice: there are more than 20 situations to look through while you wait." in result.stderr


def test_who_asks_where_nobody_can_answer_reads_the_options_in_words(run: Run):
    result = run(
        "roll humanity-beast conflict --humanity 1 --beast 0 --willpower 1 --against-humanity 1",
        "--against-beast",
        "0",
        "--ask",
        typed="",
    )
    assert result.exit_code == 2
    assert "\nerror: --ask: nobody has answered, and the input has ended.\n" in result.stderr
    said = " ".join(result.stderr.split())
    assert "Expected: player decides: pay no Willpower, pay 1 Willpower now for an assured success, roll, then" in said


def test_a_constraint_is_no_goal_for_a_single_roll(run: Run):
    for option in (("--ask", "--goal"), ("--best",)):
        result = run(CROSS, *option, "over for at most 1 oil")
        assert result.exit_code == 2
        assert "a price in a single roll, such as 'oil-burnt worth 1/100 each'" in " ".join(result.stderr.split())


def test_a_goal_alone_asks_nobody(run: Run):
    assert "only together with --ask" in run(CROSS, "--goal", "over").stderr


def test_with_json_the_story_and_the_questions_go_to_standard_error(run: Run):
    result = run(CROSS, "--faces", "3", "--ask", "--json", typed="turn\n")
    assert json.loads(result.stdout)["outcome"]["over"] is False
    assert "d20: 3" in result.stderr


def test_where_nobody_answers_any_more_it_says_what_was_expected(run: Run):
    result = run(CROSS, "--faces", "3", "--ask", typed="")
    assert result.exit_code == 2
    assert "Expected: player decides: turn back, burn oil." in result.stderr


# what the story tells


def story_lines(run: Run, line: str, *more: str) -> list[str]:
    """Return the lines of the story, without the heading and the verdict."""
    return run(line, *more).stdout.split("\n\n")[1].splitlines()


def test_a_story_tells_what_was_entered_and_what_changes_and_nothing_twice(run: Run):
    assert story_lines(run, "roll edged-coins toss --rank 2", "--faces", "h,tails") == [
        "The player's toss, from the opposition to the last answer. (rank 2)",
        "  R4.1: a toss. (tosser player)",
        "    The coins land.",
        "      2 coins: H T → 1",
        "    success",
    ]


def test_a_zero_is_told_where_somebody_entered_it(run: Run):
    lines = story_lines(run, "roll edged-coins toss --rank 1 --opposing-rank 0", "--faces", "T,H,H")
    assert "    R4.1: a toss. (tosser opponent, rank 0)" in lines


def test_a_story_ends_with_what_happens_last(run: Run):
    lines = story_lines(run, "roll edged-coins toss --rank 0 --ec 30 --best success", "--faces", "T,H")
    assert lines[-2:] == ["      coin: H → 1", "    success"]


@pytest.mark.parametrize("faces", ["up,up,down,even", "U,u,D,e", "UP,Up,d,EVEN"])
def test_tests_of_rock_paper_scissors_are_typed_as_words_or_letters_and_told_as_tests(run: Run, faces: str):
    lines = story_lines(run, "roll mod-dot test --pool 3", "--faces", faces)
    assert [line.strip() for line in lines if "rock" in line] == [
        "rock-paper-scissors test: up",
        "rock-paper-scissors test: up",
        "rock-paper-scissors test: down",
    ]


def test_a_face_that_a_test_has_not_is_refused_by_the_name_of_the_test(run: Run):
    result = run("roll mod-dot test --pool 3", "--faces", "up,left")
    assert result.stderr == (
        "error: --faces, answer 2: 'left' is not allowed.\n"
        "       Allowed: a face of the rock-paper-scissors test: down, even, up.\n"
    )


def test_an_event_that_needs_an_input_is_told_only_with_it(run: Run):
    # R4.6: potency 1 tosses one coin: one point, and each head one more; two points or more in half of all cases.
    assert "no HC left" not in run("odds edged-coins damage").stdout
    assert "down" not in json.loads(run("odds edged-coins damage --json").stdout)["events"]
    assert json.loads(run("odds edged-coins damage --hc 2 --json").stdout)["events"]["down"]["p"] == "1/2"
    assert json.loads(run("roll edged-coins fall --metres 9 --seed 1 --json").stdout)["events"] == {}
    assert "down" in json.loads(run("best edged-coins damage --ec 4 --hc 2 --goal down --json").stdout)["events"]
    assert "down" not in json.loads(run("simulate edged-coins attack --rank 2 --runs 9 --json").stdout)["events"]


@pytest.mark.parametrize(
    ("line", "missing", "event"),
    [
        ("best edged-coins toss --rank 2 --ec 2 --goal dramatic", "--dramatic-use", "a dramatic use"),
        ("best edged-coins damage --ec 4 --goal down", "--hc", "no HC left"),
        ("roll edged-coins damage --ec 4 --best down", "--hc", "no HC left"),
    ],
)
def test_an_event_that_needs_an_input_is_no_goal_without_it(run: Run, line: str, missing: str, event: str):
    assert f"error: {missing} must be given: '{event}' depends on it.\n" in run(line).stderr


def test_a_sweep_says_which_input_an_event_needs(run: Run):
    refused = "dramatic_use must be given: 'a dramatic use' depends on it."
    assert run("sweep edged-coins toss --rank 2 --ec 1,2 --of dramatic").stdout.count(refused) == 2
    # R4.10: a use at 2 EC is taken by whoever has them, and never by whoever spends nothing.
    given = "sweep edged-coins toss --rank 2 --ec 1,2 --dramatic-use chandelier=2 --best dramatic --exact"
    assert [line.split()[1] for line in run(given).stdout.splitlines()[1:]] == ["0", "1"]
    # What nobody named is left out without what it needs.
    assert "dramatic" not in run("sweep edged-coins toss --rank 1,2").stdout


@pytest.mark.parametrize(
    ("line", "faces", "told"),
    [
        ("edged-coins toss --rank 2", "T,T", "Failure."),
        ("edged-coins attack --rank 2", "T,T", "Miss."),
        ("edged-coins damage --hc 5", "T", "HC are left."),
        ("edged-coins damage", "T", "Points of damage: 1;"),  # nobody is out of HC whose HC are not known
        ("dot check --characteristic 10 --skill 11", "1,1", "No success."),
        ("dot convert --target 11", "6,6,5,1,1", "HERO and Dot: failure."),
        ("humanity-beast action --humanity 1 --beast 1", "1,1", "The difficulty is not met"),
        ("humanity-beast frenzy-check --humanity 9 --willpower 1 --option humanity-loss=aug2010", "10,1", "Frenzy."),
        ("humanity-beast frenzy-check --humanity 8 --willpower 1 --option humanity-loss=aug2010", "6,6", "No frenzy."),
        ("mod-dot test --pool 1", "even,down", "Failure: exactly 0 successes."),
        ("t13 test --dice skill:1d6 --difficulty 3", "1", "Complete Failure."),
    ],
)
def test_what_fails_is_told_as_a_failure(run: Run, line: str, faces: str, told: str):
    result = run(f"roll {line}", "--faces", faces)
    assert result.exit_code == 0, result.stderr
    assert told in result.stdout.partition("\n\n")[2].replace("\n", " ")


def test_each_colour_of_dice_is_told_by_itself_and_options_in_words(run: Run):
    # R3.3: the Humanity 8 and both Beast dice succeed. All dice of a colour come first, then rerolls, then the other.
    line = "roll humanity-beast action --humanity 3 --beast 2 --willpower 2"
    told = " ".join(run(line, "--faces", "3,3,8,8,7", "--choose", "after,keep").stdout.split())
    assert "3 Humanity dice: 3 3 8; 2 Beast dice: 8 7 → 1 Humanity + 2 Beast" in told
    assert "player chooses let the dice lie (not: reroll a Humanity die without a success, reroll a Beast die" in told
    told = run("roll humanity-beast action --humanity 2 --beast 1", "--faces", "10,10,10,3,4,6").stdout
    assert "2 Humanity dice: 10! 10! 3 10! 4 → 3\n    Beast die: 6 → 1\n" in told


@pytest.mark.parametrize("typed", ["reroll a humanity die without", "reroll humanity 0", "2"])
def test_a_person_answers_in_the_words_of_the_game_or_of_the_rules(run: Run, typed: str):
    line = "roll humanity-beast action --humanity 3 --beast 2 --willpower 2 --ask"
    result = run(line, "--faces", "3,3,8,8,7,9", typed=f"after\n{typed}\n")
    assert "2 reroll a Humanity die without a success" in " ".join(result.stderr.split())
    assert "pays 1 Willpower to reroll a Humanity die without a success" in result.stdout


def test_a_reroll_is_told_in_the_words_of_the_option(run: Run) -> None:
    line = "roll humanity-beast action --humanity 2 --beast 1 --difficulty 3 --willpower 1 --spend after"
    told = run(line, "--faces", "3,3,8,8").stdout
    assert "pays 1 Willpower to reroll a Humanity die without a success\n" in told


def test_of_many_options_the_trail_tells_the_one_taken(run: Run) -> None:
    line = "roll humanity-beast scene --humanity-dice 3 --beast-dice 2 --difficulties 1 --seed 1"
    told = " ".join(run(line).stdout.split())
    # 4 times 3 mixes but that of no dice, and no action
    assert "player chooses 3 Humanity and 2 Beast dice (or 11 other ways)" in told
    line = "roll humanity-beast scene --humanity-dice 1 --beast-dice 1 --difficulties 1 --seed 1"
    few = " ".join(run(line).stdout.split())
    assert "player chooses 1 Humanity and 1 Beast dice (not: 1 Humanity die, 1 Beast die, leave this action out)" in few


def test_a_scene_tells_the_assured_success_and_the_total(run: Run) -> None:
    line = "roll humanity-beast scene --humanity-dice 2 --beast-dice 1 --willpower 2 --difficulties 3"
    told = " ".join(run(line, "--faces", "8,3,7", "--choose", "2H+1B+Willpower").stdout.split())
    assert "pays 1 Willpower for one assured success" in told
    assert "(spend none)" not in told
    assert "1 Humanity + 1 Beast + 1 assured = 3 successes; difficulty 3 met, 0 over" in told
    short = " ".join(run(line, "--faces", "1,3,7", "--choose", "2H+1B+Willpower").stdout.split())
    assert "0 Humanity + 1 Beast + 1 assured = 2 successes; difficulty 3 not met, 1 short" in short
    # five successes where three are enough: those beyond are not counted one by one
    many = " ".join(run(line, "--faces", "8,9,10,10,10,2", "--choose", "2H+1B+Willpower").stdout.split())
    assert "2 Humanity + 3 or more Beast + 1 assured = 6 or more successes; difficulty 3 met, 3 or more over" in many


def test_where_there_is_no_advice_it_is_said_before_anything_is_worked_out(run: Run) -> None:
    line = "roll humanity-beast conflict --humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5"
    result = run(f"{line} --against-willpower 5 --against-spend open --goal win --ask --seed 1", typed="none\nnone\n")
    told = " ".join(result.stderr.split())
    assert "No advice: there are more than 100,000 situations to look through while you wait." in told
    assert "player: 1 pay no Willpower, 2 pay 1 Willpower now for an assured success, 3 roll, then maybe" in told


def test_a_roll_by_best_play_works_out_no_more_than_best_play_does(run: Run) -> None:
    pool = "--humanity-dice 3 --beast-dice 2 --willpower 2 --against-humanity-dice 3 --against-beast-dice 2"
    line = f"humanity-beast conflict-mix {pool} --against-willpower 2 --against-take open --against-spend open"
    # all that can be asked has some 100,000 states, winning alone fewer than 10,000
    told = " ".join(run(f"roll {line} --best win --seed 1 --limit 10000").stdout.split())
    chosen = "chooses 3 Humanity and 2 Beast dice, paying 1 Willpower (or 22 other ways)"
    assert f"player {chosen}" in told
    assert f"opponent {chosen}" in told
