"""Forged logs: honest ones in which somebody changed something and made all digests right again, as whoever runs the
server could.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.table.honest import Log

from oddsmith.table.domain.prepared_roll import prepared
from oddsmith.table.domain.replay import replay
from oddsmith.table.fairness import fair

Event = dict[str, Any]
Forge = Callable[[Log], None]


@dataclass(frozen=True)
class Forgery:
    """A way to forge a log.

    roll: where it must be found; None for an event of no roll. rules: whether it takes the rules to find it. rows: only
    logs of versions with rows of pledges can be forged so; asked: only those that ask rollers for their nonces.
    """

    name: str
    forge: Forge
    roll: str | None
    rules: bool
    rows: bool
    asked: bool

    def of(self, log: Log) -> Log:
        """The forged log."""
        forged = copy.deepcopy(log)
        self.forge(forged)
        return rechained(forged)


FORGERIES: list[Forgery] = []


def at(roll: str | None, *, rules: bool = False, rows: bool = False, asked: bool = False) -> Callable[[Forge], Forge]:
    def added(forge: Forge) -> Forge:
        FORGERIES.append(Forgery(forge.__name__, forge, roll, rules, rows, asked))
        return forge

    return added


def digest(value: Any) -> str:
    """The digest of what is written in its one form, as docs/fair-rolls.md says."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def rechained(log: Log) -> Log:
    """All numbers, seals of hidden parts and digests made right again, and what people said that they had seen."""
    seen = {event["digest"]: event for event in reversed(log["events"]) if "digest" in event}
    numbers = {
        event["number"]: number for number, event in reversed([*enumerate(log["events"], 1)]) if "number" in event
    }
    previous = "0" * 64
    for number, event in enumerate(log["events"], start=1):
        event |= {"number": number, "previous": previous}
        said = event["body"].get("seen")
        if said is not None and said["digest"] in seen:
            event["body"]["seen"] = {name: seen[said["digest"]][name] for name in ("number", "digest")}
        if event["kind"] in ("note.shown", "roll.shown"):
            parts = event["body"]["events"]
            event["body"]["events"] = {str(numbers[int(old)]): part for old, part in parts.items()}
        if event["kind"] == "note.shown":
            event["body"]["note"] = numbers[event["body"]["note"]]
        if "hidden" in event:
            event["sealed"] = digest({"hidden": event["hidden"], "salt": event["salt"]})
        shown = {name: value for name, value in event.items() if name not in ("digest", "hidden", "salt")}
        event["digest"] = previous = digest(shown)
    log |= {"number": len(log["events"]), "digest": previous}
    return log


def find(log: Log, kind: str, roll: str | None = None, place: int = 0) -> Event:
    found: list[Event] = [e for e in log["events"] if e["kind"] == kind and (roll is None or e["roll"] == roll)]
    return found[place]


def body(log: Log, kind: str, roll: str | None = None, place: int = 0) -> dict[str, Any]:
    event = find(log, kind, roll, place)
    told: dict[str, Any] = event.get("hidden") or event["body"]
    return told


def stretch(log: Log, roll: str) -> dict[str, Any]:
    begun: dict[str, Any] = find(log, "roll.opened", roll)["body"]["stretch"]
    return begun


def witnessed(log: Log, roll: str) -> dict[str, Any]:
    """What Cy said as a witness of a roll."""
    found = (e["body"] for e in log["events"] if e["kind"] == "roll.witnessed" and e["roll"] == roll)
    return next(body for body in found if body["member"] == "m3")


def joined(log: Log, place: int) -> Event:
    return find(log, "member.joined", None, place)


def insert(log: Log, after: Event, event: Event) -> Event:
    """A new event, right after another and at the same time."""
    new: Event = {"by": None, "roll": None, "visibility": "everyone", "body": {}, "sealed": None}
    new |= {"table": log["table"], "at": after["at"]} | event
    log["events"].insert(log["events"].index(after) + 1, new)
    return new


def append(log: Log, event: Event) -> None:
    """At a moment at which nothing is in the air."""
    insert(log, find(log, "member.changed"), event)


def drop(log: Log, event: Event) -> None:
    log["events"].remove(event)


def landed(log: Log, roll: str) -> None:
    """Work out anew what a roll with one stretch comes to, so that it fits whatever was changed before."""
    given, begun = body(log, "roll.opened", roll), stretch(log, roll)
    over = body(log, "roll.finished", roll)
    nonces = dict(begun["nonces"])
    for event in log["events"]:
        if event["kind"] == "roll.witnessed" and event["roll"] == roll:
            nonces[event["body"]["member"]] = event["body"]["nonce"]
    seed = over["landed"]["seed"]
    faces_seed = fair.faces_seed(log["table"], roll, begun["stretch"], seed, nonces).hex()
    over["landed"] |= {"faces_seed": faces_seed, "stretch": begun["stretch"]}
    what = prepared(given["system"], given["action"], given["inputs"], given["options"], given.get("rulebook"))
    run = replay(what, "seed", [("seed", faces_seed)]).run
    assert run is not None
    over |= json.loads(json.dumps(what.result(run)))


# --- randomness that somebody chose -----------------------------------------------------------------------------------


@at("r1003")
def the_roll_has_a_name_that_was_picked(log: Log) -> None:
    for event in log["events"]:
        if event["roll"] == "r1":
            event["roll"] = "r1003"
    landed(log, "r1003")


@at("r1")
def the_stretch_has_a_number_that_was_picked(log: Log) -> None:
    stretch(log, "r1")["stretch"] = 41
    landed(log, "r1")


@at("r8")
def the_roller_s_nonce_is_another_than_they_pledged(log: Log) -> None:
    stretch(log, "r8")["nonces"]["m2"] = fair.fresh()
    landed(log, "r8")


@at("r9")
def a_witness_is_given_a_nonce_by_the_server(log: Log) -> None:
    witnessed = find(log, "roll.witnessed", "r9")
    begun = stretch(log, "r9")
    begun["nonces"][witnessed["by"]] = fair.fresh()
    del begun["witnesses"][witnessed["by"]]
    drop(log, witnessed)
    landed(log, "r9")


@at("r1")
def a_nonce_of_nobody(log: Log) -> None:
    stretch(log, "r1")["nonces"]["m99"] = fair.fresh()
    landed(log, "r1")


@at("r1")
def no_nonce_of_the_roller(log: Log) -> None:
    stretch(log, "r1")["nonces"] = {}
    landed(log, "r1")


@at("r9")
def nobody_is_waited_for(log: Log) -> None:
    drop(log, find(log, "roll.witnessed", "r9"))
    stretch(log, "r9")["wait"] = 0
    body(log, "roll.finished", "r9")["landed"]["missing"] = ["m3"]
    landed(log, "r9")


@at("r9")
def a_witness_is_late_too_early(log: Log) -> None:
    drop(log, find(log, "roll.witnessed", "r9"))
    body(log, "roll.finished", "r9")["landed"]["missing"] = ["m3"]
    landed(log, "r9")


@at("r11")
def who_was_late_is_not_named(log: Log) -> None:
    body(log, "roll.finished", "r11")["landed"]["missing"] = []


@at("r9")
def a_witness_is_left_out(log: Log) -> None:
    drop(log, find(log, "roll.witnessed", "r9"))
    del stretch(log, "r9")["witnesses"]["m3"]
    landed(log, "r9")


@at("r1")
def the_seal_of_somebody_else(log: Log) -> None:
    seed = fair.fresh()
    begun = stretch(log, "r1")
    begun |= {"member": "m1", "seal": fair.seal(log["table"], seed)}
    joined(log, 0)["body"]["seal"] = begun["seal"]
    body(log, "roll.finished", "r1")["landed"]["seed"] = seed
    landed(log, "r1")


@at(None)
def a_seat_taken_again_for_a_new_seal(log: Log) -> None:
    seed = fair.fresh()
    again = copy.deepcopy(joined(log, 1))
    again["body"]["seal"] = stretch(log, "r1")["seal"] = fair.seal(log["table"], seed)
    insert(log, find(log, "character.made", None, 1), again)
    body(log, "roll.finished", "r1")["landed"]["seed"] = seed
    landed(log, "r1")


@at("r1")
def a_seal_that_was_there_before(log: Log) -> None:
    stretch(log, "r1")["next"] = stretch(log, "r2")["seal"] = stretch(log, "r1")["seal"]
    body(log, "roll.finished", "r2")["landed"]["seed"] = body(log, "roll.finished", "r1")["landed"]["seed"]
    landed(log, "r2")


@at("r8")
def a_seal_that_nobody_had_seen(log: Log) -> None:
    seed = fair.fresh()
    stretch(log, "r8")["seal"] = fair.seal(log["table"], seed)
    body(log, "roll.finished", "r8")["landed"]["seed"] = seed
    landed(log, "r8")


@at("r8")
def another_seed(log: Log) -> None:
    body(log, "roll.finished", "r8")["landed"]["seed"] = fair.fresh()
    landed(log, "r8")


@at("r8")
def a_witness_s_nonce_is_another_than_they_pledged(log: Log) -> None:
    find(log, "roll.witnessed", "r8")["body"]["nonce"] = fair.fresh()
    landed(log, "r8")


@at("r6")
def a_hidden_roll_s_witness_gives_another_nonce(log: Log) -> None:
    find(log, "roll.witnessed", "r6")["body"]["nonce"] = fair.fresh()


@at("r8", rows=True)
def a_witness_is_asked_for_a_nonce_that_was_pledged_later(log: Log) -> None:
    for part, place in (("stretch", "witnesses"), ("witnessed", "nonce")):
        bodies = [stretch(log, r)["witnesses"] if part == "stretch" else witnessed(log, r) for r in ("r8", "r9")]
        key = "m3" if place == "witnesses" else "nonce"
        bodies[0][key], bodies[1][key] = bodies[1][key], bodies[0][key]
    for roll in ("r8", "r9"):
        landed(log, roll)


@at("r12", rows=True)
def nobody_is_said_to_have_been_present_and_not_asked(log: Log) -> None:
    assert stretch(log, "r12")["unasked"] == ["m4"]
    stretch(log, "r12")["unasked"] = []


@at("r12", rows=True)
def nothing_is_said_of_who_was_present_and_not_asked(log: Log) -> None:
    del stretch(log, "r12")["unasked"]


@at("r9", rows=True)
def somebody_who_was_asked_is_said_not_to_have_been(log: Log) -> None:
    stretch(log, "r9")["unasked"] = ["m3"]


@at("r9", rows=True)
def somebody_who_never_was_there_is_said_to_have_been(log: Log) -> None:
    stretch(log, "r9")["unasked"] = ["m9"]


@at(None)
def a_pledge_of_somebody_else(log: Log) -> None:
    append(log, {"kind": "member.pledged", "by": "m2", "body": {"member": "m3", "pledge": fair.fresh()}})


@at(None)
def a_pledge_withdrawn_by_somebody_else(log: Log) -> None:
    append(log, {"kind": "member.pledged", "by": "m2", "body": {"member": "m3", "pledge": None}})


@at("r13")
def a_pledge_withdrawn_that_is_used_all_the_same(log: Log) -> None:
    append(log, {"kind": "member.pledged", "body": {"member": "m3", "pledge": None}})


@at(None)
def a_seal_renewed_by_a_member(log: Log) -> None:
    append(log, {"kind": "member.sealed", "by": "m2", "body": {"member": "m2", "seal": fair.fresh()}})


@at(None)
def a_seal_renewed_for_nobody(log: Log) -> None:
    append(log, {"kind": "member.sealed", "body": {"member": "m9", "seal": fair.fresh()}})


@at(None)
def a_renewed_seal_that_stood_before(log: Log) -> None:
    append(log, {"kind": "member.sealed", "body": {"member": "m2", "seal": joined(log, 1)["body"]["seal"]}})


@at("r8")
def the_seed_of_the_faces(log: Log) -> None:
    body(log, "roll.finished", "r8")["landed"]["faces_seed"] = fair.fresh()


# --- randomness of whoever rolls --------------------------------------------------------------------------------------


def _own(log: Log, roll: str) -> Event:
    """What Bo said, who rolled it, when dice waited for him."""
    found = (e for e in log["events"] if e["kind"] == "roll.witnessed" and e["roll"] == roll)
    return next(event for event in found if event["by"] == "m2")


@at("r9", asked=True)
def the_roller_s_nonce_comes_with_the_command(log: Log) -> None:
    begun, own = stretch(log, "r9"), _own(log, "r9")
    before = log["events"][log["events"].index(find(log, "roll.opened", "r9")) - 1]
    begun["nonces"] = {"m2": own["body"]["nonce"]}
    del begun["witnesses"]["m2"]
    find(log, "roll.opened", "r9")["body"]["seen"] = {"number": before["number"], "digest": before["digest"]}
    drop(log, own)


@at("r9", asked=True)
def the_roller_is_not_asked(log: Log) -> None:
    del stretch(log, "r9")["witnesses"]["m2"]
    drop(log, _own(log, "r9"))
    landed(log, "r9")


@at("r9", asked=True)
def the_roller_is_not_waited_for(log: Log) -> None:
    drop(log, _own(log, "r9"))
    over = find(log, "roll.finished", "r9")
    over["body"]["landed"]["missing"] = ["m2"]
    landed(log, "r9")


@at("r9", asked=True)
def the_roller_gave_their_nonce_before_the_roll(log: Log) -> None:
    before = log["events"][log["events"].index(find(log, "roll.opened", "r9")) - 1]
    _own(log, "r9")["body"]["seen"] = {"number": before["number"], "digest": before["digest"]}


@at("r9", asked=True)
def a_witness_gave_their_nonce_before_the_roll(log: Log) -> None:
    before = log["events"][log["events"].index(find(log, "roll.opened", "r9")) - 1]
    witnessed(log, "r9")["seen"] = {"number": before["number"], "digest": before["digest"]}


@at("r14", asked=True)
def a_witness_of_a_hidden_roll_gave_their_nonce_before_it(log: Log) -> None:
    before = log["events"][log["events"].index(find(log, "roll.opened", "r14")) - 1]
    witnessed(log, "r14")["seen"] = {"number": before["number"], "digest": before["digest"]}


@at("r15", asked=True)
def a_decider_s_nonce_comes_with_the_decision(log: Log) -> None:
    answered = find(log, "roll.answered", "r15")
    begun, own = answered["body"]["stretch"], _own(log, "r15")
    begun["nonces"] = {"m2": own["body"]["nonce"]}
    answered["body"]["seen"] = own["body"]["seen"]


@at("r9", asked=True)
def nothing_is_said_of_what_the_roller_had_seen(log: Log) -> None:
    _own(log, "r9")["body"]["seen"] = None


@at("r9", asked=True)
def nothing_is_said_of_what_was_given(log: Log) -> None:
    del body(log, "roll.opened", "r9")["given"]


@at("r9", rules=True, asked=True)
def another_thing_was_given(log: Log) -> None:
    body(log, "roll.opened", "r9")["given"]["inputs"]["notation"] = "2d20"


@at("r9", rules=True, asked=True)
def another_option_was_given(log: Log) -> None:
    body(log, "roll.opened", "r9")["given"]["options"]["cap"] = "always"


@at("r9", asked=True)
def a_witness_pledges_between_the_roll_and_their_nonce(log: Log) -> None:
    opened = find(log, "roll.opened", "r9")
    witness = next(e for e in log["events"] if e["kind"] == "roll.witnessed" and e["roll"] == "r9" and e["by"] == "m4")
    nonce = fair.fresh()
    pledged = {"member": "m4", "pledge": fair.pledge(log["table"], "m4", nonce)}
    insert(log, opened, {"kind": "member.pledged", "by": "m4", "body": pledged})
    witness["body"]["nonce"] = nonce
    landed(log, "r9")


# --- dice and results that somebody wrote -----------------------------------------------------------------------------


@at("r8")
def a_face(log: Log) -> None:
    face = _rolled(log, "r8")[0]
    face["face"] = face["face"] % 10 + 1


@at("r8")
def faces_of_two_pools_changed_places(log: Log) -> None:
    faces = _rolled(log, "r8")
    other = next((place for place in (2, 3) if faces[place]["face"] != faces[0]["face"]), None)
    if other is None:
        faces[0]["face"] = faces[0]["face"] % 10 + 1
    else:
        faces[0]["face"], faces[other]["face"] = faces[other]["face"], faces[0]["face"]


@at("r8")
def dice_that_landed_without_a_seed(log: Log) -> None:
    del body(log, "roll.finished", "r8")["landed"]


@at("r13")
def a_seed_before_all_dice_had_fallen(log: Log) -> None:
    over = copy.deepcopy(find(log, "roll.finished", "r1"))
    over |= {"roll": "r13", "at": log["events"][-1]["at"]}
    log["events"].append(over)


@at("r8", rules=True)
def a_result(log: Log) -> None:
    body(log, "roll.finished", "r8")["measures"]["total"] += 1


@at("r8", rules=True)
def an_outcome(log: Log) -> None:
    body(log, "roll.finished", "r8")["outcome"]["value"] += 1


@at("r4", rules=True)
def an_event_of_the_outcome(log: Log) -> None:
    events = body(log, "roll.finished", "r4")["events"]
    events["success"] = not events["success"]


@at("r8", rules=True)
def what_was_rolled(log: Log) -> None:
    body(log, "roll.opened", "r8")["inputs"]["notation"] = "2d10 + 2d10 + 5"


@at("r4", rules=True)
def a_house_rule(log: Log) -> None:
    body(log, "roll.opened", "r4")["options"]["beyond"] = "continue"


@at("r5", rules=True)
def a_face_of_real_dice(log: Log) -> None:
    body(log, "roll.opened", "r5")["faces"][0] = "1"


@at("r4", rules=True)
def a_step_of_the_rules(log: Log) -> None:
    note = next(entry for entry in body(log, "roll.finished", "r4")["trail"] if entry["kind"] == "note")
    note["text"] = "player pays nothing"


@at("r6", rules=True)
def the_result_of_a_hidden_roll(log: Log) -> None:
    body(log, "roll.finished", "r6")["measures"]["total"] = 7


# --- decisions --------------------------------------------------------------------------------------------------------


@at("r4")
def an_option_that_was_not_there(log: Log) -> None:
    body(log, "roll.answered", "r4")["option"] = "win"


@at("r4", rules=True)
def an_option_more(log: Log) -> None:
    body(log, "roll.waits", "r4")["options"].append("win")


@at("r4", rules=True)
def another_option_than_was_taken(log: Log) -> None:
    body(log, "roll.answered", "r4")["option"] = body(log, "roll.waits", "r4")["options"][0]


@at("r4")
def a_decision_by_somebody_else(log: Log) -> None:
    find(log, "roll.answered", "r4")["by"] = "m3"


@at("r4")
def another_decision_is_answered(log: Log) -> None:
    body(log, "roll.answered", "r4")["step"] = 7


# --- hands ------------------------------------------------------------------------------------------------------------


@at("r7")
def a_hand(log: Log) -> None:
    met = body(log, "roll.met", "r7")
    met["hands"]["m2"], met["face"] = "scissors", "up"


@at("r7")
def the_face_of_two_hands(log: Log) -> None:
    body(log, "roll.met", "r7")["face"] = "up"


@at("r7")
def a_forfeit_of_somebody_who_was_there(log: Log) -> None:
    met = body(log, "roll.met", "r7")
    met["hands"]["m3"], met["forfeit"], met["face"] = None, ["m3"], "up"


@at("r7")
def a_throw_changed_after_the_other_opened(log: Log) -> None:
    nonce = fair.fresh()
    thrown = copy.deepcopy(find(log, "roll.thrown", "r7"))
    thrown["body"]["commitment"] = fair.thrown(log["table"], "r7", 0, "m2", "scissors", nonce)
    opened = find(log, "roll.bared", "r7", 1)
    insert(log, opened, thrown | {"at": opened["at"]})
    met = body(log, "roll.met", "r7")
    met["hands"]["m2"], met["nonces"]["m2"], met["face"] = "scissors", nonce, "up"


@at("r7")
def a_throw_that_nobody_had_time_to_answer(log: Log) -> None:
    thrown = find(log, "roll.thrown", "r7")
    thrown["body"]["wait"] = 0
    nobody = {"m2": None, "m3": None}
    forfeit = {"round": 0, "hands": nobody, "nonces": {}, "face": "up", "forfeit": ["m3"]}
    insert(log, thrown, {"kind": "roll.met", "roll": "r7", "body": forfeit})


# --- sheets -----------------------------------------------------------------------------------------------------------


@at("r3", rules=True)
def what_a_roll_did_to_a_sheet(log: Log) -> None:
    body(log, "roll.finished", "r3")["effects"][0]["by"] = -1


@at("r3")
def what_was_given_back(log: Log) -> None:
    body(log, "roll.undone", "r3")["effects"][0]["by"] = 40


@at("r4", rules=True)
def what_was_spent(log: Log) -> None:
    body(log, "roll.finished", "r4")["effects"] = []


@at(None)
def a_sheet_of_somebody_else(log: Log) -> None:
    change = {"character": "c1", "resources": {"ec": {"value": 0, "max": 60}}}
    append(log, {"kind": "character.changed", "by": "m3", "body": change})


@at(None)
def a_sheet_by_an_observer(log: Log) -> None:
    change = {"character": "c1", "resources": {"ec": {"value": 0, "max": 60}}}
    append(log, {"kind": "character.changed", "by": "m4", "body": change})


@at(None, rules=True)
def a_step_beyond_what_the_sheet_holds(log: Log) -> None:
    find(log, "character.changed")["body"]["resources"]["ec"] = {"by": 500}


# --- events that cannot be --------------------------------------------------------------------------------------------


@at("r1")
def a_second_result(log: Log) -> None:
    over = copy.deepcopy(find(log, "roll.finished", "r1"))
    del over["body"]["landed"]
    over["body"]["effects"] = [{"character": "c1", "resource": "ec", "by": 20}]
    insert(log, find(log, "roll.finished", "r1"), over)


@at("r1")
def a_roll_opened_again(log: Log) -> None:
    over = find(log, "roll.finished", "r1")
    again = insert(log, over, copy.deepcopy(find(log, "roll.opened", "r1")))
    insert(log, again, copy.deepcopy(over))


@at("r77")
def a_result_of_a_roll_that_was_never_opened(log: Log) -> None:
    over = copy.deepcopy(find(log, "roll.finished", "r1"))["body"]
    append(log, {"kind": "roll.finished", "roll": "r77", "body": over})


@at("r3")
def taken_back_twice(log: Log) -> None:
    undone = find(log, "roll.undone", "r3")
    insert(log, undone, copy.deepcopy(undone))


@at("r1")
def taken_back_by_somebody_else(log: Log) -> None:
    append(log, {"kind": "roll.undone", "roll": "r1", "by": "m3", "body": {"reason": "", "effects": []}})


@at("r10")
def taken_back_without_the_seed(log: Log) -> None:
    del body(log, "roll.undone", "r10")["let_go"]


@at("r10")
def taken_back_with_another_seed(log: Log) -> None:
    body(log, "roll.undone", "r10")["let_go"]["seed"] = fair.fresh()


@at("r10")
def taken_back_with_other_nonces(log: Log) -> None:
    body(log, "roll.undone", "r10")["let_go"]["nonces"]["m2"] = fair.fresh()


@at("r5")
def an_observer_rolls_as_somebody_s_character(log: Log) -> None:
    opened = find(log, "roll.opened", "r5")
    opened["by"], opened["body"]["character"] = "m4", "c1"


@at("r4")
def a_player_rolls_as_somebody_else_s_character(log: Log) -> None:
    body(log, "roll.opened", "r4")["character"] = "c2"


@at(None)
def a_player_makes_himself_host(log: Log) -> None:
    append(log, {"kind": "member.changed", "by": "m2", "body": {"member": "m2", "name": "Bo", "role": "host"}})


@at(None)
def a_player_takes_a_seat_away(log: Log) -> None:
    append(log, {"kind": "member.left", "by": "m2", "body": {"member": "m3", "name": "Cy", "role": "player"}})


@at(None)
def a_player_lets_somebody_in(log: Log) -> None:
    append(log, {"kind": "invite.made", "by": "m2", "body": {"invite": "i4", "role": "host"}})


@at(None)
def somebody_comes_by_an_invite_that_was_never_made(log: Log) -> None:
    seat = {"member": "m5", "name": "Eve", "role": "player", "invite": "i9", "seal": fair.fresh()}
    append(log, {"kind": "member.joined", "by": "m5", "body": seat})


@at(None)
def somebody_acts_who_was_never_there(log: Log) -> None:
    append(log, {"kind": "note.written", "by": "m9", "body": {"text": "boo"}})


@at(None)
def a_note_shown_by_somebody_else(log: Log) -> None:
    find(log, "note.shown")["by"] = "m1"


@at(None)
def a_shown_note_says_something_else(log: Log) -> None:
    part = next(iter(find(log, "note.shown")["body"]["events"].values()))
    part["hidden"]["text"] = "there"


@at("r12")
def a_shown_roll_leaves_something_out(log: Log) -> None:
    find(log, "roll.shown", "r12")["body"]["events"].popitem()


@at("r8")
def an_event_of_no_known_kind(log: Log) -> None:
    insert(log, find(log, "roll.finished", "r8"), {"kind": "roll.blessed", "roll": "r8"})


@at("r9")
def a_result_left_out(log: Log) -> None:
    drop(log, find(log, "roll.finished", "r9"))


@at("r2")
def a_log_that_ends_in_the_middle(log: Log) -> None:
    over = find(log, "roll.finished", "r2")
    del log["events"][log["events"].index(over) :]


@at("r8")
def what_a_witness_had_seen(log: Log) -> None:
    find(log, "roll.witnessed", "r8")["body"]["seen"]["digest"] = fair.fresh()


@at("r9")
def time_goes_back(log: Log) -> None:
    find(log, "roll.opened", "r9")["at"] = "2020-01-01T00:00:00.000Z"


def _rolled(log: Log, roll: str) -> list[dict[str, Any]]:
    trail = body(log, "roll.finished", roll)["trail"]
    faces: list[dict[str, Any]] = next(entry for entry in trail if entry["kind"] == "roll")["faces"]
    return faces
