"""A database that is locked, full or away for a while: nobody is told what is not so, and then all goes on."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.table.group import PATIENCE, Group
from tests.table.postgres import Cluster

from oddsmith.table.commands import notes, people
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.domain.errors import Busy, Unreachable
from oddsmith.table.server.news import News
from oddsmith.table.server.service import Tables

note = partial(notes.write_note, body=notes.WriteNote(text="kept"))
long_note = partial(notes.write_note, body=notes.WriteNote(text="x" * 4000))


def written(group: Group) -> list[str]:
    return [event["body"]["text"] for event in group.host.log()["events"] if event["kind"] == "note.written"]


async def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def outages(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert not any(record.exc_info for record in caplog.records), caplog.text
    return [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]


def test_nobody_is_answered_or_told_before_the_commit(group: Group) -> None:
    at, token = group.live(), secret_digest(group.host.token)
    before = at.state.number
    engine = group.tables._database._writer

    def fail(connection: Any) -> None:
        raise sa.exc.OperationalError("COMMIT", {}, sqlite3.OperationalError("as when the power fails"))

    async def told() -> tuple[list[str], str]:
        listener = group.tables.listen(at, group.host.id)
        sa.event.listen(engine, "commit", fail)
        with pytest.raises(sa.exc.OperationalError):
            await group.tables.command(group.table, token, note, "k", "f")
        sa.event.remove(engine, "commit", fail)
        await asyncio.sleep(0.05)
        heard = list(listener._waiting)
        answer = await group.tables.command(group.table, token, note, "k", "f")
        group.tables.leave(at, listener)
        return heard, answer.text()

    heard, answer = group.run(told())
    assert [text for text in heard if "event: event" in text] == []
    assert json.loads(answer)["number"] == before + 1
    assert written(group) == ["kept"]


def pragma(group: Group, text: str) -> Any:
    """Ask or tell the connection that writes something, beside the thread that writes over it."""
    pool: Any = group.tables._database._writer.pool
    found = pool.connection.dbapi_connection.execute(f"PRAGMA {text}").fetchone()
    return found and found[0]


@pytest.fixture
def impatient(local_group: Group) -> Group:
    """A table whose server waits only a moment for a locked file."""
    pragma(local_group, "busy_timeout = 50")
    return local_group


def test_a_locked_file_is_said_once_and_the_same_key_does_it_afterwards(
    impatient: Group, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(3):
        with pytest.raises(Unreachable, match="with the same key"):
            impatient.host.do(note, key="k")
    assert written(impatient) == []  # those who look are not locked out
    other.execute("ROLLBACK")
    other.close()
    impatient.host.do(note, key="k")
    assert written(impatient) == ["kept"]
    assert outages(caplog) == ["tables cannot be written: database is locked"]
    assert "tables can be written again" in caplog.text


def filled(group: Group) -> int:
    """How many long notes could be written until there was no more space."""
    for done in range(100):
        try:
            group.host.do(long_note, key=f"full {done}")
        except Unreachable:
            return done
    raise AssertionError("there is space without end")


def test_a_full_disk_is_said_once_and_spoils_nothing(local_group: Group, caplog: pytest.LogCaptureFixture) -> None:
    """A limit on the pages of the file is what SQLite itself takes for a full disk."""
    local_group.host.do(note)
    pragma(local_group, f"max_page_count = {pragma(local_group, 'page_count')}")
    done = filled(local_group)
    for _ in range(3):
        with pytest.raises(Unreachable):
            local_group.host.do(long_note, key=f"full {done}")
    assert written(local_group) == ["kept"] + ["x" * 4000] * done
    pragma(local_group, "max_page_count = 1000000")
    local_group.host.do(long_note, key=f"full {done}")
    assert written(local_group) == ["kept"] + ["x" * 4000] * (done + 1)
    assert local_group.host.verifies().mismatches == []
    assert set(outages(caplog)) == {"tables cannot be written: database or disk is full"}


def sql(url: str, *statements: str) -> list[Any]:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        found = [connection.execute(sa.text(statement)) for statement in statements]
        rows = [row for result in found if result.returns_rows for row in result]
    engine.dispose()
    return rows


_LISTENERS = (
    "SELECT {} FROM pg_stat_activity "
    "WHERE query LIKE 'LISTEN%' AND datname = current_database() AND pid <> pg_backend_pid()"
)


def test_a_server_that_is_away_is_said_once_and_all_goes_on_when_it_is_back(
    cluster: Cluster, shared_url: str, servers: tuple[Tables, Tables], runner: Any, caplog: pytest.LogCaptureFixture
) -> None:
    name = shared_url.split("/")[3].partition("?")[0]
    maintenance = shared_url.replace(name, "postgres")
    group = Group.opened(servers[0], runner)
    there = runner.run(servers[1].table(group.table))
    sql(
        maintenance,
        f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
    )
    for _ in range(3):
        with pytest.raises(Unreachable):
            group.host.do(note, key="k")
        with pytest.raises(Unreachable):
            runner.run(servers[1].events(group.table))
    runner.run(asyncio.sleep(2.5))  # others are listened to again and again meanwhile
    sql(maintenance, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    number = group.host.do(note, key="k")["number"]
    runner.run(until(lambda: there.state.number == number))
    assert written(group) == ["kept"]
    said = [line.partition(":")[0] for line in outages(caplog)]
    assert said.count("tables cannot be read") in (1, 2)  # who listens looks, too, if connections end while it does
    assert {line: said.count(line) for line in sorted(said) if line != "tables cannot be read"} == {
        "other servers cannot be heard": 2,  # each of the two says so
        "tables cannot be written": 2,  # one for the commands, the other for who listens with it
    }


def test_what_is_written_while_nobody_listens_is_found_when_somebody_does_again(
    shared_url: str, servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    there = runner.run(two.table(group.table))
    news = two._database.news
    listening: list[list[Any]] = []
    connecting, written = threading.Event(), threading.Event()

    def slow(timeout: float) -> Iterator[tuple[str, str]]:
        connecting.set()
        written.wait(PATIENCE)  # as a connection takes long that goes a long way
        end = time.monotonic() + PATIENCE
        while not sql(shared_url, _LISTENERS.format("pid")) and time.monotonic() < end:
            time.sleep(0.05)  # until the other server listens again
        for place, told in enumerate(news(timeout)):
            if not place:
                listening.append(sql(shared_url, _LISTENERS.format("pid")))
            yield told

    monkeypatch.setattr(two._database, "news", slow)
    sql(shared_url, _LISTENERS.format("pg_terminate_backend(pid)"))
    end = time.monotonic() + PATIENCE
    while not connecting.is_set():  # in the pause before it tries again
        assert time.monotonic() < end
        group.host.do(note)
    for _ in range(3):  # and in the time that connecting takes
        number = group.host.do(note)["number"]
    written.set()
    runner.run(until(lambda: there.state.number == number))
    number = group.host.do(note)["number"]
    runner.run(until(lambda: there.state.number == number))
    assert [len(found) for found in listening] == [2]  # the other server, and this one before it looks


def test_a_table_that_somebody_keeps_locked_delays_no_other(
    shared_url: str, servers: tuple[Tables, Tables], runner: asyncio.Runner
) -> None:
    stuck, free = Group.opened(servers[0], runner), Group.opened(servers[0], runner)
    engine = sa.create_engine(shared_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        lock = sa.text("SELECT * FROM tables WHERE id = :table FOR UPDATE")
        connection.execute(lock, {"table": stuck.table})

        async def both() -> list[Any]:
            commands = [
                servers[0].command(group.table, secret_digest(group.host.token), note, "k", "f")
                for group in (stuck, free)
            ]
            return await asyncio.wait_for(asyncio.gather(*commands, return_exceptions=True), PATIENCE)

        answers = runner.run(both())
        assert [type(answer).__name__ for answer in answers] == ["Busy", "Answer"]
        asked: list[str] = []
        sa.event.listen(servers[0]._database._writer, "before_cursor_execute", lambda *told: asked.append(told[2]))
        with pytest.raises(Busy):
            stuck.host.do(note, key="again")
        locks = [statement for statement in asked if "FOR UPDATE" in statement]
        assert locks
        assert all(statement.endswith("SKIP LOCKED") for statement in locks)  # nobody waits for the lock any more
        free.host.do(note)
        connection.rollback()
    engine.dispose()
    stuck.host.do(note, key="again")
    assert (written(stuck), len(written(free))) == (["kept"], 2)


def test_one_key_that_opens_a_table_at_two_servers_at_once_opens_one(
    servers: tuple[Tables, Tables], runner: asyncio.Runner
) -> None:
    request = people.OpenTable(title="Thursday", name="Ada")

    async def both(key: str) -> set[str]:
        opening = (tables.open(request, key=key, scope="tests", fingerprint="open") for tables in servers)
        return {answer.text() for answer in await asyncio.gather(*opening)}

    for number in range(20):
        assert len(runner.run(both(f"the same key {number}"))) == 1


def test_whoever_is_answered_sees_what_another_server_wrote_before(
    servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    there = runner.run(two.table(group.table))
    monkeypatch.setattr(two._news, "_written", lambda table, number: None)  # the news takes long
    for _ in range(3):
        group.host.do(note)
    command = two.command(group.table, secret_digest(group.host.token), note, "at two", "f")
    assert json.loads(runner.run(command).text())["number"] == there.state.number == 7  # a seal, too


def test_hearing_starts_again_after_any_failure(runner: asyncio.Runner, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []
    tries = iter([RuntimeError("a mistake"), Unreachable(), None])

    class Database:
        def news(self, timeout: float) -> Iterator[tuple[str, str]]:
            error = next(tries, None)
            if error is not None:
                raise error
            yield "", ""
            yield "oddsmith_events", "t 7"
            while True:
                time.sleep(timeout)
                yield "", ""

    def wrote(table: str, number: int) -> None:
        heard.append(f"{table} {number}")

    async def listen() -> None:
        database: Any = Database()
        news = News(database, wrote, heard.append, lambda: heard.append("look"))
        await news.start()
        await until(lambda: len(heard) == 2)
        await news.close()

    runner.run(listen())
    assert heard == ["look", "t 7"]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
