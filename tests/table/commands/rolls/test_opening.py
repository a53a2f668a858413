"""Rolls at a table, on every kind of database."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import pytest
from tests.table.group import Group, kinds, last, sha256

from oddsmith.answers.question import question
from oddsmith.dice import SeededSource
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.rules import Session
from oddsmith.table.commands.rolls import answers, ending, opening
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.fairness import fair


def test_a_simple_roll_is_over_at_once_and_follows_from_seal_and_nonce(group: Group) -> None:
    seal = group.host.sees()["you"]["seal"]
    nonce = "ab" * 32
    answer = group.host.roll(nonce=nonce, seal=seal)
    assert kinds(answer) == ["roll.opened", "roll.finished"]
    landed = last(answer)["landed"]
    seed = bytes.fromhex(landed["seed"])
    assert sha256(b"oddsmith/seal/1", group.table.encode(), seed) == seal
    derived = sha256(
        b"oddsmith/stretch/1", group.table.encode(), b"r1", b"0", seed, group.host.id.encode(), bytes.fromhex(nonce)
    )
    session = Session(question("mod-dot", "test", {"pool": 10}).call(), SeededSource(bytes.fromhex(derived)))
    assert last(answer)["measures"]["successes"] == session.outcome.successes


def test_every_roll_has_a_seal_of_its_own(group: Group) -> None:
    first = group.host.sees()["you"]["seal"]
    group.host.roll(seal=first)
    assert group.host.sees()["you"]["seal"] != first
    with pytest.raises(Conflict):
        group.host.roll(seal=first)


def test_dice_wait_for_the_nonces_of_witnesses_who_had_pledged_them(group: Group) -> None:
    bob = group.join("Bob")
    nonce = bob.pledge()
    answer = group.host.roll()
    assert kinds(answer) == ["roll.opened"]
    assert list(answer["events"][0]["body"]["stretch"]["witnesses"]) == [bob.id]
    with pytest.raises(BadInput):
        bob.do(partial(answers.witness, name="r1", body=answers.Witness(stretch=0, nonce="00" * 32)))
    answer = bob.do(partial(answers.witness, name="r1", body=answers.Witness(stretch=0, nonce=nonce)))
    assert kinds(answer) == ["roll.witnessed", "roll.finished"]
    assert last(answer)["landed"]["missing"] == []
    assert group.host.verifies().mismatches == []


def test_a_witness_who_does_not_come_is_named_and_delays_a_roll_by_a_second(group: Group) -> None:
    bob = group.join("Bob")
    bob.pledge()
    group.live()
    before = time.time()
    group.host.roll()

    async def over() -> float:
        live = await group.tables.table(group.table)
        while live.state.open_rolls:
            await asyncio.sleep(0.01)
        return time.time() - before

    assert 0.9 < group.run(asyncio.wait_for(over(), 5)) < 3
    finished = group.host.log()["events"][-1]
    assert finished["body"]["landed"]["missing"] == [bob.id]
    assert kinds(group.host.roll()) == ["roll.opened", "roll.finished"]  # nobody waits a second time
    assert group.host.verifies().mismatches == []


def test_a_decision_waits_for_whose_it_is_and_fresh_dice_fall_after_it(group: Group) -> None:
    bob, eve = group.join("Bob"), group.join("Eve")
    mine = bob.character("Mara", resources={"ec": {"value": 40}})
    theirs = group.host.character("Ogre", owner=eve.id, resources={"ec": {"value": 15}})
    inputs = {"rank": 1, "ec": 20}
    answer = bob.roll("edged-coins", "toss", inputs, character=mine, opposing=theirs)
    roll, deciders, seeds = answer["roll"], {"player": bob, "opponent": eve}, []
    spent = {"player": 0, "opponent": 0}
    while kinds(answer)[-1] == "roll.waits":
        waits = last(answer)
        who = deciders[waits["who"]]
        assert waits["deciders"] == [who.id]
        other = bob if who is eve else eve
        with pytest.raises(NotAllowed):
            other.answer(roll, waits["step"], waits["options"][0])
        with pytest.raises(BadInput):
            who.answer(roll, waits["step"], "win")
        if "landed" in waits:
            seeds.append(waits["landed"]["faces_seed"])
        answer = who.answer(roll, waits["step"], waits["options"][-1])
        with pytest.raises(Conflict):
            who.answer(roll, waits["step"], waits["options"][-1])
    assert len(set(seeds)) == len(seeds)
    measures = last(answer)["measures"]
    spent = {"player": measures["ec_spent"], "opponent": measures["opposing_ec_spent"]}
    assert bob.value(mine, "ec") == 40 - spent["player"]
    assert bob.value(theirs, "ec") == 15 - spent["opponent"]
    assert bob.verifies().mismatches == []


def test_what_a_roll_may_spend_is_held_back_until_it_is_over(group: Group) -> None:
    mara = group.host.character("Mara", resources={"ec": {"value": 25}})
    inputs = {"rank": 1, "ec": 15}
    answer = group.host.roll("edged-coins", "toss", inputs, character=mara)
    assert kinds(answer)[-1] == "roll.waits"
    assert group.host.sees()["characters"][0]["resources"]["ec"] == {"value": 25, "max": None, "held": 15}
    with pytest.raises(Conflict, match="10 ec left"):
        group.host.roll("edged-coins", "toss", inputs, character=mara)
    group.host.do(partial(ending.undo, name=answer["roll"], body=ending.Undo(reason="misread")))
    assert group.host.sees()["characters"][0]["resources"]["ec"]["held"] == 0
    assert kinds(group.host.roll("edged-coins", "toss", inputs, character=mara))[-1] == "roll.waits"


def test_a_roll_that_is_taken_back_stays_and_its_effects_go(group: Group) -> None:
    mara = group.host.character("Mara", resources={"willpower": {"value": 3, "max": 5}})
    inputs = {"humanity": 3, "beast": 2, "willpower": 3, "spend": "before"}
    answer = group.host.roll("humanity-beast", "action", inputs, character=mara)
    while kinds(answer)[-1] == "roll.waits":
        answer = group.host.answer(answer["roll"], last(answer)["step"], last(answer)["options"][-1])
    assert last(answer)["effects"] == [{"character": mara, "resource": "willpower", "by": -1}]
    assert group.host.value(mara, "willpower") == 2
    answer = group.host.do(partial(ending.undo, name="r1", body=ending.Undo()))
    assert answer["events"][0]["roll"] == "r1"
    assert group.host.value(mara, "willpower") == 3
    with pytest.raises(Conflict):
        group.host.do(partial(ending.undo, name="r1", body=ending.Undo()))
    assert [event["kind"] for event in group.host.log()["events"]][-3:] == [
        "roll.opened",
        "roll.finished",
        "roll.undone",
    ]


def test_damage_goes_to_the_sheet_that_the_roll_names_and_not_below_zero(group: Group) -> None:
    bob = group.join("Bob")
    mara, ogre = bob.character("Mara"), group.host.character("Ogre", resources={"hc": {"value": 1, "max": 8}})
    damage = {"measure": "damage", "character": ogre, "resource": "hc"}
    answer = bob.roll("edged-coins", "damage", {"potency": 8}, character=mara, opposing=ogre, effects=[damage])
    dealt = last(answer)["measures"]["damage"]
    assert group.host.value(ogre, "hc") == max(0, 1 - dealt)
    with pytest.raises(NotAllowed):
        bob.roll("edged-coins", "damage", {"potency": 8}, character=mara, effects=[damage])
    assert bob.verifies().mismatches == []


def test_faces_of_real_dice_are_asked_for_one_by_one(group: Group) -> None:
    answer = group.host.roll(source="faces", faces=["up"])
    assert last(answer)["for"] == "faces"
    assert last(answer)["given"] == ["up"]
    assert "up" in last(answer)["allowed"]
    with pytest.raises(BadInput):
        group.host.do(partial(answers.type_faces, name="r1", body=answers.TypeFaces(faces=["7"])))
    with pytest.raises(BadInput):
        group.host.do(partial(answers.type_faces, name="r1", body=answers.TypeFaces(faces=["even", "up", "up"])))
    answer = group.host.do(partial(answers.type_faces, name="r1", body=answers.TypeFaces(faces=["even"])))
    assert last(answer)["measures"]["successes"] == 6
    assert group.host.verifies().mismatches == []


def test_a_roll_can_be_repeated_by_whoever_sees_it(group: Group) -> None:
    group.host.roll(inputs={"pool": 7, "difficulty": 5}, label="Stealth")
    bob = group.join("Bob")
    answer = bob.do(partial(opening.repeat_roll, name="r1", body=opening.Repeat(nonce=fair.fresh())))
    opened = answer["events"][0]["body"]
    assert (opened["inputs"]["pool"], opened["label"], opened["repeats"]) == (7, "Stealth", "r1")
    with pytest.raises(NotFound):
        bob.do(partial(opening.repeat_roll, name="r9", body=opening.Repeat(nonce=fair.fresh())))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"nonce": None}, "nonce"),
        ({"faces": ["1"]}, "faces"),
        ({"source": "hands"}, "against"),
        ({"against": "m1"}, "against"),
        ({"inputs": {"pool": -1}}, "pool"),
        ({"system": "chess"}, "system"),
        ({"effects": [{"measure": "joy", "character": "c1", "resource": "ec"}]}, "effects.0.measure"),
    ],
)
def test_a_roll_that_cannot_be_is_refused_and_leaves_no_trace(
    local_group: Group, change: dict[str, object], field: str
) -> None:
    before = local_group.live().state.number
    given: dict[str, object] = {"system": "mod-dot", "action": "test", "inputs": {"pool": 10}, "nonce": fair.fresh()}
    request = opening.OpenRoll.model_validate(given | change)
    with pytest.raises(BadInput) as refused:
        local_group.host.do(partial(opening.open_roll, body=request))
    assert refused.value.field == field
    assert local_group.live().state.number == before


def test_dice_notation_is_rolled_like_an_action(local_group: Group) -> None:
    answer = local_group.host.roll(
        "notation", "roll", {"notation": "4d6kh3"}, source="faces", faces=["6", "5", "4", "1"]
    )
    assert last(answer)["measures"] == {"total": 15}
    answer = local_group.host.roll("notation", "roll", {"notation": "2d6!"})
    assert last(answer)["measures"]["total"] >= 2
    with pytest.raises(OddsmithError):
        local_group.host.roll("notation", "roll", {"notation": "4d6kh"})
    assert local_group.host.verifies().mismatches == []
