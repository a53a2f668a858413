"""What the README shows is so: its Python examples are doctests, its commands run."""

import doctest
import re
import shlex
import subprocess
import sys
from math import comb
from pathlib import Path

import pytest
from tests.docs.reader import texts

README = Path(__file__).parent.parent / "README.md"


def commands() -> list[str]:
    return [line for block in texts(README, "sh") for line in block.splitlines() if line.startswith("oddsmith ")]


def test_the_python_examples_give_what_they_show_one_after_the_other() -> None:
    parsed = doctest.DocTestParser().get_doctest("\n".join(texts(README, "pycon")), {}, README.name, str(README), 0)
    assert len(parsed.examples) > 10
    report: list[str] = []
    doctest.DocTestRunner().run(parsed, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("command", commands())
def test_a_command_runs_and_prints_something(command: str) -> None:
    program, *arguments = shlex.split(command)
    run = subprocess.run([Path(sys.executable).with_name(program), *arguments], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout


def test_a_package_index_can_show_it_since_its_links_lead_out_of_no_folder() -> None:
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://")] == []


def test_the_files_that_it_names_are_there() -> None:
    text = README.read_text(encoding="utf-8")
    named = re.findall(r"`((?:docs|src|benchmarks|requirements|\.ci)/[\w./-]*|[A-Z]+\.md)`", text)
    named += re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert len(named) >= 10
    assert [name for name in named if not (README.parent / name).exists()] == []


def test_its_picture_has_the_chances_that_best_play_has() -> None:
    drawn = re.findall(r">([\d.]+)%<", (README.parent / "docs/pictures/lantern.svg").read_text(encoding="utf-8"))

    def found(dice: int, oil: int, clues: int = 0) -> float:
        """Chances by the binomial law, throw by throw: a missing die is thrown again while there is oil."""
        chance = 0.0
        for hits in range(dice + 1):
            ways = comb(dice, hits) * (1 / 3) ** hits * (2 / 3) ** (dice - hits)
            if clues + hits >= 2:
                chance += ways
            elif oil:
                chance += ways * found(dice - hits, oil - 1, clues + hits)
        return chance

    chances = [100 * found(dice, oil) for dice in range(1, 9) for oil in range(3)]
    assert len(drawn) == len(chances)
    for number, chance in zip(sorted(map(float, drawn)), sorted(chances), strict=True):
        assert number == pytest.approx(chance, abs=0.51 if number == int(number) else 0.06)
