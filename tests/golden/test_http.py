"""Every answer over HTTP is as it was: documents, problems, and the description of the API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.golden.http import answer, asked, site
from tests.golden.kept import DATA, answered, read
from tests.golden.paths import first_difference
from tests.web.browser import Site

FILE = DATA / "http" / "answers.jsonl"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(f"sqlite:///{tmp_path_factory.mktemp('golden')}/tables.db") as found:
        yield found


@pytest.mark.parametrize("line", asked())
def test_an_answer_is_as_it_was(app: Site, line: str) -> None:
    assert first_difference(read(FILE)[line].answer, answered(line, answer(app, line)).answer) is None


def test_nothing_is_kept_that_is_not_asked() -> None:
    assert [*read(FILE)] == asked()
