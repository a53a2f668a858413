"""Tables with a long past: nobody else waits for it, and it is not kept twice."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from tests.table.group import Group

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.commands.rolls import opening
from oddsmith.table.domain.errors import KeyReused
from oddsmith.table.server import writer
from oddsmith.table.server.service import Tables
from oddsmith.table.store import Connection, open_database

note = partial(notes.write_note, body=notes.WriteNote(text="a word that is found nowhere else"))


@pytest.fixture
def long(local_group: Group, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Group:
    """A table with a log that is long, as far as this server is concerned, which has just been started."""
    for _ in range(40):
        local_group.host.do(note)
    local_group.run(local_group.tables.close())
    monkeypatch.setattr(writer, "READ_AT_ONCE", 10)
    local_group.tables = Tables(open_database(f"sqlite:///{tmp_path}/tables.db"))
    local_group.run(local_group.tables.start())
    return local_group


def test_the_thread_that_writes_does_not_read_a_long_log_and_it_is_read_once(
    long: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[str, int]] = []
    events = Connection.events

    def counted(connection: Connection, *place: Any, **more: Any) -> Any:
        found = events(connection, *place, **more)
        read.append((threading.current_thread().name, len(found)))
        return found

    monkeypatch.setattr(Connection, "events", counted)
    token = secret_digest(long.host.token)

    async def at_once() -> list[Any]:
        commands = (long.tables.command(long.table, token, note, f"at once {n}", "f") for n in range(10))
        return await asyncio.gather(*commands)

    assert len({answer.text() for answer in long.run(at_once())}) == 10
    assert [count for name, count in read if name == "oddsmith-writer" and count] == []
    assert sum(count for _, count in read) == 42  # each of them once
    assert [event["number"] for event in long.host.log()["events"]] == list(range(1, 54))  # with the seal, renewed once


def test_rolls_at_a_table_that_nobody_looks_at_do_not_read_its_log_each_time(
    local_group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    events = Connection.events

    def counted(connection: Connection, *place: Any, **more: Any) -> Any:
        found = events(connection, *place, **more)
        read.append(len(found))
        return found

    monkeypatch.setattr(Connection, "events", counted)
    for _ in range(20):
        local_group.host.roll()
    assert sum(read) <= 3 * len(local_group.host.log()["events"])


def test_an_answer_is_given_again_word_for_word_though_its_events_are_kept_once(group: Group, url: str) -> None:
    bob = group.join("Bob")
    answers: list[tuple[Any, Any, str]] = []
    for person, visibility in ((bob, "everyone"), (bob, "self"), (bob, "blind"), (group.host, "host")):
        request = opening.OpenRoll.model_validate(
            {"system": "mod-dot", "action": "test", "inputs": {"pool": 5}, "nonce": "ab" * 32, "visibility": visibility}
        )
        act = partial(opening.open_roll, body=request)
        answers.append((person, act, f"key {visibility}"))
    told = [person.do(act, key=key, fingerprint="f") for person, act, key in answers]
    assert ["hidden" in answer["events"][0] for answer in told] == [False, True, False, True]
    group.run(group.tables.close())
    group.tables = Tables(open_database(url))
    group.run(group.tables.start())
    assert [person.do(act, key=key, fingerprint="f") for person, act, key in answers] == told
    with pytest.raises(KeyReused):
        bob.do(note, key="key self", fingerprint="another")
    group.host.do(note)
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        kept = "".join(str(row) for row in connection.execute(sa.text("SELECT * FROM answers")))
    engine.dispose()
    assert "found nowhere else" not in kept
    assert told[0]["events"][0]["digest"] not in kept


def test_old_answers_are_forgotten_a_few_at_a_time_while_the_server_runs(
    group: Group, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "FORGET_AT_ONCE", 4)
    monkeypatch.setattr(writer, "FORGET_PAUSE", 3600)  # only when this test says so
    for number in range(10):
        group.host.do(note, key=f"old {number}")
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))

    def kept() -> int:
        with engine.begin() as connection:
            found: int = connection.execute(sa.text("SELECT count(*) FROM answers")).scalar_one()
        return found

    before = kept()
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE answers SET at = 0"))
    counts = []
    for number in range(4):
        group.tables._writer._forget_at = 0.0
        group.host.do(note, key=f"new {number}")
        group.host.do(note, key=f"new {number}")  # answered after what was forgotten with the first
        counts.append(kept())
    engine.dispose()
    assert before == 11
    assert counts[-1] == 4
    assert all(earlier - later <= 4 for earlier, later in zip([before, *counts], counts, strict=False))
    with pytest.raises(KeyReused):
        group.host.do(note, key="new 0", fingerprint="another")
