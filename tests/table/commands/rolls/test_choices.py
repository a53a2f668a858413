"""What several decide at once, unseen: committed to, opened together, and settled for whoever is late."""

from __future__ import annotations

import asyncio
import copy
import json
from functools import partial
from typing import Any

import pytest
from tests.table.domain.test_hidden_rolls import everything
from tests.table.group import PATIENCE, Group, Person, kinds, last, sha256
from tests.table.verify.test_tampered import find, rechained

from oddsmith.errors import BadInput
from oddsmith.table.commands import people
from oddsmith.table.commands.rolls import choices, ending
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.fairness import fair
from oddsmith.table.reports.story import log_text
from oddsmith.table.verify.check_log import verify

#: Rock-paper-scissors in which both choose their hand (G0.11).
HANDS = {"pool": 8, "other": "chooses"}


@pytest.fixture
def two(local_group: Group) -> tuple[Person, Person]:
    """Ada rolls against Orla, who is Bob's."""
    bob = local_group.join("Bob")
    orla = local_group.host.character("Orla", owner=bob.id)
    answer = local_group.host.roll("mod-dot", "hands", HANDS, opposing=orla)
    waits = last(answer)
    assert (waits["for"], waits["round"]) == ("choices", 0)
    assert waits["sides"] == [{"who": who, "options": ["rock", "paper", "scissors"]} for who in ("player", "opponent")]
    assert waits["deciders"] == {"player": [local_group.host.id], "opponent": [bob.id]}
    return local_group.host, bob


def choose(person: Person, who: str, option: str, throws: int = 0, roll: str = "r1") -> tuple[dict[str, Any], str]:
    """Commit as docs/fair-rolls.md says it; gives the answer and the nonce."""
    nonce = fair.fresh()
    fields = (person.group.table, roll, str(throws), who, person.id, option)
    commitment = sha256(b"oddsmith/choice/1", *(field.encode() for field in fields), bytes.fromhex(nonce))
    request = choices.Choose(round=throws, who=who, commitment=commitment)
    return person.do(partial(choices.choose, name=roll, body=request)), nonce


def disclose(
    person: Person, who: str, option: str, nonce: str, throws: int = 0, roll: str = "r1", **more: Any
) -> dict[str, Any]:
    request = choices.Disclose(round=throws, who=who, option=option, nonce=nonce, **more)
    return person.do(partial(choices.disclose, name=roll, body=request))


def revealed(group: Group) -> dict[str, Any]:
    """Wait until time is up for all of the first round; the event that tells what was taken."""

    async def over() -> None:
        live = await group.tables.table(group.table)
        while (opened := live.state.rolls["r1"].open) is not None and opened.rounds == 1:
            await asyncio.sleep(0.01)

    group.run(asyncio.wait_for(over(), PATIENCE))
    return next(event for event in group.host.log()["events"] if event["kind"] == "roll.revealed")


def test_two_choose_unseen_and_what_both_took_shows_at_once(two: tuple[Person, Person]) -> None:
    ada, bob = two
    _, mine = choose(ada, "player", "rock")
    _, theirs = choose(bob, "opponent", "scissors")
    answer = disclose(bob, "opponent", "scissors", theirs)
    assert kinds(answer) == ["roll.disclosed"]
    assert not any("scissors" in json.dumps(event["body"]) for event in answer["events"])
    assert theirs not in everything(ada)
    answer = disclose(ada, "player", "rock", mine)
    assert kinds(answer) == ["roll.disclosed", "roll.revealed", "roll.waits"]
    sides = answer["events"][1]["body"]["sides"]
    assert [(side["who"], side["member"], side["taken"]) for side in sides] == [
        ("player", ada.id, "rock"),
        ("opponent", bob.id, "scissors"),
    ]
    assert "rock against scissors: up" in [entry.get("text") for entry in last(answer)["trail"]]
    assert last(answer)["round"] == 1  # and so on, until the test is over
    assert [person.verifies().mismatches for person in (ada, bob)] == [[], []]
    assert "Bob as opponent takes scissors (r1)." in log_text(bob.log())


def test_a_choice_cannot_be_changed_copied_or_made_by_a_third(two: tuple[Person, Person]) -> None:
    ada, bob = two
    eve = ada.group.join("Eve")
    answer, nonce = choose(ada, "player", "rock")
    with pytest.raises(Conflict):
        choose(ada, "player", "paper")
    copied = choices.Choose(round=0, who="opponent", commitment=last(answer)["commitment"])
    with pytest.raises(BadInput):
        bob.do(partial(choices.choose, name="r1", body=copied))
    for person, who in ((eve, "opponent"), (bob, "player")):
        with pytest.raises((NotAllowed, Conflict)):
            choose(person, who, "paper")
    with pytest.raises(BadInput):
        choose(bob, "nobody", "paper")
    with pytest.raises(Conflict):
        disclose(ada, "player", "rock", nonce)  # Bob has not chosen yet
    choose(bob, "opponent", "paper")
    for option in ("scissors", "well"):
        with pytest.raises(BadInput):
            disclose(ada, "player", option, nonce)
    with pytest.raises(NotAllowed):
        disclose(bob, "player", "rock", nonce)
    with pytest.raises(Conflict):
        ada.answer("r1", 0, "rock")


def test_who_does_not_choose_in_time_takes_the_first_option_and_the_log_says_so(
    two: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "CHOOSE_WAIT", 50)
    ada, bob = two
    group = ada.group
    _, nonce = choose(ada, "player", "paper")

    async def late() -> None:
        live = await group.tables.table(group.table)
        while not any(event.kind == "roll.late" for event in live.recent):
            await asyncio.sleep(0.01)

    group.run(asyncio.wait_for(late(), PATIENCE))
    with pytest.raises(Conflict):
        choose(bob, "opponent", "scissors")
    answer = disclose(ada, "player", "paper", nonce)
    body = answer["events"][1]["body"]
    assert body["sides"][1] == {"who": "opponent", "member": None, "option": None, "nonce": None, "taken": "rock"}
    assert "paper against rock: up" in [entry.get("text") for entry in last(answer)["trail"]]
    assert bob.verifies().mismatches == []
    assert "The opponent was late and takes rock (r1)." in log_text(bob.log())


@pytest.mark.parametrize("opens", [True, False])
def test_who_does_not_open_takes_the_first_option_too(
    two: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch, opens: bool
) -> None:
    monkeypatch.setattr(choices, "OPEN_WAIT", 150)
    ada, bob = two
    choose(ada, "player", "scissors")
    _, nonce = choose(bob, "opponent", "paper")
    if opens:
        disclose(bob, "opponent", "paper", nonce)
    sides = revealed(ada.group)["body"]["sides"]
    assert [(side["option"], side["taken"]) for side in sides] == [
        (None, "rock"),
        ("paper" if opens else None, "paper" if opens else "rock"),
    ]
    assert ada.verifies().mismatches == []


def test_dice_that_follow_are_seeded_with_the_nonces_of_those_who_chose(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    orla = ada.character("Orla", owner=bob.id)
    inputs = {"humanity": 3, "beast": 2, "willpower": 2, "order": "at-once"}
    inputs |= {"against_humanity": 3, "against_beast": 2, "against_willpower": 2}
    waits = last(ada.roll("humanity-beast", "battle", inputs, opposing=orla))
    options = waits["sides"][0]["options"]
    assert waits["phrases"]["3H+0B"] == "3 Humanity dice"
    _, mine = choose(ada, "player", options[0])
    _, theirs = choose(bob, "opponent", options[1])
    disclose(ada, "player", options[0], mine)
    answer = disclose(bob, "opponent", options[1], theirs)
    assert answer["events"][1]["body"]["stretch"]["nonces"] == {ada.id: mine, bob.id: theirs}
    assert "landed" in answer["events"][2]["body"]
    assert ada.verifies().mismatches == []


def test_what_is_chosen_unseen_has_the_words_of_the_game_and_logs_from_before_them_match(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    orla = ada.character("Orla", owner=bob.id)
    inputs = {"humanity": 3, "beast": 2, "willpower": 2, "order": "at-once"}
    inputs |= {"against_humanity": 3, "against_beast": 2, "against_willpower": 2}
    ada.roll("humanity-beast", "battle", inputs, opposing=orla)
    made = [(person, who, choose(person, who, "3H+0B")[1]) for person, who in ((ada, "player"), (bob, "opponent"))]
    for person, who, nonce in made:
        disclose(person, who, "3H+0B", nonce)
    assert "Ada as player takes 3 Humanity dice (r1)." in log_text(ada.log())
    log = rechained(copy.deepcopy(ada.log()))
    before = len(verify(log).mismatches)
    waits = next(event["body"] for event in log["events"] if event["kind"] == "roll.waits")
    phrases = waits["phrases"]
    waits["phrases"] = phrases | {"3H+0B": "3 Beast dice"}
    assert len(verify(rechained(log)).mismatches) > before
    del waits["phrases"]  # as earlier versions wrote it
    assert len(verify(rechained(log)).mismatches) == before
    assert "Ada as player takes 3H+0B (r1)." in log_text(log)


def test_randomness_that_is_older_than_the_seal_of_the_dice_is_named(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    orla = ada.character("Orla", owner=bob.id)
    inputs = {"humanity": 3, "beast": 2, "willpower": 2, "order": "at-once"}
    inputs |= {"against_humanity": 3, "against_beast": 2, "against_willpower": 2}
    option = last(ada.roll("humanity-beast", "battle", inputs, opposing=orla))["sides"][0]["options"][0]
    made = {person.id: choose(person, who, option)[1] for person, who in ((ada, "player"), (bob, "opponent"))}
    for person, who in ((ada, "player"), (bob, "opponent")):
        live = local_group.live().state
        disclose(person, who, option, made[person.id], seen={"number": live.number, "digest": live.digest})
        if person is ada:
            ada.do(partial(people.renew_seal, name=ada.id))  # as a server does that was started anew
    report = ada.verifies()
    assert report.mismatches == []
    assert (report.rolls, report.alone, report.witnessed) in [(1, 1, 0), (0, 0, 0)]  # the battle may go on
    assert [remark for remark in report.remarks if "before the seal of the dice stood: r1 (Ada)" in remark]


def test_who_may_not_see_the_roll_sees_nothing_of_the_choices(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    orla = ada.character("Orla", owner=eve.id)
    deciders = last(bob.roll("mod-dot", "hands", HANDS, opposing=orla, visibility="host"))["deciders"]
    assert deciders == {"player": [bob.id], "opponent": [ada.id]}  # Eve may not see it, so the host decides
    _, mine = choose(bob, "player", "rock")
    _, theirs = choose(ada, "opponent", "paper")
    disclose(bob, "player", "rock", mine)
    disclose(ada, "opponent", "paper", theirs)
    assert not any(word in everything(eve) for word in ("rock", "scissors", mine, theirs))
    assert [person.verifies().mismatches for person in (ada, bob, eve)] == [[], [], []]


def _option(log: dict[str, Any]) -> None:
    find(log, "roll.revealed", "r1")["sides"][0] |= {"option": "paper", "taken": "paper"}


def _taken(log: dict[str, Any]) -> None:
    find(log, "roll.revealed", "r1")["sides"][0]["taken"] = "paper"


def _too_early(log: dict[str, Any]) -> None:
    find(log, "roll.revealed", "r1")["sides"][1] |= {"option": None, "nonce": None, "taken": "rock"}


def _somebody_else(log: dict[str, Any]) -> None:
    find(log, "roll.chosen", "r1")["member"] = "m2"


@pytest.mark.parametrize("forge", [_option, _taken, _too_early, _somebody_else])
def test_a_forged_choice_is_found(two: tuple[Person, Person], forge: Any) -> None:
    ada, bob = two
    _, mine = choose(ada, "player", "rock")
    _, theirs = choose(bob, "opponent", "scissors")
    disclose(ada, "player", "rock", mine)
    disclose(bob, "opponent", "scissors", theirs)
    log = ada.log()
    assert verify(rechained(log)).mismatches == []
    forge(log)
    assert verify(rechained(log)).mismatches[0].roll == "r1"


def test_a_roll_that_waits_for_choices_can_be_taken_back(two: tuple[Person, Person]) -> None:
    ada, _ = two
    choose(ada, "player", "rock")
    assert kinds(ada.do(partial(ending.undo, name="r1", body=ending.Undo()))) == ["roll.undone"]
    assert ada.verifies().mismatches == []
