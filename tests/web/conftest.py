"""The app, without a network."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.web.browser import Browser, Site, patient

from oddsmith.web.http import questions
from oddsmith.web.http.tables import room
from oddsmith.web.limits.rate_limit import RateLimit


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits for a browser, for processes or for other threads is tried a second time when the machine was slow."""
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An app for all tests: what happens at one table has nothing to do with another."""
    file = tmp_path_factory.mktemp("web") / "tables.db"
    settings = patient(
        database=f"sqlite:///{file}",
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


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """For those who go too fast nothing is forgiven while a slow machine answers: in apps made from now on, the clock
    by which they are paced stands still.
    """
    for module in (questions, room):
        monkeypatch.setattr(module, "RateLimit", partial(RateLimit, clock=lambda: 0.0))
