"""Forgeries for checks that no other forgery needs: `test_corpus.py` names those that are still without one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tests.table.forgeries import append, body, find, insert, joined

from oddsmith.table.fairness import fair

Log = dict[str, Any]
Event = dict[str, Any]
Forge = Callable[[Log], object]

OPENED, FINISHED, WITNESSED = "roll.opened", "roll.finished", "roll.witnessed"


def _later(event: Event, **by: int) -> str:
    """Return the time of an event and some more."""
    at = datetime.fromisoformat(event["at"]) + timedelta(**by)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _again(of: str, roll: str | None, **other: Any) -> Forge:
    """An event comes twice, the second time with other parts."""

    def forge(log: Log) -> None:
        event = find(log, of, roll)
        insert(log, event, copy.deepcopy(event) | other)

    return forge


def _told(kind: str, roll: str | None, value: Any, *way: str) -> Forge:
    """A value stands in what an event tells, at the end of a way through it."""

    def forge(log: Log) -> None:
        holder: Any = body(log, kind, roll)
        *steps, last = way
        for step in steps:
            holder = holder[step]
        holder[last] = value

    return forge


def _by(kind: str, roll: str, who: str | None) -> Forge:
    return lambda log: find(log, kind, roll).update(by=who)


# --- people and things ------------------------------------------------------------------------------------------------


def _seat_for_another(log: Log) -> None:
    joined(log, 1)["by"] = "m1"


def _never_pledged(log: Log) -> None:
    append(log, {"kind": "member.pledged", "body": {"member": "m1", "pledge": None}})


def _pledged_twice(log: Log) -> None:
    pledge = fair.fresh()
    append(log, {"kind": "member.pledged", "by": "m3", "body": {"member": "m3", "pledges": [pledge, pledge]}})


def _pledged_65(log: Log) -> None:
    pledges = [fair.fresh() for _ in range(65)]
    append(log, {"kind": "member.pledged", "by": "m3", "body": {"member": "m3", "pledges": pledges}})


def _nobody_changed(log: Log) -> None:
    append(log, {"kind": "member.changed", "by": "m1", "body": {"member": "m99", "name": "Nox", "role": "player"}})


def _comes_as(log: Log, other: str, who: str) -> None:
    """Somebody is called as another from when they come."""
    named = {event["body"]["member"]: event["body"] for event in log["events"] if event["kind"] == "member.joined"}
    named[who]["name"] = named[other]["name"]


def _takes_the_name_of_another(log: Log) -> None:
    name = joined(log, 1)["body"]["name"]
    append(log, {"kind": "member.changed", "by": "m3", "body": {"member": "m3", "name": name, "role": "player"}})


def _nobody_sealed(log: Log) -> None:
    append(log, {"kind": "member.sealed", "body": {"member": "m99", "seal": fair.fresh()}})


def _note_of_one_who_sees_nothing(log: Log) -> None:
    hidden = {"hidden": {"text": "I saw it."}, "salt": fair.fresh(), "sealed": "", "visibility": "host"}
    append(log, {"kind": "note.written", "by": "m3", "roll": "r6"} | hidden)


def _clock_further_back(log: Log) -> None:
    find(log, "clock.set")["body"]["back"] += 1000


# --- rolls ------------------------------------------------------------------------------------------------------------


def _label_of_a_repeated_roll(log: Log) -> None:
    body(log, OPENED, "r2").update(repeats="r1", label="Parry")


def _filled_though_given(log: Log) -> None:
    told, before = body(log, OPENED, "r2"), body(log, OPENED, "r1")
    told.update(repeats="r1", inputs=dict(before["inputs"]), filled=["notation"])


def _bared_too_late(log: Log) -> None:
    late = find(log, "roll.bared", "r7", 1)
    for event in log["events"][log["events"].index(late) :]:
        event["at"] = _later(event, minutes=1)


def _late_too_early(log: Log) -> None:
    late = find(log, "roll.late")
    late["at"] = log["events"][log["events"].index(late) - 1]["at"]


def _late_twice(log: Log) -> None:
    late = find(log, "roll.late")
    second = insert(log, late, copy.deepcopy(late))
    second["body"]["late"] = ["player"]


def _another_hand(log: Log) -> None:
    body(log, "roll.met", "r7")["hands"]["m4"] = "rock"


def _sides_swapped(log: Log) -> None:
    body(log, "roll.revealed")["sides"].reverse()


def _no_face(log: Log) -> None:
    _faces(log, "r5")[0] = 7  # type: ignore[call-overload]


def _untold_die(log: Log) -> None:
    del _faces(log, "r5")[0]


#: Name: the log of which it is made, the forgery, and whether only carrying out commands again shows it.
IN_RARE_CHECKS: dict[str, tuple[str, Forge, bool]] = {
    "a-seat-taken-by-another": ("everything", _seat_for_another, False),
    "a-pledge-withdrawn-that-never-stood": ("everything", _never_pledged, False),
    "a-pledge-twice-in-a-row": ("everything", _pledged_twice, False),
    "a-row-of-65-pledges": ("everything", _pledged_65, False),
    "a-name-for-a-seat-that-is-not-there": ("everything", _nobody_changed, False),
    "a-seal-for-a-seat-that-is-not-there": ("everything", _nobody_sealed, False),
    "a-preset-saved-by-another": ("every-kind", _again("preset.saved", None, by="m1"), False),
    "a-preset-removed-twice": ("every-kind", _again("preset.removed", None), False),
    "a-note-on-a-hidden-roll-by-one-who-does-not-see-it": ("everything", _note_of_one_who_sees_nothing, False),
    "a-clock-that-went-back-less-than-it-says": ("every-kind", _clock_further_back, False),
    "a-roll-opened-twice": ("everything", _again(OPENED, "r5"), False),
    "somebody-left-under-another-name": ("every-kind", _told("member.left", None, "Nox", "name"), False),
    "somebody-left-with-another-role": ("every-kind", _told("member.left", None, "host", "role"), False),
    "a-character-removed-by-another-name": ("every-kind", _told("character.removed", None, "Nox", "name"), False),
    "a-preset-removed-by-another-name": ("every-kind", _told("preset.removed", None, "Nox", "name"), False),
    "a-roll-against-a-character-who-is-not-there": ("everything", _told(OPENED, "r1", "c9", "opposing"), False),
    "somebody-to-throw-against-and-no-hands": ("everything", _told(OPENED, "r1", "m3", "against"), False),
    "faces-typed-and-dice-from-a-seed": ("everything", _told(OPENED, "r1", ["6"], "faces"), False),
    "repeats-a-roll-that-others-see": ("everything", _told(OPENED, "r8", "r6", "repeats"), False),
    "repeats-a-roll-by-another-name": ("everything", _label_of_a_repeated_roll, False),
    "repeats-a-roll-and-fills-what-was-given": ("everything", _filled_though_given, False),
    "a-witness-who-gives-a-nonce-twice": ("everything", _again(WITNESSED, "r9"), False),
    "a-nonce-for-another-stretch": ("everything", _told(WITNESSED, "r9", 1, "stretch"), False),
    "a-nonce-in-the-name-of-another": ("everything", _told(WITNESSED, "r9", "m4", "member"), False),
    "a-hand-opened-in-the-name-of-another": ("everything", _told("roll.bared", "r7", "m3", "member"), False),
    "a-hand-opened-after-time-was-up": ("everything", _bared_too_late, False),
    "a-hand-of-one-who-does-not-play": ("everything", _another_hand, False),
    "another-was-late": ("every-kind", _told("roll.late", "r1", ["player"], "late"), False),
    "late-before-time-was-up": ("every-kind", _late_too_early, False),
    "late-twice": ("every-kind", _late_twice, False),
    "no-time-to-open-for-those-in-time": ("every-kind", _told("roll.late", "r1", 1, "wait"), False),
    "sides-in-another-order": ("every-kind", _sides_swapped, False),
    "other-nonces-after-hands": ("every-kind", _told("roll.met", "r5", "ab" * 32, "stretch", "nonces", "m2"), False),
    "other-nonces-after-choices": (
        *("every-kind", _told("roll.revealed", "r6", "ab" * 32, "stretch", "nonces", "m2"), False),
    ),
    "somebody-comes-by-a-name-that-is-there": ("everything", lambda log: _comes_as(log, "m2", "m3"), False),
    "somebody-takes-a-name-that-is-there": ("everything", _takes_the_name_of_another, False),
    "a-decision-of-another-number": ("everything", _told("roll.waits", "r4", 1, "step"), False),
    "a-decision-of-somebody-else": ("everything", _told("roll.waits", "r4", ["m3"], "deciders"), False),
    "a-round-of-hands-of-another-number": ("everything", _told("roll.waits", "r7", 1, "round"), False),
    "hands-between-others": ("everything", _told("roll.waits", "r7", ["m2", "m1"], "between"), False),
    "a-round-of-choices-of-another-number": ("every-kind", _told("roll.waits", "r6", 1, "round"), False),
    "choices-of-somebody-else": ("every-kind", _told("roll.waits", "r6", ["m2"], "deciders", "opponent"), False),
    "faces-so-far-that-nobody-typed": ("every-kind", _told("roll.waits", "r2", ["up"], "given"), False),
    "a-text-of-no-letters": ("everything", _told("character.made", None, "", "name"), False),
    "a-die-before-the-hands-that-nobody-tells": ("every-kind", _untold_die, False),
    "a-face-that-is-a-number": ("every-kind", _no_face, False),
    "a-sheet-with-101-inputs": (
        *(
            "everything",
            _told("character.made", None, dict.fromkeys((f"i{n}" for n in range(101)), 1), "inputs"),
            False,
        ),
    ),
    "a-face-without-a-chain": ("everything", lambda log: _faces(log, "r1")[0].pop("chain"), False),
    # of rolls that the log does not show
    "hidden-note-of-an-observer": ("everything-as-cy-sees-it", lambda log: _hidden_note(log).update(by="m4"), False),
    "hidden-note-on-a-hidden-roll-for-others-than-that": (
        *("everything-as-cy-sees-it", lambda log: _hidden_note(log).update(roll="r6"), False),
    ),
    "hidden-note-on-a-hidden-roll-by-one-who-does-not-see-that": (
        "everything-as-cy-sees-it",
        lambda log: _hidden_note(log).update(roll="r6", visibility="host", by="m3"),
        False,
    ),
    "hidden-roll-over-twice": ("everything-as-cy-sees-it", _again(FINISHED, "r6"), False),
    "hidden-roll-over-by-somebody": ("everything-as-cy-sees-it", _by(FINISHED, "r6", "m2"), False),
    "hidden-roll-taken-back-by-nobody": (
        *("everything-as-cy-sees-it", _again(FINISHED, "r6", kind="roll.undone", by="m99"), False),
    ),
    "hidden-roll-of-another-stretch": (
        *("everything-as-cy-sees-it", _told(OPENED, "r6", 1, "stretch", "stretch"), False),
    ),
    "hidden-roll-that-waits-for-no-time": (
        *("everything-as-cy-sees-it", _told(OPENED, "r6", 0, "stretch", "wait"), False),
    ),
    "hidden-roll-that-says-somebody-was-not-asked": (
        *("rollers-asked-as-cy-sees-it", _told(OPENED, "r14", ["m3"], "stretch", "unasked"), False),
    ),
    "hidden-witness-for-another-stretch": ("everything-as-cy-sees-it", _told(WITNESSED, "r6", 1, "stretch"), False),
    "hidden-witness-in-the-name-of-another": (
        "everything-as-cy-sees-it",
        _told(WITNESSED, "r6", "m4", "member"),
        False,
    ),
    "hidden-witness-twice": ("everything-as-cy-sees-it", _again(WITNESSED, "r6"), False),
}


def _faces(log: Log, roll: str) -> list[dict[str, Any]]:
    """The faces of a roll in the end."""
    rolled = next(entry for entry in body(log, FINISHED, roll)["trail"] if entry["kind"] == "roll")
    faces: list[dict[str, Any]] = rolled["faces"]
    return faces


def _hidden_note(log: Log) -> Event:
    """A note of somebody else that this log does not show."""
    note: Event = next(e for e in log["events"] if e["kind"] == "note.written" and e["sealed"] and "hidden" not in e)
    return note
