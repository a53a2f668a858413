"""Lines of trails that no house number contradicts: headings of rules name none that a table may change."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.systems import System, registry
from oddsmith.systems.fields.field import book_numbers_of

GAMES = ("humanity-beast", "edged-coins", "t13")
_IDS = re.compile(r"\b(?:[RG]\d+(?:\.\d+)?|\d+[a-z]|[A-Z][a-z]+ \d{4})\b")
_NUMBERS = re.compile(r"\d|\b(?:two|three|four|five|half|twice|double)\b|\b(?:a|one)(?: more)? (?:point|rank|10)\b")
#: What no table changes: R3.6: one point of Willpower a roll, R2.19: one point after the other, R2.15: two Facets make
#: a Skill, two sides a contest.
_FIXED = ("one point of Willpower", "a point of Willpower", "a point of something", "two Facets", "two sides")


def headings(game: System) -> Iterator[str]:
    """First lines of all rules of a game, as they are shown."""
    package = importlib.import_module(f"oddsmith.systems.{game.name.replace('-', '_')}")
    for file in sorted((Path(str(package.__file__)).parent / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AsyncFunctionDef) and {ast.unparse(one) for one in node.decorator_list} & {
                "rule",
                "part",
            }:
                yield game.reword(" ".join((ast.get_docstring(node) or "").split("\n\n")[0].split()))


@pytest.mark.parametrize("name", GAMES)
def test_headings_of_rules_name_no_number_that_a_table_may_change(name: str) -> None:
    told = [*headings(registry.system(name))]
    assert len(told) > 10
    for heading in told:
        text = _IDS.sub("", heading)
        for fixed in _FIXED:
            text = text.replace(fixed, "")
        assert not _NUMBERS.search(text), heading


@pytest.mark.parametrize("name", GAMES)
def test_titles_say_no_old_number(name: str) -> None:
    """Titles and what an event says of itself, with each number of the book changed to one that nothing else is."""
    game = registry.system(name)
    for number, field in book_numbers_of(game.house_rules).items():
        try:
            rules = game.house_rules.model_validate({number: 19 if field.default != 19 else 17})
        except ValueError:
            continue  # such as a price that must stay below another
        for action in game.actions:
            under = action.under(rules)
            texts = [measure.title for measure in under.measures]
            texts += [text for event in under.events for text in (event.title, event.otherwise, event.clause)]
            old = re.compile(rf"\b{field.default}s?\b")
            assert not [text for text in texts if old.search(_IDS.sub("", text))], (number, action.name)


def test_a_fall_tells_the_metres_of_the_table() -> None:
    fall = question("edged-coins", "fall", {"metres": 9}, {"metres": 1})
    says = [entry["says"] for entry in roll_document(fall, SeededSource("1"))["trail"] if "says" in entry]
    assert not [line for line in map(registry.system("edged-coins").reword, says) if "3 metres" in line]


def test_other_dice_are_not_called_tens() -> None:
    game = registry.system("humanity-beast")
    twelve = question(game, "action", {"humanity": 1, "beast": 0, "difficulty": 1}, {"sides": 12})
    trail = roll_document(twelve, ScriptedSource([12, 3]))["trail"]
    assert not [line for line in (game.reword(entry.get("says", "")) for entry in trail) if " 10" in line]
    told = game.action("action").under(game.house_rules.model_validate({"sides": 12, "tens": "ask-beast"})).phrase
    assert [told("leave"), told("reroll beast")] == ["reroll no 12", "reroll the 12 of a Beast die"]
