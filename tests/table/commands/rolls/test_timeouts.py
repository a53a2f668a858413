"""What happens by itself happens, whatever the clock, the database and restarts do meanwhile."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.table.group import PATIENCE, Group, Person, kinds

from oddsmith.table.commands.rolls import real_hands
from oddsmith.table.domain.errors import Unreachable
from oddsmith.table.fairness import fair
from oddsmith.table.server import service
from oddsmith.table.server.service import Tables
from oddsmith.table.server.submission import Submission
from oddsmith.table.store import open_database


def restarted(group: Group, url: str) -> None:
    group.run(group.tables.close())
    group.tables = Tables(open_database(url))
    group.run(group.tables.start())


def missing_witness(group: Group) -> Person:
    """A roll that waits for somebody who never comes."""
    bob = group.join("Bob")
    bob.pledge()
    group.live()
    assert kinds(group.host.roll()) == ["roll.opened"]
    return bob


def thrown_alone(group: Group) -> None:
    """A roll for which one has thrown a hand, and the other does not."""
    bob = group.join("Bob")
    group.live()
    group.host.roll(source="hands", against=bob.id)
    commitment = fair.thrown(group.table, "r1", 0, group.host.id, "rock", fair.fresh())
    group.host.do(partial(real_hands.throw, name="r1", body=real_hands.Throw(round=0, commitment=commitment)))


def goes_on(group: Group) -> None:
    """Wait until nobody waits for whoever is late any more."""
    live = group.live()

    async def wait() -> None:
        end = time.monotonic() + PATIENCE
        while not any(event.kind in ("roll.met", "roll.finished") for event in live.recent):
            assert time.monotonic() < end, "the roll hangs"
            await asyncio.sleep(0.01)

    group.run(wait())
    assert group.host.verifies().mismatches == []


@pytest.fixture(params=[missing_witness, thrown_alone])
def waits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Group], None]:
    monkeypatch.setattr(real_hands, "THROW_WAIT", 600)
    wait: Callable[[Group], None] = request.param
    return wait


def test_a_roll_that_waits_goes_on_after_a_restart(group: Group, url: str, waits: Callable[[Group], None]) -> None:
    waits(group)
    restarted(group, url)
    goes_on(group)


@pytest.mark.parametrize("anew", [False, True], ids=["while it waits", "and the server starts anew"])
@pytest.mark.parametrize("back", [0.1, 3600.0])
def test_a_roll_goes_on_in_time_though_the_clock_is_set_back(
    local_group: Group,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    waits: Callable[[Group], None],
    back: float,
    anew: bool,
) -> None:
    waits(local_group)
    now, now_ns = time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: now() - back)
    monkeypatch.setattr(time, "time_ns", lambda: now_ns() - int(back * 1e9))
    if anew:
        restarted(local_group, f"sqlite:///{tmp_path}/tables.db")
    goes_on(local_group)


def test_a_roll_goes_on_though_the_database_could_not_be_reached_when_it_was_due(
    local_group: Group, monkeypatch: pytest.MonkeyPatch, waits: Callable[[Group], None]
) -> None:
    monkeypatch.setattr(service, "_RETRY", 0.05)
    waits(local_group)
    refused: list[Submission] = []
    submit = local_group.tables._writer.submit

    def refuse(command: Submission) -> None:
        if not command.key and len(refused) < 3:
            refused.append(command)
            command.done(Unreachable())
        else:
            submit(command)

    monkeypatch.setattr(local_group.tables._writer, "submit", refuse)
    goes_on(local_group)
    assert len(refused) == 3


def test_a_page_that_listens_hears_however_many_tables_there_are(
    local_group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "TABLES_KEPT", 3)
    groups = [Group.opened(local_group.tables, local_group.runner) for _ in range(8)]

    at = [group.live() for group in groups]

    async def listening() -> list[Any]:
        return [local_group.tables.listen(live, "m1") for live in at]

    listeners = local_group.run(listening())
    for group, live, listener in zip(groups, at, listeners, strict=True):
        group.host.character("Mara")
        assert any(f"id: {live.state.number}\n" in text for text in listener._waiting), "it is deaf"


def test_tables_that_nobody_looks_at_are_let_go_of_also_with_open_rolls(
    local_group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "TABLES_KEPT", 3)
    for _ in range(8):
        group = Group.opened(local_group.tables, local_group.runner)
        group.live()
        answer = group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 10})
        assert kinds(answer)[-1] == "roll.waits"
    end = time.monotonic() + PATIENCE
    while len(local_group.tables._live) > 3:  # for as long as a roll may be due
        assert time.monotonic() < end, "it is held on to"
        local_group.run(asyncio.sleep(0.05))
        gc.collect()
    step = answer["events"][-1]["body"]["step"]
    assert kinds(group.host.answer("r1", step, "no effort"))[0] == "roll.answered"


def test_a_roll_at_a_table_that_was_let_go_of_goes_on(local_group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "TABLES_KEPT", 0)
    missing_witness(local_group)
    end = time.monotonic() + PATIENCE
    while local_group.run(local_group.tables.events(local_group.table))[-1].kind != "roll.finished":
        assert time.monotonic() < end, "the roll hangs"
        local_group.run(asyncio.sleep(0.05))
