"""Every document is as it was, and of its form: of every action, under every house rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden import asked
from tests.golden.kept import DATA, answered, files, read
from tests.golden.paths import first_difference
from tests.golden.ways import told
from tests.web.forms import form_of_document, hold

LINES = [(file, line) for file in files("documents", ".jsonl") for line in read(file)]


@pytest.mark.parametrize(("file", "line"), LINES, ids=[line for _, line in LINES])
def test_a_document_is_as_it_was(file: Path, line: str) -> None:
    printed = told(line)
    old, new = read(file)[line], answered(line, printed)
    assert (new.exit, first_difference(old.answer, new.answer, close="--fast" in line)) == (old.exit, None)
    form = None if new.exit else form_of_document(printed.document)
    if form is not None:
        hold(form, printed.document)


def test_all_that_can_be_asked_of_an_action_is_kept() -> None:
    """Whatever the catalogue declares; when it declares something else, `python -m tests.golden.write` writes anew."""
    kept = {str(file.relative_to(DATA)): [*read(file)] for file in files("documents", ".jsonl")}
    assert kept == {name: list(lines) for name, lines in asked.by_file().items()}
