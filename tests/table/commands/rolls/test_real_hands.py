"""Rock-paper-scissors thrown for real."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from tests.table.group import PATIENCE, Group, Person, kinds, last, sha256

from oddsmith.errors import BadInput
from oddsmith.table.commands.rolls import real_hands
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.fairness import fair


def committed(person: Person, throws: int, hand: str, nonce: str, roll: str = "r1") -> str:
    """As docs/fair-rolls.md says it."""
    fields = (person.group.table, roll, str(throws), person.id, hand)
    return sha256(b"oddsmith/hand/1", *(field.encode() for field in fields), bytes.fromhex(nonce))


def throw(person: Person, throws: int, hand: str, roll: str = "r1") -> tuple[dict[str, Any], str]:
    nonce = fair.fresh()
    request = real_hands.Throw(round=throws, commitment=committed(person, throws, hand, nonce, roll))
    return person.do(partial(real_hands.throw, name=roll, body=request)), nonce


def bare(person: Person, throws: int, hand: str, nonce: str, roll: str = "r1") -> dict[str, Any]:
    request = real_hands.Bare.model_validate({"round": throws, "hand": hand, "nonce": nonce})
    return person.do(partial(real_hands.bare, name=roll, body=request))


def met(group: Group) -> dict[str, Any]:
    """Wait until time is up for the first round; the event that says so."""

    async def over() -> None:
        live = await group.tables.table(group.table)
        while (opened := live.state.rolls["r1"].open) is not None and opened.rounds == 1:
            await asyncio.sleep(0.01)

    group.run(asyncio.wait_for(over(), PATIENCE))
    return next(event for event in group.host.log()["events"] if event["kind"] == "roll.met")


@pytest.mark.parametrize(
    ("mine", "theirs", "face"),
    [("rock", "scissors", "up"), ("rock", "rock", "even"), ("paper", "scissors", "down")],
)
def test_two_hidden_throws_are_opened_together_and_make_the_face(
    local_group: Group, mine: str, theirs: str, face: str
) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    answer = ada.roll(source="hands", against=bob.id)
    assert (last(answer)["for"], last(answer)["between"]) == ("hands", [ada.id, bob.id])
    _, my_nonce = throw(ada, 0, mine)
    _, their_nonce = throw(bob, 0, theirs)
    answer = bare(bob, 0, theirs, their_nonce)
    assert kinds(answer) == ["roll.bared"]
    assert theirs not in str(answer)  # nobody sees a hand before both are open
    answer = bare(ada, 0, mine, my_nonce)
    assert kinds(answer) == ["roll.bared", "roll.met", "roll.waits"]
    assert answer["events"][1]["body"]["face"] == face
    assert last(answer)["round"] == 1
    assert ada.verifies().mismatches == []


def test_a_throw_cannot_be_changed_copied_or_made_by_a_third(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    ada.roll(source="hands", against=bob.id)
    answer, nonce = throw(ada, 0, "rock")
    with pytest.raises(Conflict):
        throw(ada, 0, "paper")
    request = real_hands.Throw(round=0, commitment=last(answer)["commitment"])
    with pytest.raises(BadInput):
        bob.do(partial(real_hands.throw, name="r1", body=request))
    with pytest.raises(NotAllowed):
        throw(eve, 0, "paper")
    with pytest.raises(Conflict):
        bare(ada, 0, "rock", nonce)  # Bob has not thrown yet
    throw(bob, 0, "paper")
    with pytest.raises(BadInput):
        bare(ada, 0, "scissors", nonce)


@pytest.mark.parametrize(("thrown", "face", "forfeit"), [(1, "up", ["m2"]), (2, "even", ["m1", "m2"])])
def test_who_is_late_forfeits_and_the_log_says_so(
    local_group: Group, monkeypatch: pytest.MonkeyPatch, thrown: int, face: str, forfeit: list[str]
) -> None:
    monkeypatch.setattr(real_hands, "THROW_WAIT", 50 if thrown < 2 else 10_000)
    monkeypatch.setattr(real_hands, "BARE_WAIT", 50)
    ada, bob = local_group.host, local_group.join("Bob")
    local_group.live()
    ada.roll(source="hands", against=bob.id)
    for person in (ada, bob)[:thrown]:
        throw(person, 0, "rock")
    event = met(local_group)
    assert (event["by"], event["body"]["face"], event["body"]["forfeit"]) == (None, face, forfeit)
    assert ada.verifies().mismatches == []


def test_one_who_threw_and_did_not_open_loses_even_if_the_other_would_have_lost(
    local_group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real_hands, "BARE_WAIT", 100)
    ada, bob = local_group.host, local_group.join("Bob")
    local_group.live()
    ada.roll(source="hands", against=bob.id)
    throw(ada, 0, "rock")
    _, nonce = throw(bob, 0, "scissors")
    bare(bob, 0, "scissors", nonce)
    event = met(local_group)
    assert (event["body"]["face"], event["body"]["hands"]) == ("down", {"m1": None, "m2": "scissors"})
    assert ada.verifies().mismatches == []
