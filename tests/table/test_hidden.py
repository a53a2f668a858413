"""Hidden rolls: who sees what, and that nothing tells more."""

from __future__ import annotations

import json
from functools import partial

import pytest
from tests.table.group import Group, Person, kinds, last

from oddsmith.table import requests, rolls, sheets, views
from oddsmith.table.errors import Conflict, NotFound

MARK = "Whisper"


def everything(person: Person) -> str:
    """All that somebody is told about the table, in whatever way."""
    shared = person.group.shared()
    member = shared.state.members[person.id]
    events = person.group.run(person.group.tables.events(person.group.table))
    streamed = "".join(shared.view(member, events))
    return json.dumps(person.sees()) + json.dumps(person.log()) + streamed


@pytest.mark.parametrize(
    ("visibility", "seen_by"),
    [("everyone", "host roller other"), ("host", "host roller"), ("blind", "host"), ("self", "roller")],
)
def test_a_hidden_roll_is_seen_by_those_it_is_for_and_by_nobody_else(
    group: Group, visibility: str, seen_by: str
) -> None:
    people = {"host": group.host, "roller": group.join("Bob"), "other": group.join("Eve")}
    answer = people["roller"].roll(visibility=visibility, label=MARK, inputs={"pool": 8})
    assert (MARK in json.dumps(answer)) == ("roller" in seen_by)
    for name, person in people.items():
        told = everything(person)
        assert (MARK in told) == (name in seen_by), name
        assert ("successes" in told) == (name in seen_by), name
        assert ("faces_seed" in told) == (name in seen_by), name
        assert person.verifies().mismatches == []
        assert person.verifies().hidden == (name not in seen_by)


def test_seeds_of_hidden_rolls_and_secrets_are_in_no_view(group: Group) -> None:
    bob, eve = group.join("Bob"), group.join("Eve")
    bob.roll(visibility="self")
    shared = group.shared()
    events = group.run(group.tables.events(group.table))
    secrets = [value for event in events if event.secret for value in event.secret.values()]
    hidden_seed = next(event.everything["landed"]["seed"] for event in events if event.kind == "roll.finished")
    told = everything(eve)
    assert hidden_seed not in told
    assert not any(secret in told for secret in secrets)
    assert shared.state.members[bob.id].seed not in everything(bob)


def test_what_a_hidden_roll_spends_shows_only_to_those_who_see_it(group: Group) -> None:
    bob = group.join("Bob")
    mara = group.host.character("Mara", resources={"willpower": {"value": 3}})
    inputs = {"humanity": 3, "beast": 2, "willpower": 3, "spend": "before"}
    answer = group.host.roll("humanity-beast", "action", inputs, character=mara, visibility="host")
    while kinds(answer)[-1] == "roll.waits":
        answer = group.host.answer(answer["roll"], last(answer)["step"], last(answer)["options"][-1])
    assert (group.host.value(mara, "willpower"), bob.value(mara, "willpower")) == (2, 3)
    group.host.do(partial(rolls.show, name="r1"))
    assert bob.value(mara, "willpower") == 2
    assert bob.verifies().mismatches == []
    assert bob.verifies().rolls == 1


def test_who_may_not_see_a_roll_cannot_do_anything_with_it(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    bob.roll(visibility="host")
    for act in (
        partial(rolls.undo, name="r1", request=requests.Undo()),
        partial(rolls.show, name="r1"),
        partial(rolls.repeat_roll, name="r1", request=requests.Repeat(nonce="00" * 32)),
        partial(rolls.answer, name="r1", request=requests.Answer(step=0, option="accept")),
        partial(sheets.write_note, request=requests.WriteNote(text="?", roll="r1")),
    ):
        with pytest.raises(NotFound):
            eve.do(act)


def test_an_opponent_who_may_not_see_a_roll_has_no_decision_in_it(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    ogre = local_group.host.character("Ogre", owner=eve.id, resources={"ec": {"value": 40}})
    inputs = {"rank": 4, "opposing_ec": 40}
    answer = bob.roll("edged-coins", "toss", inputs, opposing=ogre, visibility="host")
    while last(answer).get("who") != "opponent":
        answer = bob.roll("edged-coins", "toss", inputs | {"opposing_ec": 15}, opposing=ogre, visibility="host")
    assert last(answer)["deciders"] == [local_group.host.id]


def test_a_shown_roll_is_shown_once_and_only_when_it_is_over(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    ada.roll(visibility="self", source="faces")
    with pytest.raises(Conflict):
        ada.do(partial(rolls.show, name="r1"))
    ada.do(partial(rolls.type_faces, name="r1", request=requests.TypeFaces(faces=["up", "even"])))
    ada.do(partial(rolls.show, name="r1"))
    with pytest.raises(Conflict):
        ada.do(partial(rolls.show, name="r1"))
    assert '"successes"' in everything(bob)
    assert bob.verifies().mismatches == []


def test_notes_can_be_hidden_too(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    bob.do(partial(sheets.write_note, request=requests.WriteNote(text=MARK, visibility="host")))
    assert [MARK in everything(person) for person in (ada, bob, eve)] == [True, True, False]


def test_a_snapshot_does_not_tell_what_a_hidden_open_roll_holds_back(local_group: Group) -> None:
    bob = local_group.join("Bob")
    mara = local_group.host.character("Mara", resources={"ec": {"value": 25}})
    local_group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 15}, character=mara, visibility="self")
    shared = local_group.shared()
    seen = json.loads(views.snapshot(shared.state, shared.state.members[bob.id], set()))
    assert seen["characters"][0]["resources"]["ec"]["held"] == 0
