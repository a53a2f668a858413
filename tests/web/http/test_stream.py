"""The event stream of a page that was away for long, and of one that takes nothing any more."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.table.group import PATIENCE, Group

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database
from oddsmith.web.http.tables import stream
from oddsmith.web.http.tables.stream import EventStream, frames

NOTES = 300


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    """A table at which much was written, at a server that has just been started anew."""
    url = f"sqlite:///{tmp_path}/tables.db"
    with asyncio.Runner() as runner:
        tables = Tables(open_database(url))
        runner.run(tables.start())
        group = Group.opened(tables, runner)
        for number in range(NOTES):
            group.host.do(partial(notes.write_note, body=notes.WriteNote(text=f"note {number}")))
        runner.run(tables.close())
        group.tables = Tables(open_database(url))
        runner.run(group.tables.start())
        yield group
        runner.run(group.tables.close())


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^id: (\d+)$", text, re.MULTILINE)]


def test_whoever_was_away_for_long_reads_page_by_page_as_fast_as_they_take_it(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_PAGE", 10)
    at = group.live()
    last = at.state.number
    at.recent.clear()  # as it is for whoever missed more than the server remembers
    asked: list[int] = []
    events = group.tables.events

    async def counted(table: str, **more: Any) -> Any:
        asked.append(more["after"])
        assert more["limit"] == 10
        return await events(table, **more)

    monkeypatch.setattr(group.tables, "events", counted)

    async def read() -> list[int]:
        found: list[int] = []
        stream = frames(group.tables, at, group.host.id, 1)
        while len(found) < last - 1:
            found += numbers(await anext(stream))
            assert len(asked) <= len(found) // 10 + 1  # the next page is not read before this one was taken
        await stream.aclose()
        return found

    assert group.run(read()) == list(range(2, last + 1))
    assert asked == list(range(1, last, 10))


def test_what_happens_while_somebody_catches_up_comes_after_it(group: Group) -> None:
    at = group.live()
    last = at.state.number

    async def read() -> list[int]:
        stream = frames(group.tables, at, group.host.id, 1)
        await anext(stream)
        act = partial(notes.write_note, body=notes.WriteNote(text="now"))
        await group.tables.command(group.table, secret_digest(group.host.token), act, "now", "now")
        found: list[int] = []
        while len(found) < last + 1:
            found += numbers(await anext(stream))
        await stream.aclose()
        return found

    assert group.run(read()) == list(range(2, last + 3))  # a renewed seal, and the note


def test_a_page_that_takes_nothing_any_more_is_let_go(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "STUCK", 0.1)
    at = group.live()
    sent: list[Any] = []
    present: list[set[str]] = []

    async def send(message: Any) -> None:
        sent.append(message)
        if len(sent) > 2:
            present.append(set(at.present))
            await asyncio.Event().wait()  # the buffers between here and there are full

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def serve() -> None:
        answer = EventStream(frames(group.tables, at, group.host.id, 1))
        serving = answer({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, send)
        await asyncio.wait_for(serving, PATIENCE)

    group.run(serve())
    assert len(sent) == 3
    assert (present, at.present) == ([{group.host.id}], set())
