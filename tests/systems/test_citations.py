"""Every id of the pages of rules is told in words, stands at a rule, or is held by a test; others are counted."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import oddsmith.systems as here
from oddsmith.answers.documents.rules import rules_document
from oddsmith.systems.registry import system

#: For each book the number before the dot of its ids, and how many rules and gaps there are.
PAGES = {
    "mod-dot": (0, 10, 13),
    "dot": (1, 12, 15),
    "t13": (2, 20, 28),
    "humanity-beast": (3, 10, 20),
    "edged-coins": (4, 11, 20),
}

#: Ids that neither a rule nor a test names, since there is nothing to do: whose the other hand is, and how several
#: meet in a conflict of two sides.
BARE = {"mod-dot": {"G0.13"}, "humanity-beast": {"G3.17"}}


def _ids(name: str) -> Iterator[str]:
    page, rules, gaps = PAGES[name]
    yield from (f"R{page}.{number}" for number in range(1, rules + 1))
    yield from (f"G{page}.{number}" for number in range(1, gaps + 1))


@cache
def _cited(folder: Path) -> set[str]:
    """The ids in the sources of a folder, those between two of a range (`G3.7 to G3.9`) with them."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py") if "citations" not in file.name)
    found = set(re.findall(r"\b[RG]\d\.\d+\b", text))
    for kind, page, first, last in re.findall(r"\b([RG])(\d)\.(\d+)(?:–| to |-)(?:[RG]\d\.)?(\d+)\b", text):
        found |= {f"{kind}{page}.{number}" for number in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("name", PAGES)
def test_every_id_of_a_book_is_told_in_words(name: str) -> None:
    told = {rule["id"]: rule for rule in rules_document([system(name)])["rules"]}
    assert [rule for rule in _ids(name) if not told.get(rule, {}).get("text")] == []
    assert {rule for rule in told if re.match(r"[RG]\d", rule)} <= set(_ids(name))


@pytest.mark.parametrize("name", PAGES)
def test_an_id_without_rule_and_test_is_known(name: str) -> None:
    folder = name.replace("-", "_")
    cited = _cited(Path(here.__path__[0]) / folder) | _cited(Path(__file__).parent)
    assert {rule for rule in _ids(name) if rule not in cited} == BARE.get(name, set())
