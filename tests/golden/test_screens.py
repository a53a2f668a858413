"""Every screen is as it was: what the command line prints for people, its help and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden import asked
from tests.golden.kept import DATA, audits, files, screen, screens
from tests.golden.ways import told

#: Audits are looked at beside their documents, which take as long to work out.
AUDITS = audits()
LINES = [(file, line) for file in files("screens", ".txt") for line in screens(file) if line not in AUDITS]


@pytest.mark.parametrize(("file", "line"), LINES, ids=[line for _, line in LINES])
def test_a_screen_is_as_it_was(file: Path, line: str) -> None:
    assert screen(line, told(line)).splitlines() == screens(file)[line].splitlines()


def test_all_lines_are_kept() -> None:
    kept = {str(file.relative_to(DATA)): [*screens(file)] for file in files("screens", ".txt")}
    assert kept == asked.screens_by_file()
