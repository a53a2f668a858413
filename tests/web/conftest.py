"""The app, without a network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.browser import Browser, Site

from oddsmith.web import Settings


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An app for all tests: what happens at one table has nothing to do with another."""
    file = tmp_path_factory.mktemp("web") / "tables.db"
    settings = Settings(
        database=f"sqlite:///{file}",
        names=frozenset({"localhost"}),
        entries_per_minute=100_000,
        commands_per_second=1000,
        questions_per_second=1000,
        asked_per_second=10_000,
        letters_per_second=10**9,
    )
    with Site(settings) as site:
        yield site


@pytest.fixture
def ada(site: Site) -> Browser:
    """The host of a table of their own."""
    return site.opened("Ada")
