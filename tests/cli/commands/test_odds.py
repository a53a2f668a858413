"""`oddsmith odds`."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_odds_are_told_in_a_sentence_a_line_an_event_and_a_table_a_measure(run: Run):
    result = run("odds lantern search --pool 3")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """\
Lantern: Search a cave
pool 3
dice 3

Something is found: 7 times in 10 (70.37 %). Things found: 1.2 on average.

  Something is found  70.37 %  ████████████████▉         19/27
  Nothing is found    29.63 %  ███████▏                  8/27

  things found: mean 1.2 (6/5), standard deviation 1.1, mostly 0 to 3
               exactly  or more
            0  29.63 %    100 %  ███████████████████▎      8/27
            1  37.04 %  70.37 %  ████████████████████████  10/27
            2  21.60 %  33.33 %  ██████████████            35/162
            3   8.32 %  11.73 %  █████▍                    485/5832
            4   2.53 %   3.41 %  █▋                        295/11664
            5   0.67 %   0.88 %  ▍                         235/34992
            6   0.16 %   0.21 %  ▏                         515/314928
    7 or more   0.05 %   0.05 %  ▏                         151/314928
"""
    )


def test_json_is_one_document_on_standard_output(run: Run):
    result = run("odds lantern search --pool 3 --json")
    document = json.loads(result.stdout)
    assert document["schema"] == "oddsmith/odds/1"
    assert document["inputs"] == {"pool": 3, "helpers": [], "storm": False, "needed": None}
    assert document["events"]["found"] == {"p": "19/27", "float": 19 / 27}
    assert document["exact"] is True


def test_all_values_together_are_told_as_all(run: Run):
    # Sixteen shares of 3d6, added up in floating point.
    rows = [line.split() for line in run("odds 3d6").stdout.splitlines() if line.endswith("1/216")]
    assert rows[0][:7] == ["3", "0.46", "%", "100", "%", "0.46", "%"]
    assert rows[1][5:7] == ["100", "%"]


def test_exact_shows_fractions_and_nothing_rounded_to_percent(run: Run):
    lines = run("odds lantern search --pool 30 --exact").stdout
    assert f"Something is found  {3**30 - 2**30}/{3**30}" in lines
    assert "%" not in lines
    assert "mean 12," in lines


def test_giant_fractions_are_shortened_to_digits(run: Run):
    lines = run("odds lantern search --pool 60").stdout
    assert "Nothing is found     < 0.01 %" in lines
    assert f"{(2 / 3) ** 60:.12g}…" in lines


def test_plot_shows_more_rows(run: Run):
    plain, plotted = run("odds lantern search --pool 9"), run("odds lantern search --pool 9 --plot")
    assert len(plotted.stdout.splitlines()) > len(plain.stdout.splitlines())


def test_many_values_share_rows(run: Run):
    lines = run("odds lantern search --pool 400").stdout.splitlines()
    assert len(lines) < 40
    assert any(" to " in line for line in lines)


def test_exact_lists_every_value_and_the_standard_deviation_as_a_root(run: Run):
    # 3d6: the variance is 3 * 35/12; 3 and 18 come up once in 216 throws.
    lines = run("odds", "3d6", "--exact").stdout.splitlines()
    assert any("mean 21/2, standard deviation √(35/4) (2.95803989155…)" in line for line in lines)
    assert [line.split() for line in lines if line.endswith("1/216")] == [["3", "1/216"], ["18", "1/216"]]
    assert len([line for line in lines if line[:4].isspace() and "/" in line and "mean" not in line]) == 16


def test_exact_says_what_lies_beyond_the_rows_of_an_unbounded_number(run: Run):
    # R4.3: every point more is one head more, so k points or more are as likely as k - 1 heads.
    last = run("odds edged-coins damage --exact").stdout.splitlines()[-1].split()
    assert last[1:3] == ["or", "more"]
    assert last[3] == f"1/{2 ** (int(last[0]) - 1)}"


def test_an_exact_standard_deviation_that_is_rational_is_said_as_a_fraction(run: Run):
    # A coin that counts 3 on one side: 3/2 either way of the mean.
    assert "mean 3/2, standard deviation 3/2" in run("odds", "d{0,3}", "--exact").stdout


def test_facts_house_rules_and_warnings_are_told(run: Run):
    result = run("odds lantern search --pool 0 --storm --option finds-on=4")
    assert "house rules: finds-on=4" in result.stdout
    assert "storm yes" in result.stdout
    assert "Something is found in no try." in result.stdout
    assert result.stderr.startswith("warning: No dice are rolled")


def test_the_house_rules_of_the_book_are_not_worth_a_line(run: Run):
    assert "house rules" not in run("odds lantern search --pool 3 --option sixes=again").stdout


def test_decisions_are_said_to_be_answered_with_what_spends_nothing(run: Run):
    lines = run("odds lantern cross --target 15 --oil 3").stdout
    assert "Every decision (when to burn oil, and when the warden pays) takes" in lines
    assert "flasks of oil burnt: always 0" in lines


def test_a_list_is_entered_with_commas_and_a_yes_may_be_left_out(run: Run):
    document = json.loads(run("odds lantern search --pool 3 --helpers 1,2 --json").stdout)
    assert document["inputs"]["helpers"] == [1, 2]
    for storm in ("--storm", "--storm=yes", "--storm yes"):
        assert json.loads(run(f"odds lantern search --pool 3 {storm} --json").stdout)["inputs"]["storm"] is True
    assert json.loads(run("odds lantern search --pool 3 --storm no --json").stdout)["inputs"]["storm"] is False


def test_help_of_an_action_lists_inputs_with_ranges_and_defaults_house_rules_and_an_example(run: Run):
    lines = " ".join(run("odds lantern search --help").stdout.split())
    assert "--pool NUMBER dice rolled (a whole number from 0 to 500) [required]" in lines
    assert "--helpers NUMBER,… dice that each helper adds (a list with commas, each a whole number)" in lines
    assert "--storm [yes|no] whether a storm blows [default: no]" in lines
    assert "sixes Is a 6 rolled again? (1) =again yes, as often as it comes up [default] =stay no" in lines
    assert "a whole number from 2 to 5 [default: 5]" in lines
    assert "oddsmith odds lantern search --pool 3" in lines


def test_help_of_the_verb_lists_the_systems_and_has_an_example(run: Run):
    lines = run("odds --help").stdout
    assert "lantern" in lines
    assert "Lantern" in lines
    assert "oddsmith odds mod-dot test --pool 10 --difficulty 6" in lines


def test_help_of_a_system_lists_its_actions(run: Run):
    lines = run("odds lantern --help").stdout
    assert "search" in lines
    assert "Cross a bridge" in lines


def test_a_text_of_several_lines_comes_from_a_file_or_standard_input(run: Run, tmp_path: Path):
    lines = "DEX 15\nSTR 10\nOCV 7\nDCV 5\n"
    file = tmp_path / "sheet.txt"
    file.write_text("\ufeff" + lines, encoding="utf-8")
    typed = run("odds dot sheet --sheet - --json", typed=lines)
    assert json.loads(typed.stdout)["inputs"]["sheet"] == lines
    assert run("odds dot sheet --json --sheet", f"@{file}").stdout == typed.stdout
    assert "sheet DEX 15; STR 10; OCV 7; DCV 5\n" in run("odds dot sheet --sheet -", typed=lines).stdout
    missing = run("odds dot sheet --sheet @nowhere.txt")
    assert missing.exit_code == 2
    assert "Cannot read nowhere.txt: there is no such file." in missing.stderr
    file.write_bytes(b"DEX \xff")
    assert "no text in UTF-8" in " ".join(run("odds dot sheet --sheet", f"@{file}").stderr.split())


def test_a_whole_sheet_is_a_table_with_a_headline_that_counts(run: Run):
    """HERO's 12- is 160 of 216 faces, three dice miss in 8 of 27 ways; COM 2 makes no dot (R1.9)."""
    lines = run("odds dot sheet --sheet", "DEX 15, COM 2, OCV 7 DCV 5").stdout.splitlines()
    assert lines[2:] == [
        "",
        "Pools: 3; better than on 3d6: 0; worse than on 3d6: 3.",
        "",
        "Chance of success: before on 3d6, after with dice of dots.",
        "  Roll             HERO roll  Dice   Before    After",
        "  DEX                    12-     3  74.07 %  70.37 %",
        "  COM                     9-     1  37.50 %  33.33 %",
        "      The pool is 0: one die, and a miss is a critical failure (R1.9).",
        "  Attack on DCV 5        13-     4  83.80 %  80.25 %",
    ]
    exact = run("odds dot sheet --exact --sheet", "DEX 15").stdout
    assert "12-     3   20/27  19/27" in exact


def test_what_is_all_a_choice_has_no_chances(run: Run):
    lines = run("odds t13 effects --extra-levels 3 --rank grunt").stdout  # R2.7: no dice, and a menu to choose from
    assert lines.endswith("Nothing comes of it without a choice.\n")
    assert "0 %" not in lines
    bought = run("odds t13 effects").stdout  # no levels, so nobody decides
    assert "effects taken: always 0" in bought


def test_what_nobody_spends_is_no_number(run: Run):
    lines = run("odds edged-coins toss --rank 1 --ec 10").stdout
    assert "  no EC spent by the player\n  no EC spent by the opponent\n" in lines
    assert "always" not in lines
