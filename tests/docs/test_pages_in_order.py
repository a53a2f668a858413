"""The tutorial and the how-tos: whoever does all that a page says, in order, sees what it shows."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.reader import PORT, Reader, blocks

DOCS = Path(__file__).parents[2] / "docs"
NEEDS_MORE = {"postgresql.md"}  # a database server, which other tests have
EXPLANATIONS = [DOCS / "exactness.md", DOCS / "how-best-play-is-found.md"]
PAGES = [
    DOCS / "tutorial.md",
    *EXPLANATIONS,
    *sorted(page for page in DOCS.glob("how-to/*.md") if page.name not in NEEDS_MORE),
]


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    monkeypatch.setenv("COLUMNS", "90")
    before = set(sys.modules)
    someone = Reader(tmp_path)
    yield someone
    someone.leave()
    for name, module in list(sys.modules.items()):  # what pages have written is another page's, too
        if name not in before and str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_all_that_a_page_shows_happens_to_whoever_follows_it(page: Path, reader: Reader) -> None:
    assert reader.read(page) > 0
    addresses = re.findall(rf"http://localhost:{PORT}/[\w/?=&%.-]*", page.read_text(encoding="utf-8"))
    if reader.servers:
        assert {address: reader.answers(address) for address in addresses} == dict.fromkeys(addresses, 200)


def test_the_tutorial_has_one_game_from_the_first_block_to_the_last() -> None:
    shown = blocks(DOCS / "tutorial.md")
    assert [block.title for block in shown if block.title] == ["lantern.py"]
    assert len(shown) >= 8
    assert all("lantern" in block.text for block in shown if block.kind == "console")


@pytest.mark.parametrize(
    "text",
    ["```console\n$ echo five\nsix\n```", "```console\n$ false\n```", "```pycon\n>>> 2 + 2\n5\n```"],
    ids=["other output", "a failure", "another value"],
)
def test_a_page_that_shows_something_else_is_told(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        Reader(tmp_path).read(page)
