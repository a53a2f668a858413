"""Hidden rolls: who sees what, and that nothing tells more."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError
from tests.table.group import Group, Person, kinds, last

from oddsmith.errors import BadInput
from oddsmith.table.commands import notes
from oddsmith.table.commands.rolls import answers, ending, opening
from oddsmith.table.domain import views
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.reports.story import log_text

MARK = "Whisper"


def everything(person: Person) -> str:
    """All that somebody is told about the table, in whatever way."""
    live = person.group.live()
    member = live.state.members[person.id]
    events = person.group.run(person.group.tables.events(person.group.table))
    streamed = "".join(live.view(member, events))
    return json.dumps(person.sees()) + json.dumps(person.log()) + streamed


def write(person: Person, **more: Any) -> dict[str, Any]:
    return person.do(partial(notes.write_note, body=notes.WriteNote(text=MARK, **more)))


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
    live = group.live()
    events = group.run(group.tables.events(group.table))
    secrets = [value for event in events if event.secret for value in event.secret.values()]
    hidden_seed = next(event.everything["landed"]["seed"] for event in events if event.kind == "roll.finished")
    told = everything(eve)
    assert hidden_seed not in told
    assert not any(secret in told for secret in secrets)
    assert live.state.members[bob.id].seed not in everything(bob)


def test_what_a_hidden_roll_spends_shows_only_to_those_who_see_it(group: Group) -> None:
    bob = group.join("Bob")
    mara = group.host.character("Mara", resources={"willpower": {"value": 3}})
    inputs = {"humanity": 3, "beast": 2, "willpower": 3, "spend": "before"}
    answer = group.host.roll("humanity-beast", "action", inputs, character=mara, visibility="host")
    while kinds(answer)[-1] == "roll.waits":
        answer = group.host.answer(answer["roll"], last(answer)["step"], last(answer)["options"][-1])
    assert (group.host.value(mara, "willpower"), bob.value(mara, "willpower")) == (2, 3)
    group.host.do(partial(ending.show, name="r1"))
    assert bob.value(mara, "willpower") == 2
    assert bob.verifies().mismatches == []
    assert bob.verifies().rolls == 1


def test_who_may_not_see_a_roll_cannot_do_anything_with_it(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    bob.roll(visibility="host")
    for act in (
        partial(ending.undo, name="r1", body=ending.Undo()),
        partial(ending.show, name="r1"),
        partial(opening.repeat_roll, name="r1", body=opening.Repeat(nonce="00" * 32)),
        partial(answers.answer, name="r1", body=answers.Answer(step=0, option="accept")),
        partial(notes.write_note, body=notes.WriteNote(text="?", roll="r1")),
    ):
        with pytest.raises(NotFound):
            eve.do(act)


def test_an_opponent_who_may_not_see_a_roll_has_no_decision_in_it(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    ogre = local_group.host.character("Ogre", owner=eve.id, resources={"ec": {"value": 15}})
    inputs = {"rank": 4}
    answer = bob.roll("edged-coins", "toss", inputs, opposing=ogre, visibility="host")
    while last(answer).get("who") != "opponent":
        bob.do(partial(ending.undo, name=answer["roll"], body=ending.Undo()))
        answer = bob.roll("edged-coins", "toss", inputs, opposing=ogre, visibility="host")
    assert last(answer)["deciders"] == [local_group.host.id]


def test_a_shown_roll_is_shown_once_and_only_when_it_is_over(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    ada.roll(visibility="self", source="faces")
    with pytest.raises(Conflict):
        ada.do(partial(ending.show, name="r1"))
    ada.do(partial(answers.type_faces, name="r1", body=answers.TypeFaces(faces=["up", "even"])))
    ada.do(partial(ending.show, name="r1"))
    with pytest.raises(Conflict):
        ada.do(partial(ending.show, name="r1"))
    assert '"successes"' in everything(bob)
    assert bob.verifies().mismatches == []


@pytest.mark.parametrize(
    ("visibility", "seen_by"), [(None, "host writer other"), ("host", "host writer"), ("self", "writer")]
)
def test_a_note_is_read_by_those_it_is_for_and_by_nobody_else(
    group: Group, visibility: str | None, seen_by: str
) -> None:
    people = {"host": group.host, "writer": group.join("Bob"), "other": group.join("Eve")}
    answer = write(people["writer"], visibility=visibility)
    assert MARK in json.dumps(answer)
    for name, person in people.items():
        assert (MARK in everything(person)) == (name in seen_by), name
        assert (MARK in log_text(person.log())) == (name in seen_by), name
        assert person.verifies().mismatches == []


def test_a_hidden_note_is_streamed_to_others_without_its_text_until_it_is_shown(group: Group) -> None:
    bob, eve = group.join("Bob"), group.join("Eve")
    live = group.live()

    def streamed() -> list[bool]:
        return [MARK in group.run(listener.take()) for listener in pages]

    async def listen() -> list[Any]:
        return [group.tables.listen(live, person.id) for person in (group.host, bob, eve)]

    pages = group.run(listen())
    number = write(bob, visibility="host")["note"]
    assert streamed() == [True, True, False]
    bob.do(partial(notes.show_note, number=number))
    assert streamed() == [True, True, True]


def test_no_note_is_blind() -> None:
    with pytest.raises(ValidationError):
        notes.WriteNote.model_validate({"text": MARK, "visibility": "blind"})


def test_a_note_is_shown_by_whoever_wrote_it_once(group: Group) -> None:
    ada, bob, eve = group.host, group.join("Bob"), group.join("Eve")
    number = write(bob, visibility="host")["note"]
    for person, refusal in ((eve, NotFound), (ada, NotAllowed)):
        with pytest.raises(refusal):
            person.do(partial(notes.show_note, number=number))
    assert MARK not in everything(eve)
    bob.do(partial(notes.show_note, number=number))
    assert MARK in log_text(eve.log())
    shown = next(event for event in eve.log()["events"] if event["number"] == number)
    assert shown["hidden"] == {"text": MARK}  # where it was written, too
    assert eve.verifies().mismatches == []
    with pytest.raises(Conflict):
        bob.do(partial(notes.show_note, number=number))


@pytest.mark.parametrize("number", [1, 999])
def test_only_hidden_notes_are_shown(local_group: Group, number: int) -> None:
    with pytest.raises(NotFound):
        local_group.host.do(partial(notes.show_note, number=number))


def test_a_note_about_a_hidden_roll_goes_with_the_roll(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    bob.roll(visibility="host")
    number = write(ada, roll="r1")["note"]
    assert [MARK in everything(person) for person in (ada, bob, eve)] == [True, True, False]
    with pytest.raises(BadInput):
        write(ada, roll="r1", visibility="everyone")
    with pytest.raises(Conflict):
        ada.do(partial(notes.show_note, number=number))
    bob.do(partial(ending.show, name="r1"))
    assert MARK in everything(eve)
    assert [person.verifies().mismatches for person in (ada, bob, eve)] == [[], [], []]


def test_a_note_about_a_roll_that_all_see_may_still_be_hidden(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    ada.roll(visibility="self")
    ada.do(partial(ending.show, name="r1"))
    write(ada, roll="r1", visibility="self")
    assert [MARK in everything(person) for person in (ada, bob)] == [True, False]


def test_an_answer_asked_for_again_tells_a_hidden_note_to_its_writer_alone(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    act = partial(notes.write_note, body=notes.WriteNote(text=MARK, visibility="self"))
    assert bob.do(act, "k", "f") == bob.do(act, "k", "f")
    other = partial(notes.write_note, body=notes.WriteNote(text="?"))
    assert MARK not in json.dumps(eve.do(other, "k", "f"))


def test_a_snapshot_does_not_tell_what_a_hidden_open_roll_holds_back(local_group: Group) -> None:
    bob = local_group.join("Bob")
    mara = local_group.host.character("Mara", resources={"ec": {"value": 25}})
    local_group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 15}, character=mara, visibility="self")
    live = local_group.live()
    seen = json.loads(views.snapshot(live.state, live.state.members[bob.id], set()))
    assert seen["characters"][0]["resources"]["ec"]["held"] == 0
