"""Who is seen to listen, when several servers share the tables."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from functools import partial

import pytest
from tests.table import worker
from tests.table.group import PATIENCE, Group

from oddsmith.table.commands import people
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.server import presence
from oddsmith.table.server.live_table import LiveTable
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database


async def seen(live: LiveTable, members: set[str]) -> None:
    """Wait until just these members are seen to listen."""
    end = time.monotonic() + PATIENCE
    while live.present != members:
        assert time.monotonic() < end, (live.present, members)
        await asyncio.sleep(0.01)


def test_listeners_at_any_server_are_seen_at_all(servers: tuple[Tables, Tables], runner: asyncio.Runner) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    ada, bob = group.host.id, group.join("Bob").id

    async def play() -> str:
        here, there = await one.table(group.table), await two.table(group.table)
        first = one.listen(here, ada)
        await seen(there, {ada})
        second = two.listen(there, bob)
        await seen(here, {ada, bob})
        two.leave(there, second)
        await seen(here, {ada})
        one.leave(here, first)
        await seen(there, set())
        return await first.take()

    frames = [frame for frame in runner.run(play()).split("\n\n") if "event: presence" in frame]
    pages = [json.loads(frame.partition("data: ")[2])["members"] for frame in frames]
    assert pages == [[ada], [ada, bob], [ada]]


def test_a_server_that_comes_to_a_table_later_asks_who_listens(
    shared_url: str, servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BEAT", 3600.0)  # so that it is no beat that tells
    one, two = servers
    group = Group.opened(one, runner)

    async def play() -> None:
        here = await one.table(group.table)
        listener = one.listen(here, group.host.id)
        await asyncio.sleep(3 * presence._PAUSE)  # told, and nobody at the other server cared
        await seen(await two.table(group.table), {group.host.id})
        one.leave(here, listener)

    runner.run(play())


def test_somebody_with_pages_at_two_servers_is_there_until_the_last_is_closed(
    servers: tuple[Tables, Tables], runner: asyncio.Runner
) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    ada = group.host.id

    async def play() -> None:
        here, there = await one.table(group.table), await two.table(group.table)
        first, second = one.listen(here, ada), two.listen(there, ada)
        await seen(there, {ada})
        await asyncio.sleep(0.2)
        one.leave(here, first)
        await asyncio.sleep(0.2)
        assert here.present == there.present == {ada}
        two.leave(there, second)
        await seen(here, set())

    runner.run(play())


def test_the_listeners_of_a_killed_server_fade_and_nobody_waits_for_their_nonces(
    shared_url: str, servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oddsmith.table.server.service.GRACE", 0.0)
    monkeypatch.setattr(presence, "LEASE", 3.0)
    monkeypatch.setattr(presence, "BEAT", 0.5)
    one, _ = servers
    group = Group.opened(one, runner)
    bob = group.join("Bob")
    bob.pledge()
    at = group.live()
    ready, out = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.table.worker"])
    process = context.Process(target=worker.listen, args=(shared_url, group.table, bob.id, out), daemon=True)
    process.start()
    assert ready.poll(60)
    runner.run(seen(at, {bob.id}))
    process.kill()
    process.join()
    killed = time.monotonic()
    runner.run(seen(at, set()))
    assert time.monotonic() - killed > 1  # believed for a while, all the same

    async def withdrawn() -> None:
        while at.state.members[bob.id].present:
            await asyncio.sleep(0.01)

    runner.run(asyncio.wait_for(withdrawn(), PATIENCE))


def test_the_listeners_of_a_server_that_is_stopped_are_gone_at_once(
    shared_url: str, servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LEASE", 3600.0)  # so that they do not fade
    one, _ = servers
    group = Group.opened(one, runner)
    third = Tables(open_database(shared_url))

    async def play() -> None:
        await third.start()
        here = await one.table(group.table)
        third.listen(await third.table(group.table), group.host.id)
        await seen(here, {group.host.id})
        await third.close()
        await seen(here, set())

    runner.run(play())


def test_rolls_say_nothing_of_presence_and_presence_writes_no_rows(
    servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = servers
    group = Group.opened(one, runner)
    runner.run(asyncio.sleep(3 * presence._PAUSE))
    messages: list[str] = []
    monkeypatch.setattr(one._presence, "_tell", messages.extend)
    pledge = partial(people.give_pledge, body=people.Pledge(pledge="00" * 32))
    for number in range(20):
        runner.run(one.command(group.table, secret_digest(group.host.token), pledge, f"p{number}", "f"))
    assert messages == []
    before = len(runner.run(one.events(group.table)))

    async def come_and_go() -> None:
        here = await one.table(group.table)
        for _ in range(20):
            one.leave(here, one.listen(here, group.host.id))
        await asyncio.sleep(3 * presence._PAUSE)

    runner.run(come_and_go())
    assert len(messages) <= 2  # told together
    pledged = [event for event in runner.run(one.events(group.table))[before:] if event.by is not None]
    assert pledged == []


def test_one_server_alone_tells_nobody(local_group: Group) -> None:
    at = local_group.live()

    async def play() -> str:
        listener = local_group.tables.listen(at, local_group.host.id)
        return await listener.take()

    assert '"members":["m1"]' in local_group.run(play())
    assert local_group.tables._presence._telling is None
