"""Seals after a start: an older copy of the database must not bring back seeds that somebody knows."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.table.commands.rolls.test_real_hands import bare, throw
from tests.table.group import PATIENCE, Group

from oddsmith.table.commands import notes, people
from oddsmith.table.commands.rolls import real_hands
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.fairness import fair
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database

note = partial(notes.write_note, body=notes.WriteNote(text="kept"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def group(file: Path, runner: asyncio.Runner) -> Iterator[Group]:
    group = Group(Tables(open_database(f"sqlite:///{file}")), runner)
    runner.run(group.tables.start())
    group = Group.opened(group.tables, runner)
    try:
        yield group
    finally:
        runner.run(group.tables.close())


def moved(group: Group, file: Path, copied: Path | None = None) -> None:
    """The same table at a server that was started with that file; `copied` while no server has it."""
    group.run(group.tables.close())
    if copied is not None:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copied)) as target:
            source.backup(target)
    group.tables = Tables(open_database(f"sqlite:///{file}"))
    group.run(group.tables.start())


def stretch(answer: dict[str, Any]) -> dict[str, Any]:
    begun: dict[str, Any] = next(e["body"]["stretch"] for e in answer["events"] if "stretch" in e["body"])
    return begun


def renewed(group: Group) -> list[str]:
    return [event["body"]["member"] for event in group.host.log()["events"] if event["kind"] == "member.sealed"]


def happened(group: Group, kind: str) -> dict[str, Any]:
    """The last event of a kind, once the server has written one by itself."""
    end = time.time() + PATIENCE
    while True:
        found: list[dict[str, Any]] = [event for event in group.host.log()["events"] if event["kind"] == kind]
        if found:
            return found[-1]
        assert time.time() < end
        group.run(asyncio.sleep(0.02))


def test_a_restored_copy_does_not_roll_by_seeds_that_were_revealed(group: Group, file: Path, tmp_path: Path) -> None:
    group.host.roll()
    copy = tmp_path / "copy.db"
    moved(group, file, copied=copy)
    group.tables._sealed.add(group.table)  # as a server did before there were renewed seals
    first = stretch(group.host.roll())
    seed = next(
        event["body"]["landed"]["seed"] for event in reversed(group.host.log()["events"]) if "landed" in event["body"]
    )
    assert fair.seal(group.table, seed) == first["seal"]  # the seed is known from now on
    moved(group, copy)
    second = stretch(group.host.roll())
    assert second["seal"] != first["seal"]
    assert group.host.verifies().mismatches == []


def test_seals_are_renewed_once_by_each_server_before_anybody_rolls(group: Group, file: Path) -> None:
    bob, cy = group.join("Bob"), group.join("Cy", "observer")
    group.host.do(note)
    assert renewed(group) == []  # this server made them itself
    moved(group, file)
    assert renewed(group) == []
    live = group.live()
    listener = group.tables.listen(live, bob.id)

    async def told() -> str:
        text = ""
        while "member.sealed" not in text:
            text += await listener.take()
        return text

    group.run(asyncio.wait_for(told(), 60))
    group.run(asyncio.sleep(0.1))
    assert renewed(group) == [group.host.id, bob.id, cy.id]
    bob.roll()
    group.host.roll()
    assert renewed(group) == [group.host.id, bob.id, cy.id]
    assert bob.verifies().mismatches == []


def test_whoever_has_left_gets_no_seal(group: Group, file: Path) -> None:
    bob = group.join("Bob")
    leaving = partial(people.remove_member, name=bob.id, body=people.RemoveMember(end_invite=False))
    bob.do(leaving)
    moved(group, file)
    group.host.do(note)
    assert renewed(group) == [group.host.id]
    assert group.host.verifies().mismatches == []


def test_a_seal_stands_before_whoever_rolls_gives_their_nonce(group: Group) -> None:
    """Else whoever keeps the server could make one that suits the nonce (docs/fair-rolls.md)."""
    live = group.live().state
    seen = {"number": live.number, "digest": live.digest}
    group.host.do(partial(people.renew_seal, name=group.host.id))
    with pytest.raises(Conflict, match="The seal of these dice stands by event 3, and you gave your nonce having seen"):
        group.host.roll(seen=seen)
    live = group.live().state
    group.host.roll(seen={"number": live.number, "digest": live.digest})
    assert group.host.verifies().mismatches == []


def test_pledges_that_are_withdrawn_just_before_a_roll_are_named(group: Group) -> None:
    bob = group.join("Bob")
    bob.pledge()
    group.host.do(partial(people.withdraw_pledge, name=bob.id))
    group.host.roll()
    report = bob.verifies()
    assert report.mismatches == []
    assert [remark for remark in report.remarks if "withdrew pledges a moment before dice fell: r1 (Bob)" in remark]


def test_what_goes_on_by_itself_after_a_start_does_not_roll_by_seeds_that_were_revealed(
    group: Group, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both threw, and one has opened. Whoever has not could see at one server what falls, and not open at the other."""
    monkeypatch.setattr(real_hands, "BARE_WAIT", 1500)
    bo = group.join("Bo")
    group.host.roll("notation", "roll", {"notation": "(1d{down,even,up}=up) + 1d6"}, source="hands", against=bo.id)
    _, mine = throw(group.host, 0, "rock")
    _, theirs = throw(bo, 0, "rock")
    bare(group.host, 0, "rock", mine)
    copy = tmp_path / "copy.db"
    moved(group, file, copied=copy)
    group.tables._sealed.add(group.table)  # as the server that had met the table before
    known = stretch(bare(bo, 0, "rock", theirs))["seal"]
    moved(group, copy)
    met = happened(group, "roll.met")
    assert met["body"]["forfeit"] == [bo.id]
    assert met["body"]["stretch"]["seal"] != known
    assert renewed(group) == [group.host.id, bo.id]
    assert group.host.verifies().mismatches == []
