"""The audits of the five books: each finding names a command, and what it prints has the numbers of the finding."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from oddsmith.answers.question import house_rules
from oddsmith.cli.app import program
from oddsmith.systems.registry import system

BOOKS = ("humanity-beast", "t13", "mod-dot", "dot", "edged-coins")


def printed(command: str) -> str:
    """Return what a command prints; sweeps in this process."""
    verb, *words = shlex.split(command)
    here = ["--jobs", "1"] if verb == "sweep" else []
    result = CliRunner().invoke(program, [verb, *words, *here], prog_name="oddsmith", env={"COLUMNS": "200"})
    assert result.exit_code == 0, f"{command}\n{result.output}"
    return result.output.replace("−", "-")


def ways(figure: Any) -> Iterator[str]:
    """How a number, or a name, may be printed."""
    if isinstance(figure, list | tuple | dict):
        for each in figure.values() if isinstance(figure, dict) else figure:
            yield from ways(each)
        return
    yield str(figure)
    if isinstance(figure, Fraction | int):
        yield f"{float(figure):.6g}"
        yield f"{float(figure):.2%}".replace("%", " %")


def has(text: str, figure: Any) -> bool:
    return any(re.search(rf"(?<![\w.,/-]){re.escape(way)}(?![\w/]|[.,]\d)", text) for way in ways(figure))


@pytest.mark.parametrize("book", BOOKS)
def test_the_command_of_each_finding_shows_its_numbers(book: str) -> None:
    game = system(book)
    for finding in game.audit(house_rules(game, {})):
        output = printed(finding.command)
        shown = [name for name, figure in finding.figures.items() if has(output, figure)]
        sweeps = finding.command.startswith("sweep")
        assert len(shown) >= (len(finding.figures) if sweeps else 1), f"{finding.text}\n{finding.command}\n{output}"


@pytest.mark.parametrize(
    ("book", "options", "rule", "said"),
    [
        # 21 dots of 5 points, to the nearest: from 103 on
        *(("dot", {f"familiarity_{roll}": 20}, "G1.5", "From a characteristic of 103 on") for roll in (8, 11)),
        # no pool of 40 dice is at its ease, and none is named
        ("mod-dot", {"dice_a_base": 20}, "R0.3", None),
        ("mod-dot", {"usual_difficulty": -100}, "R0.3", None),
        ("mod-dot", {"even": -20}, "R0.3", None),
        ("mod-dot", {"down": 20}, "R0.3", None),
        ("mod-dot", {"further_down": 20}, "R0.3", None),
        # a rank that never succeeds has no price of a success
        ("edged-coins", {"minus_one_coins": 1}, "R4.10", "at rank 2, 3, 4, 5 and 6"),
        ("edged-coins", {"minus_one_heads": 10}, "R4.10", "at rank 2, 3, 4, 5 and 6"),
        ("edged-coins", {"iron_coins": 1}, "R4.10", "at rank 2, 3, 4, 5 and 6"),
        ("edged-coins", {"iron_heads": 10}, "R4.10", "at rank 2, 3, 4, 5 and 6"),
        ("edged-coins", {"copper_heads": 10}, "R4.10", "at rank 2, 3, 4, 5 and 6"),
        ("edged-coins", {"bronze_heads": 10}, "R4.10", "at rank 3, 4, 5 and 6"),
        ("edged-coins", {"six_heads": 10}, "R4.10", "at rank 2, 3, 4 and 5:"),
    ],
)
def test_numbers_far_from_the_books_leave_an_audit(
    book: str, options: dict[str, int], rule: str, said: str | None
) -> None:
    game = system(book)
    found = [finding.text for finding in game.audit(house_rules(game, options)) if finding.rule == rule]
    assert any(said in text for text in found) if said else not found


@pytest.mark.parametrize(
    ("book", "options", "rule"),
    [
        ("edged-coins", {"power_difference": "cap-tosses"}, "R4.7, G4.5"),
        ("mod-dot", {"opposed": "tie-to-defender"}, "G0.10"),
        ("dot", {"opposed": "tie-to-active"}, "G1.14"),
        ("dot", {"rounding": "floor"}, "G1.1"),
        ("t13", {"adjust": "after-roll"}, "R2.19"),
        ("t13", {"effect_limit": "ladder"}, "R2.7"),
        ("t13", {"doubles": "on"}, "R2.6"),
        ("humanity-beast", {"humanity_loss": "aug2010"}, "G3.8"),
        ("humanity-beast", {"humanity_loss": "aug2010", "all_dice": "6"}, "G3.8"),
        *(("humanity-beast", {"all_dice": "6"}, rule) for rule in ("R3.5", "R3.9, R3.10", "R3.10", "R3.6", "G3.6")),
    ],
)
def test_findings_under_house_rules_are_shown_under_them(book: str, options: dict[str, str], rule: str) -> None:
    game = system(book)
    own = " ".join(f"--option {name.replace('_', '-')}={value}" for name, value in options.items())
    found = [finding for finding in game.audit(house_rules(game, options)) if finding.rule == rule]
    assert found
    for finding in found:
        output = printed(f"{finding.command} {own}")
        assert any(has(output, figure) for figure in finding.figures.values()), f"{finding}\n{output}"
