"""Layout of text, and numbers in words."""

import click
import pytest
from tests.cli.conftest import Run

from oddsmith.cli.text.terminal import bar, definitions, grid, wrapped
from oddsmith.cli.text.words import amount, percent, shown, tries


def test_styles_take_no_room_in_a_paragraph():
    plain = "one two three " * 20
    styled = " ".join(click.style(word, bold=True) for word in plain.split())
    assert click.unstyle(wrapped(styled)) == wrapped(plain)


def test_lines_after_the_first_hang():
    lines = wrapped("word " * 40, indent="  ", hanging="    ").splitlines()
    assert [len(line) - len(line.lstrip()) for line in lines] == [2, 6, 6][: len(lines)]


def test_styles_take_no_room_in_a_table():
    assert [click.unstyle(line) for line in grid([(click.style("a", bold=True), "1"), ("bb", "22")], "<>")] == [
        "  a    1",
        "  bb  22",
    ]


def test_a_bar_of_nothing_is_empty_and_a_whole_one_is_full():
    assert bar(0, 5) == "     "
    assert bar(1, 5) == "█████"


def test_a_name_that_is_too_long_has_a_line_of_its_own():
    lines = definitions([("n" * 60, "text"), ("short", "text")])
    assert lines[0] == "  " + "n" * 60
    assert lines[1].strip() == "text"


@pytest.mark.parametrize(
    ("p", "expected"),
    [(0.5, "50.00 %"), (0.00005, "0.01 %"), (0.0000499, "< 0.01 %"), (0.9999501, "> 99.99 %"), (0.0, "0 %")],
)
def test_percentages_never_round_to_certainty(p: float, expected: str):
    assert percent(p) == expected


@pytest.mark.parametrize(
    ("p", "exact", "expected"),
    [
        (1 / 12, "1/12", "1 of 12 tries"),
        (1 / 729, "1/729", "1 of 729 tries"),
        (2 / 729, "2/729", "about 1 of 360 tries"),
        (0.895303936, "?" * 60, "about 9 of 10 tries"),
        (0.55, "?" * 60, "about 55 of 100 tries"),
        (0.0, "0", "no try"),
        (1.0, "1", "every try"),
        (0.999, "999/1000", "all but 1 of 1,000 tries"),
    ],
)
def test_how_often_is_said_as_people_say_it(p: float, exact: str, expected: str):
    assert tries(p, exact) == expected


def test_minus_is_a_minus():
    assert (shown(-2), amount(-0.5), shown("")) == ("−2", "−0.5", "none")


@pytest.mark.parametrize("columns", [50, 60, 72, 100])
def test_bars_make_room_on_a_narrow_terminal(run: Run, columns: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("odds 3d6").stdout.splitlines()
    assert max(map(len, lines)) <= max(columns, 66)  # numbers are not broken
    assert any("█" in line for line in lines) == (columns >= 72)
    assert max(map(len, run("odds edged-coins toss --rank 2").stdout.splitlines())) <= columns
