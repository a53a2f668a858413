"""No page of the documentation is an orphan: the navigation has it, and somebody who follows links comes to it."""

import re
import tomllib
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {page.relative_to(DOCS).as_posix() for page in DOCS.glob("**/*.md")}


Entry: TypeAlias = "str | dict[str, Entry] | list[Entry]"


def in_navigation(entry: Entry) -> list[str]:
    """The pages that a part of the navigation names."""
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [page for part in parts for page in in_navigation(part)]


def linked(page: str) -> set[str]:
    """The pages that a page links to."""
    folder = (DOCS / page).parent
    links = re.findall(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)", (DOCS / page).read_text(encoding="utf-8"))
    targets = {(folder / link).resolve() for link in links if "://" not in link}
    return {target.relative_to(DOCS).as_posix() for target in targets}


def reached(start: str) -> set[str]:
    """The pages that links lead to from a page, itself included."""
    found, left = {start}, [start]
    while left:
        new = linked(left.pop()) - found
        found |= new
        left += new
    return found


def test_the_navigation_has_every_page_once() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    assert sorted(in_navigation(settings["project"]["nav"])) == sorted(PAGES)


def test_links_lead_from_the_first_page_to_every_other() -> None:
    assert PAGES - reached("index.md") == set()


def test_every_picture_and_file_beside_the_pages_is_linked() -> None:
    text = "\n".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES)
    text += (ROOT / "README.md").read_text(encoding="utf-8")
    files = [file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*") if file.is_file() and file.suffix != ".md"]
    assert files
    assert [file for file in files if file not in text] == []
