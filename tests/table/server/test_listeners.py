"""Pages that listen, the slow ones above all: what waits for them has bounds, and nobody misses anything."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from tests.table.group import Group

from oddsmith.table.commands import people
from oddsmith.table.server import live_table
from oddsmith.table.server.live_table import Listener


def taken(runner: asyncio.Runner, listener: Listener) -> list[str]:
    """All that is sent until the stream ends."""

    async def all_of_it() -> list[str]:
        found: list[str] = []
        while text := await asyncio.wait_for(listener.take(), 5):
            found.append(text)
        return found

    return runner.run(all_of_it())


def test_texts_come_in_their_order_and_many_small_ones_together(runner: asyncio.Runner) -> None:
    listener = Listener("m1")
    texts = [f"{number:010}" for number in range(1000)]
    for text in texts:
        listener.push(text)
    listener.end()
    found = taken(runner, listener)
    assert "".join(found) == "".join(texts)
    assert len(found) == 1


@pytest.mark.parametrize("text", ["x", "x" * 100_000], ids=["many", "long"])
def test_a_page_that_takes_nothing_is_let_go_with_all_that_waited_for_it(runner: asyncio.Runner, text: str) -> None:
    listener = Listener("m1")
    pushed = 0
    while not listener.ended:
        listener.push(text)
        pushed += 1
    assert pushed == min(2000, 1_000_000 // len(text)) + 1
    listener.push(text)
    assert taken(runner, listener) == []


def test_one_text_is_sent_however_long_it_is(runner: asyncio.Runner) -> None:
    listener = Listener("m1")
    listener.push("x" * 3_000_000)
    listener.end()
    assert [len(text) for text in taken(runner, listener)] == [3_000_000]


def test_what_is_sent_at_once_is_no_longer_than_a_chunk(runner: asyncio.Runner, monkeypatch: Any) -> None:
    monkeypatch.setattr(live_table, "CHUNK", 10)
    listener = Listener("m1")
    for text in ("aaaa", "bbbb", "cccc", "d" * 12, "e"):
        listener.push(text)
    listener.end()
    assert taken(runner, listener) == ["aaaabbbb", "cccc", "d" * 12, "e"]


def test_a_page_is_told_that_its_seat_is_gone_before_the_stream_ends(local_group: Group) -> None:
    bob = local_group.join("Bob")
    at = local_group.live()

    async def listen() -> Listener:
        return local_group.tables.listen(at, bob.id)

    listener = local_group.run(listen())
    local_group.host.do(partial(people.remove_member, name=bob.id))
    assert "".join(taken(local_group.runner, listener)).endswith("event: bye\ndata: {}\n\n")
