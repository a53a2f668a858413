"""What trails, titles and phrases say in words follows a number of the book that a table has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import SeededSource
from oddsmith.rules import first_option
from oddsmith.systems import registry
from oddsmith.systems.fields.field import book_numbers_of

#: Games, and what is asked of each so that all that they can say is said.
ASKED: Final[Mapping[str, list[tuple[str, dict[str, Any], dict[str, str]]]]] = {
    "dot": [
        ("check", {"characteristic": 15, "skill": 14}, {}),
        ("check", {"dots": 9}, {"reroll": "ask"}),
        ("check", {"dots": 0}, {}),
        ("check", {"familiarity": 8}, {}),
        ("attack", {"ocv": 7, "dcv": 5, "shots": 3}, {}),
        ("attack", {"ocv": 1, "dcv": 8}, {"combat_floor": "automatic-miss"}),
        ("opposed", {"dots": 5, "against_dots": 5}, {"opposed": "tie-to-active"}),
        ("convert", {"target": 12}, {}),
        ("sheet", {"sheet": "DEX 15, COM 2, Acting 8-, OCV 3, DCV 9"}, {}),
    ],
    "mod-dot": [
        ("test", {"pool": 1}, {}),
        ("test", {"pool": 10, "difficulty": 5}, {"continuing": "ask"}),
        ("test", {"pool": 1, "difficulty": 8}, {"lowest_base": "any-up-saves"}),
        ("opposed", {"pool": 3, "against_pool": 3}, {"opposed": "tie-to-defender"}),
        ("extended", {"pool": 6, "target": 9, "tries": 3}, {}),
        ("hands", {"pool": 10, "rock": "1/2", "paper": "1/4", "scissors": "1/4"}, {}),
    ],
}

#: How a number is written in a sentence.
WORDS: Final = {
    2: "two|twice|half",
    5: "five|fives",
    6: "six|sixes",
    9: "nine",
}
#: What has digits without being a number of the book: ids of rules, and what HERO rolls.
_ASIDE: Final = re.compile(r"\b[RG]\d+\.\d+\b|\b(?:3|18) on 3d6\b|\b3d6\b|HERO: (?:3|18) rolled")
SEEDS: Final = range(12)


def says(name: str, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield all that is the same whatever the dice do: titles, phrases, and what trails say, without their results."""
    game = registry.system(name)
    for action, inputs, rules in ASKED[name]:
        asked = question(game, action, inputs, {**rules, **numbers})
        head = odds_document(asked)
        yield from head["titles"].values()
        for seed in SEEDS:
            document = roll_document(asked, SeededSource(str(seed)), first_option)
            yield from document.get("phrases", {}).values()
            for entry in document["trail"]:
                if entry["kind"] == "rule":
                    yield game.reword(entry["says"])
                elif entry["kind"] == "roll":
                    yield re.sub(r"\d+", "…", entry["expression"])
                elif entry["kind"] == "note":
                    yield re.sub(r"-?\d+", "…", game.reword(entry["text"]))  # results of dice


def alike(name: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """The numbers of a book's house rules that are the same number, which a sentence could have for either."""
    fields = book_numbers_of(registry.system(name).house_rules).values()
    return [
        (name, book, tuple(field.name for field in fields if field.default == book))
        for book in sorted({field.default for field in fields} & WORDS.keys())
    ]


@pytest.mark.parametrize(("game", "book", "numbers"), [each for name in ASKED for each in alike(name)])
def test_no_sentence_has_the_books_number_where_a_table_has_another(
    game: str, book: int, numbers: tuple[str, ...]
) -> None:
    other = book - 1 if book == 5 else book + 1
    old = re.compile(rf"\b(?:{book}|{WORDS[book]})\b", re.IGNORECASE)
    told = set(says(game, dict.fromkeys(numbers, other)))
    assert told
    assert {line for line in told if old.search(_ASIDE.sub("", line))} == set()


def test_the_numbers_of_both_books_are_walked() -> None:
    assert [(game, book, *numbers) for name in ASKED for game, book, numbers in alike(name)] == [
        ("dot", 2, "familiarity_11", "attack_dots"),
        ("dot", 5, "target", "exceptional", "points_a_dot", "usual_modifier"),
        ("dot", 6, "sides", "reroll_from"),
        ("dot", 9, "roll_at_no_dots"),
        ("mod-dot", 2, "dice_a_base", "tests", "cap_times"),
        ("mod-dot", 6, "usual_difficulty"),
    ]
