"""What the page about dice notation says is so: every notation in its tables means what the page says."""

import doctest
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.docs.reader import texts

from oddsmith.cli.app import program
from oddsmith.dice import SeededSource, parse

FILE = Path(__file__).parent.parent / "docs" / "notation.md"
PAGE = FILE.read_text(encoding="utf-8")
NUMBERED = re.findall(r"^\| `(.+?)` \| .+? \| (\S+) \| (\S+) \| (\S+) \|$", PAGE, re.MULTILINE)
OTHERS = re.findall(r"^\| `([^`]+)` \| [^|]+ \|$", PAGE, re.MULTILINE)


def shown(number):
    if number is None:
        return "…"
    exact = Fraction(number)
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.4g}"


def test_there_is_an_example_for_everything():
    assert len(NUMBERED) >= 74
    assert len(OTHERS) >= 5


@pytest.mark.parametrize(("text", "least", "mean", "most"), NUMBERED)
def test_an_example_has_the_odds_of_the_page(text, least, mean, most):
    expression = parse(text)
    distribution = expression.distribution()
    assert (shown(distribution.minimum), shown(distribution.mean), shown(distribution.maximum)) == (least, mean, most)
    assert distribution.p(expression.roll(SeededSource(1)).value) > 0


@pytest.mark.parametrize("text", OTHERS)
def test_an_example_that_is_no_number_can_be_rolled(text):
    expression = parse(text)
    assert not expression.numeric
    expression.roll(SeededSource(1))


@pytest.mark.parametrize(
    ("text", "value"),
    [("7/2", Fraction(7, 2)), ("7//2", 3), ("-7%3", 2), ("round(-2.5)", -3), ("floor(7/2)", 3)],
)
def test_the_table_of_dialects_is_right_about_numbers(text, value):
    assert parse(text).distribution().pmf(value) == 1


@pytest.mark.parametrize("example", texts(FILE, "pycon"))
def test_a_python_example_gives_what_it_shows(example):
    parsed = doctest.DocTestParser().get_doctest(example, {}, "notation.md", "notation.md", 0)
    report: list[str] = []
    doctest.DocTestRunner().run(parsed, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("line", re.findall(r"^oddsmith .*$", PAGE, re.MULTILINE))
def test_a_command_runs(line):
    result = CliRunner().invoke(program, shlex.split(line)[1:], prog_name="oddsmith")
    assert (result.exit_code, result.stderr) == (0, "")
