"""Every document is as it was, and of its form: of every action, under every house rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden import asked
from tests.golden.kept import DATA, answered, audits, files, read, screen, screens
from tests.golden.paths import first_difference
from tests.golden.ways import audited_once, told
from tests.web.forms import form_of_document, hold

AUDITS = audits()
LINES = [
    (file, line)
    for file in files("documents", ".jsonl")
    for line in read(file)
    if line.removesuffix(" --json") not in AUDITS
]


@pytest.mark.parametrize(("file", "line"), LINES, ids=[line for _, line in LINES])
def test_a_document_is_as_it_was(file: Path, line: str) -> None:
    printed = told(line)
    old, new = read(file)[line], answered(line, printed)
    assert (new.exit, first_difference(old.answer, new.answer, close="--fast" in line)) == (old.exit, None)
    form = None if new.exit else form_of_document(printed.document)
    if form is not None:
        hold(form, printed.document)


@pytest.mark.parametrize("line", AUDITS)
def test_an_audit_is_as_it_was_as_a_document_and_on_the_screen(line: str) -> None:
    document, shown = AUDITS[line]
    with audited_once():
        test_a_document_is_as_it_was(document, f"{line} --json")
        assert screen(line, told(line)).splitlines() == screens(shown)[line].splitlines()


def test_all_that_can_be_asked_of_an_action_is_kept() -> None:
    """Whatever the catalogue declares; when it declares something else, `python -m tests.golden.write` writes anew."""
    kept = {str(file.relative_to(DATA)): [*read(file)] for file in files("documents", ".jsonl")}
    assert kept == {name: list(lines) for name, lines in asked.by_file().items()}
