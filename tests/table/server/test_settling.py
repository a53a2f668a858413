"""What was in the air when a server ended lands at the next one, though nobody comes."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

from tests.table.group import PATIENCE, Group

from oddsmith.table.commands.rolls import real_hands
from oddsmith.table.fairness import fair
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database, reading


def again(group: Group, url: str) -> None:
    """Another server, with the same database."""
    group.run(group.tables.close())
    group.tables = Tables(open_database(url))
    group.run(group.tables.start())


def kinds(group: Group, url: str, until: str) -> list[str]:
    """The events as the database has them, once there is one of a kind; nobody asks the server."""
    end = time.time() + PATIENCE
    while True:
        with reading(url) as connection:
            found = [event.kind for event in connection.events(group.table)]
        if until in found:
            return found
        assert time.time() < end, found
        group.run(asyncio.sleep(0.02))


def test_dice_land_without_the_witness_who_never_came(group: Group, url: str) -> None:
    group.join("Bo").pledge()
    answer: dict[str, Any] = group.host.roll()
    assert answer["events"][-1]["kind"] == "roll.opened"
    again(group, url)
    assert kinds(group, url, "roll.finished").count("roll.finished") == 1
    assert group.host.verifies().mismatches == []


def test_nothing_is_looked_at_where_a_roll_waits_for_a_decision_or_is_over(group: Group, url: str) -> None:
    group.host.roll()
    opened = group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 9})
    while opened["events"][-1]["kind"] == "roll.finished":
        opened = group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 9})
    assert opened["events"][-1]["kind"] == "roll.waits"
    with reading(url) as connection:
        assert connection.in_the_air() == []


def test_a_hand_that_nobody_answers_is_due_at_the_next_server(group: Group, url: str) -> None:
    bo = group.join("Bo")
    group.host.roll(source="hands", against=bo.id, nonce=None, inputs={"pool": 1})
    commitment = fair.thrown(group.table, "r1", 0, group.host.id, "rock", fair.fresh())
    group.host.do(partial(real_hands.throw, name="r1", body=real_hands.Throw(round=0, commitment=commitment)))
    with reading(url) as connection:
        assert connection.in_the_air() == [group.table]
