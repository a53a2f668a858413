"""Commands that fail, before or after they have written something: nobody else notices, and nothing of them stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from tests.table.group import Group

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import CommandContext, secret_digest
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.domain.event import Draft, Event, written
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database

note = partial(notes.write_note, body=notes.WriteNote(text="kept"))


def refused(context: CommandContext) -> None:
    notes.write_note(context, notes.WriteNote(text="not kept"))
    raise Conflict("Only now does it turn out that this cannot be done.")


def broken(context: CommandContext) -> None:
    notes.write_note(context, notes.WriteNote(text="not kept"))
    raise RuntimeError("a mistake in the program")


def half_applied(context: CommandContext) -> None:
    context.emit(Draft("roll.undone", context.member().id, {"reason": "", "effects": [{}]}, "r1"))


def restarted(group: Group, url: str) -> None:
    """The same table at a server that knows only what is on disk."""
    group.run(group.tables.close())
    group.tables = Tables(open_database(url))
    group.run(group.tables.start())


@pytest.mark.parametrize("act", [refused, broken, half_applied])
def test_a_command_that_fails_after_it_wrote_something_leaves_nothing_behind(
    group: Group, url: str, act: Callable[[CommandContext], None]
) -> None:
    group.host.roll()
    group.host.do(note)
    with pytest.raises((Conflict, RuntimeError, KeyError)):
        group.host.do(act)
    before = group.live().state.number
    assert group.host.do(note)["number"] == before + 1
    assert group.host.verifies().mismatches == []
    restarted(group, url)
    assert group.host.do(note)["number"] == before + 3  # the seal was renewed in between
    assert [event["number"] for event in group.host.log()["events"]] == list(range(1, before + 4))


def test_those_who_act_together_with_a_command_that_fails_are_answered(group: Group) -> None:
    token = secret_digest(group.host.token)

    async def at_once() -> list[Any]:
        acts: list[Callable[[CommandContext], None]] = [note, refused, note, broken, note]
        commands = (group.tables.command(group.table, token, act, f"k{n}", "f") for n, act in enumerate(acts))
        return await asyncio.gather(*commands, return_exceptions=True)

    before = group.live().state.number
    answers = group.run(at_once())
    assert [type(answer).__name__ for answer in answers] == ["Answer", "Conflict", "Answer", "RuntimeError", "Answer"]
    log = group.host.log()["events"]
    assert [event["body"]["text"] for event in log[before:]] == ["kept"] * 3
    assert [event["number"] for event in log] == list(range(1, before + 4))


def test_a_log_with_a_gap_is_not_written(group: Group) -> None:
    """Should the program ever be mistaken about numbers, the table is still as it was."""
    state, database = group.live().state, group.tables._database
    last = state.number
    group.tables._writer.probe().result(10)  # the thread that writes has nothing more to do
    for number in (last, last + 2):
        event = written(Draft("note.written", "m1", {"text": "x"}), group.table, number, 0, state.digest)
        with pytest.raises((ValueError, sa.exc.IntegrityError)), database.writing() as connection:
            connection.append([event])
    assert group.run(group.tables.events(group.table))[-1].number == last
    assert group.host.do(note)["number"] == last + 1


def test_looking_at_a_log_with_a_gap_fails_and_does_not_go_on_for_ever(local_group: Group) -> None:
    live = local_group.live()
    tables: Any = local_group.tables
    gap = written(Draft("note.written", "m1", {"text": "x"}), local_group.table, live.state.number + 2, 0, "")

    async def events(table: str, **more: Any) -> list[Event]:
        return [gap]

    tables.events = events
    live.target = gap.number
    with pytest.raises(ValueError, match="cannot follow"):
        local_group.run(asyncio.wait_for(tables._catch_up(live), 5))
