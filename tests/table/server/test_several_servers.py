"""Several servers that share the tables of one PostgreSQL."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from tests.table.group import PATIENCE, Group, Person, kinds

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.commands.rolls import answers, opening
from oddsmith.table.server.service import Tables


def test_what_happens_at_one_server_is_told_by_all(servers: tuple[Tables, Tables], runner: asyncio.Runner) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    bob = group.join("Bob")

    async def heard() -> list[str]:
        live = await two.table(group.table)
        listener = two.listen(live, bob.id)
        token = secret_digest(group.host.token)
        for number in range(5):
            act = partial(notes.write_note, body=notes.WriteNote(text=f"note {number}"))
            await one.command(group.table, token, act, f"n{number}", "f")
        texts: list[str] = []
        while len(texts) < 5:
            taken = await asyncio.wait_for(listener.take(), PATIENCE)
            found = [json.loads(frame.partition("data: ")[2]) for frame in taken.split("\n\n") if "note.wri" in frame]
            texts += [event["body"]["text"] for event in found]
        two.leave(live, listener)
        return texts

    assert runner.run(heard()) == [f"note {number}" for number in range(5)]


def test_whoever_has_seen_more_at_another_server_is_told_no_less(
    servers: tuple[Tables, Tables], runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    live = runner.run(two.table(group.table))
    monkeypatch.setattr(two, "_behind", lambda *news: None)  # which has not come yet
    group.host.do(partial(notes.write_note, body=notes.WriteNote(text="here")))
    seen = group.live().state.number
    assert live.state.number < seen
    runner.run(two.reach(live, seen + 10))  # no more than there is
    assert live.state.number == seen


def test_people_at_two_servers_play_at_one_table(servers: tuple[Tables, Tables], runner: asyncio.Runner) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    bob = group.join("Bob")
    nonce = bob.pledge()
    assert kinds(group.host.roll()) == ["roll.opened"]
    group.tables = two
    answer = bob.do(partial(answers.witness, name="r1", body=answers.Witness(stretch=0, nonce=nonce)))
    assert kinds(answer) == ["roll.witnessed", "roll.finished"]
    assert bob.verifies().mismatches == []


def test_commands_at_both_servers_at_once_make_one_log(servers: tuple[Tables, Tables], runner: asyncio.Runner) -> None:
    group = Group.opened(servers[0], runner)
    mara = group.host.character("Mara", resources={"ec": {"value": 1000}})
    token = secret_digest(group.host.token)

    async def play(tables: Tables, name: str) -> None:
        for number in range(25):
            request = opening.OpenRoll(
                system="edged-coins", action="damage", inputs={"ec": 1}, character=mara, nonce="ab" * 32
            )
            act: Any = partial(opening.open_roll, body=request)
            answer = await tables.command(group.table, token, act, f"{name} {number}", "f")
            event = json.loads(answer.text())["events"][-1]
            while event["kind"] == "roll.waits":
                body = event["body"]
                taken = answers.Answer(step=body["step"], option=body["options"][-1], nonce="cd" * 32)
                act = partial(answers.answer, name=event["roll"], body=taken)
                told = await tables.command(group.table, token, act, f"{name} {number} {body['step']}", "f")
                event = json.loads(told.text())["events"][-1]

    async def all_at_once() -> None:
        await asyncio.gather(*(play(tables, f"{place} {who}") for place, tables in enumerate(servers) for who in "abc"))

    runner.run(all_at_once())
    runner.run(servers[0]._catch_up(group.live()))  # the last word may have been the other server's
    report = group.host.verifies()
    assert (report.mismatches, report.unfinished, report.rolls) == ([], 0, 150)
    seen = []
    for tables in servers:
        group.tables = tables
        live = group.live()
        runner.run(tables._catch_up(live))
        seen.append((live.state.digest, group.host.value(mara, "ec")))
    assert seen[0] == seen[1]


def test_one_key_at_two_servers_at_once_is_one_command(servers: tuple[Tables, Tables], runner: asyncio.Runner) -> None:
    group = Group.opened(servers[0], runner)
    token = secret_digest(group.host.token)
    act = partial(notes.write_note, body=notes.WriteNote(text="once"))

    async def at_once() -> list[Any]:
        return await asyncio.gather(*(tables.command(group.table, token, act, "k", "f") for tables in servers * 5))

    assert len({answer.text() for answer in runner.run(at_once())}) == 1


def test_whoever_joins_at_one_server_is_known_at_the_other(
    servers: tuple[Tables, Tables], runner: asyncio.Runner
) -> None:
    one, two = servers
    group = Group.opened(one, runner)
    runner.run(two.table(group.table))
    bob: Person = group.join("Bob")
    _, member = runner.run(two.seat(group.table, secret_digest(bob.token)))
    assert member.name == "Bob"
