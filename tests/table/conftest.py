"""Tables to play at, on each kind of database that there is."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.group import Group
from tests.table.postgres import Cluster, binaries

from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A server of PostgreSQL for this run alone; skipped where it is not installed, unless that must not be."""
    if binaries() is None:
        if os.environ.get("ODDSMITH_NEEDS_POSTGRES"):
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    with Cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def group(url: str, runner: asyncio.Runner) -> Iterator[Group]:
    """Ada, the host of a table; others join with `group.join`. Whatever `group.tables` is at the end, is closed."""
    yield from _group(url, runner)


@pytest.fixture
def local_group(tmp_path: Path, runner: asyncio.Runner) -> Iterator[Group]:
    """The same on SQLite alone, for what does not depend on the database."""
    yield from _group(f"sqlite:///{tmp_path}/tables.db", runner)


def _group(url: str, runner: asyncio.Runner) -> Iterator[Group]:
    tables = Tables(open_database(url))
    runner.run(tables.start())
    group = Group.opened(tables, runner)
    try:
        yield group
    finally:
        runner.run(group.tables.close())


@pytest.fixture
def shared_url(cluster: Cluster) -> str:
    """An empty database that several servers may share."""
    return cluster.database()


@pytest.fixture
def servers(shared_url: str, runner: asyncio.Runner) -> Iterator[tuple[Tables, Tables]]:
    """Two servers that share their tables."""
    both = Tables(open_database(shared_url)), Tables(open_database(shared_url))
    for tables in both:
        runner.run(tables.start())
    yield both
    for tables in both:
        runner.run(tables.close())
