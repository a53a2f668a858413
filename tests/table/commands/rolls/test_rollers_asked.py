"""Whoever has pledged gives their nonce when the log shows what they roll, and not before (docs/fair-rolls.md)."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import pytest
from tests.table.group import PATIENCE, Group, Person, kinds, last
from tests.table.honest import Witness

from oddsmith.errors import BadInput
from oddsmith.table.commands.rolls import answers, ending, opening
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.fairness import fair


def roll(person: Person, **more: Any) -> dict[str, Any]:
    return person.roll("notation", "roll", {"notation": "2d6"}, nonce=None, **more)


def lands(group: Group, name: str) -> float:
    """Wait until a roll is over; gives the seconds since it was opened."""

    async def over() -> float:
        end = time.monotonic() + PATIENCE
        while (await group.tables.table(group.table)).state.rolls[name].open is not None:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        events = [event for event in await group.tables.events(group.table) if event.roll == name]
        return (events[-1].at - events[0].at) / 1000

    found: float = group.run(over())
    return found


def test_the_roll_is_written_down_before_the_roller_gives_their_nonce(group: Group) -> None:
    bob = group.join("Bob")
    host, witness = Witness(group.host), Witness(bob)
    host.more(2)
    answer = roll(group.host)
    assert kinds(answer) == ["roll.opened"]
    begun = last(answer)["stretch"]
    pledges = [fair.pledge(group.table, one.person.id, one.row[0]) for one in (host, witness)]
    assert (begun["nonces"], begun["unasked"]) == ({}, [])
    assert begun["witnesses"] == dict(zip(("m1", "m2"), pledges, strict=True))
    assert not {"seen", "pledge", "unused"} & set(answer["events"][0]["body"])
    witness.answer("r1")
    assert kinds(host.answer("r1")) == ["roll.witnessed", "roll.finished"]
    assert len(group.host.sees()["you"]["pledges"]) == 2
    report = group.host.verifies()
    assert (report.mismatches, report.remarks) == ([], [])
    assert (report.witnessed, report.alone, report.unpledged, report.late) == (1, 0, 0, 0)


def test_who_has_pledged_sends_no_nonce_with_a_command(group: Group) -> None:
    nonce = group.host.pledge()
    with pytest.raises(BadInput, match="none: you have pledged one, and give it when the log shows what you roll"):
        group.host.roll(nonce=nonce)
    with pytest.raises(BadInput, match="nonce must be given"):
        group.join("Bob").roll(nonce=None)
    assert group.live().state.rolls == {}


def test_a_roller_with_no_other_witness_is_alone_and_not_said_to_be_unprotected(group: Group) -> None:
    host = Witness(group.host)
    host.roll("notation", "roll", {"notation": "2d6"})
    report = group.host.verifies()
    assert (report.mismatches, report.remarks, report.alone, report.late) == ([], [], 1, 0)


def test_a_nonce_is_given_by_who_says_that_they_have_seen_what_it_is_for(group: Group) -> None:
    nonce = group.host.pledge()
    live = group.live().state
    early = {"number": live.number, "digest": live.digest}
    roll(group.host)
    for seen in (None, early):
        body = answers.Witness.model_validate({"stretch": 0, "nonce": nonce, "seen": seen})
        with pytest.raises(Conflict, match="The dice began to fall by event 4, and you do not say that you have seen"):
            group.host.do(partial(answers.witness, name="r1", body=body))
    assert group.live().state.rolls["r1"].open is not None


def test_decisions_and_repetitions_are_written_down_first_as_well(group: Group) -> None:
    host = Witness(group.host)
    mara = group.host.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 10}, character=mara, nonce=None)
    answer, asked = host.answer("r1"), 0
    while kinds(answer)[-1] != "roll.finished":
        if kinds(answer)[-1] == "roll.waits":
            waits = last(answer)
            body = answers.Answer(step=waits["step"], option=waits["options"][-1])
            answer = group.host.do(partial(answers.answer, name="r1", body=body))
        else:
            begun = answer["events"][-1]["body"]["stretch"]
            assert (begun["nonces"], list(begun["witnesses"])) == ({}, ["m1"])
            answer, asked = host.answer("r1", begun["stretch"]), asked + 1
    assert asked > 0
    again = group.host.do(partial(opening.repeat_roll, name="r1", body=opening.Repeat()))
    assert kinds(again) == ["roll.opened"]
    host.answer("r2")
    report = group.host.verifies()
    assert (report.mismatches, report.remarks) == ([], [])


def test_what_was_asked_for_stands_in_the_log_in_the_words_of_who_asked(group: Group) -> None:
    group.host.pledge()
    mara = group.host.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    given = {"rank": "silver", "ec": None}
    said = last(group.host.roll("edged-coins", "toss", given, character=mara, nonce=None))
    assert said["given"] == {"inputs": given, "options": {}, "effects": None}
    assert said["inputs"]["ec"] == 40


def test_dice_wait_ten_seconds_for_the_roller_and_one_for_others(group: Group) -> None:
    host, _ = Witness(group.host), Witness(group.join("Bob"))
    roll(group.host)
    host.answer("r1")
    assert 1 <= lands(group, "r1") < 9
    assert group.host.verifies().mismatches == []


def test_when_the_roller_comes_later_than_the_others_may_dice_land_at_once(group: Group) -> None:
    host, _ = Witness(group.host), Witness(group.join("Bob"))
    roll(group.host)
    group.run(asyncio.sleep(1.2))
    assert group.live().state.rolls["r1"].open is not None
    answer = host.answer("r1")
    assert kinds(answer) == ["roll.witnessed", "roll.finished"]
    assert last(answer)["landed"]["missing"] == ["m2"]
    assert group.host.verifies().mismatches == []


def test_dice_that_nobody_gave_randomness_to_are_named(group: Group) -> None:
    group.host.pledge()
    roll(group.host)
    assert 10 <= lands(group, "r1") < 20
    report = group.host.verifies()
    assert report.mismatches == []
    assert (report.alone, report.late) == (1, 1)
    assert any("Dice fell by nobody's randomness but the server's: r1." in remark for remark in report.remarks)


def test_a_roll_that_is_taken_back_in_the_air_shows_the_roller_the_nonces_so_far(group: Group) -> None:
    host = Witness(group.host)
    roll(group.host)
    taken = group.host.do(partial(ending.undo, name="r1", body=ending.Undo()))
    assert last(taken)["let_go"]["nonces"] == {}
    with pytest.raises(Conflict, match="No roll is waiting for this nonce"):
        host.answer("r1")
    assert group.host.verifies().mismatches == []
