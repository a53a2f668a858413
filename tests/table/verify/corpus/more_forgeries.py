"""Forgeries of the corpus beside those of `tests/table/forgeries.py`: of the form, of texts, of order, of choices."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tests.table.forgeries import append, body, drop, find, insert, joined, landed, rechained, stretch

from oddsmith.table.fairness import fair

Log = dict[str, Any]
Forge = Callable[[Log], object]


def _set(kind: str, roll: str | None, path: str, value: Any, place: int = 0) -> Forge:
    """Write a value at a path of an event (body and hidden part are one)."""

    def forge(log: Log) -> None:
        event = find(log, kind, roll, place)
        *way, last = path.split(".")
        holder: Any = event
        for step in way:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        if value is ...:
            del holder[last]
        elif isinstance(holder, list):
            holder[int(last)] = value
        else:
            holder[last] = value

    return forge


def _head(name: str, value: Any) -> Forge:
    return lambda log: log.pop(name) if value is ... else log.update({name: value})


def _role_king(log: Log) -> None:
    joined(log, 1)["body"]["role"] = "king"


OPENED, FINISHED, JOINED = "roll.opened", "roll.finished", "member.joined"

#: Name: the forgery, the field that is named, and whether digests are made right again.
IN_FORM: dict[str, tuple[Forge, str | None, bool]] = {
    "a-field-more-in-the-log": (_head("comment", "mine"), "its comment", True),
    "no-version": (_head("version", ...), "its version", True),
    "no-seen-by": (_head("seen_by", ...), "its seen_by", True),
    "no-title": (_head("title", ...), "its title", True),
    "seen-by-nobody": (_head("seen_by", None), "its seen_by", True),
    "seen-by-somebody-who-was-never-there": (_head("seen_by", "m99"), "whose log it is", True),
    "another-title": (_head("title", "Friday"), "the title of the table", True),
    "a-title-of-two-lines": (_head("title", "Thurs\nday"), "its title", True),
    "another-table": (_head("table", "0123456789abcdef"), None, True),
    "a-table-of-another-form": (_head("table", "AAA62E8D5DF51874"), None, True),
    "true-for-the-number": (_head("number", True), "its number", False),
    "the-number-of-the-log-is-another": (_head("number", 71), "the number of its last event", False),
    "the-number-of-the-log-as-text": (_head("number", "72"), "its number", False),
    "the-digest-of-the-log-is-another": (_head("digest", "ab" * 32), "the digest of the whole log", False),
    "the-digest-of-the-log-in-capitals": (lambda log: log.update(digest=log["digest"].upper()), "its digest", False),
    "an-empty-log": (_head("events", []), "the log", False),
    "an-empty-log-of-nothing": (lambda log: log.update(events=[], number=0, digest="0" * 64), "the log", False),
    "an-event-that-is-a-list": (lambda log: log["events"].__setitem__(4, []), None, False),
    "an-event-that-is-null": (lambda log: log["events"].__setitem__(4, None), None, False),
    "an-event-without-a-kind": (_set(OPENED, "r1", "kind", ...), None, False),
    "a-field-more-in-an-event": (_set(OPENED, "r1", "extra", 1), "extra", True),
    "a-field-more-in-a-body": (_set(OPENED, "r1", "body.extra", 1), "body.extra", True),
    "a-field-more-in-a-stretch": (_set(OPENED, "r1", "body.stretch.extra", None), "body.stretch.extra", True),
    "a-field-more-in-a-hidden-part": (_set(FINISHED, "r6", "hidden.extra", 1), "hidden.extra", True),
    "a-field-more-in-an-effect": (_set(FINISHED, "r3", "body.effects.0.extra", 1), "body.effects.0.extra", True),
    "false-for-the-stretch": (_set(OPENED, "r1", "body.stretch.stretch", False), "body.stretch.stretch", True),
    "true-for-a-wait": (_set(OPENED, "r1", "body.stretch.wait", True), "body.stretch.wait", True),
    "a-wait-below-zero": (_set(OPENED, "r1", "body.stretch.wait", -1), "body.stretch.wait", True),
    "a-number-as-text": (_set("roll.answered", "r4", "body.step", "0"), "body.step", True),
    "one-for-true": (_set("table.opened", None, "body.advice", 1), "body.advice", True),
    "an-event-of-an-outcome-is-one": (_set(FINISHED, "r4", "body.events.success", 1), "body.events.success", True),
    "null-for-a-text": (_set(OPENED, "r1", "body.label", None), "body.label", True),
    "a-text-for-a-list": (_set(OPENED, "r1", "body.effects", ""), "body.effects", True),
    "a-list-for-an-object": (_set(OPENED, "r1", "body.inputs", []), "body.inputs", True),
    "an-object-for-a-list": (_set(FINISHED, "r1", "body.trail", {}), "body.trail", True),
    "a-face-typed-as-a-number": (_set(OPENED, "r5", "body.faces.0", 6), "body.faces.0", True),
    "no-stretch-but-null": (_set(OPENED, "r5", "body.stretch", None), "body.stretch", True),
    "no-seed-of-the-faces": (_set(FINISHED, "r1", "body.landed.faces_seed", ...), "body.landed.faces_seed", True),
    "no-trail": (_set(FINISHED, "r1", "body.trail", ...), "body.trail", True),
    "no-repeats": (_set(OPENED, "r1", "body.repeats", ...), "body.repeats", True),
    "a-seal-in-capitals": (_set(JOINED, None, "body.seal", "AB" * 32), "body.seal", True),
    "a-seal-that-is-short": (_set(JOINED, None, "body.seal", "ab" * 31), "body.seal", True),
    "a-nonce-with-a-line-end": (_set("roll.witnessed", "r8", "body.nonce", "ab" * 32 + "\n"), "body.nonce", True),
    "a-salt-that-is-a-word": (_set(FINISHED, "r6", "salt", "salt"), "salt", True),
    "a-hidden-part-without-salt": (_set(FINISHED, "r6", "salt", ...), None, False),
    "a-hidden-part-of-an-event-for-everyone": (_set(OPENED, "r1", "hidden", {}), "hidden", False),
    "sealed-and-for-everyone": (_set("note.written", None, "sealed", "ab" * 32), "sealed", True),
    "a-visibility-of-no-kind": (_set(OPENED, "r1", "visibility", "friends"), None, True),
    "a-blind-seat": (_set(JOINED, None, "visibility", "blind"), "visibility", True),
    "a-seat-of-a-roll": (_set(JOINED, None, "roll", "r1"), "roll", True),
    "a-roll-without-a-name": (_set(OPENED, "r1", "roll", None), "roll", True),
    "a-member-with-a-zero": (_set("roll.witnessed", "r8", "by", "m03"), "by", True),
    "a-time-without-a-zone": (_set(OPENED, "r1", "at", "2026-11-19T10:00:00.000"), "at", True),
    "a-time-in-another-zone": (_set(OPENED, "r1", "at", "2026-11-19T11:00:00.000+01:00"), "at", True),
    "a-time-without-milliseconds": (_set(OPENED, "r1", "at", "2026-11-19T10:00:00Z"), "at", True),
    "a-time-with-microseconds": (_set(OPENED, "r1", "at", "2026-11-19T10:00:00.000000Z"), "at", True),
    "a-time-of-no-calendar": (_set(OPENED, "r1", "at", "2026-02-30T10:00:00.000Z"), "at", True),
    "a-time-as-a-number": (_set(OPENED, "r1", "at", 1_772_393_400), "at", True),
    "a-leap-second": (_set(OPENED, "r1", "at", "2026-06-30T23:59:60.000Z"), "at", True),
    "a-name-with-nothing-to-see": (_set(JOINED, None, "body.name", "Bo\u200b", 1), "body.name", True),
    "a-name-that-turns-letters-around": (_set(JOINED, None, "body.name", "Bo\u202eoB", 1), "body.name", True),
    "a-name-with-a-space-before-it": (_set(JOINED, None, "body.name", " Bo", 1), "body.name", True),
    "a-name-of-two-lines": (_set(JOINED, None, "body.name", "B\no", 1), "body.name", True),
    "a-name-of-nothing": (_set(JOINED, None, "body.name", "", 1), "body.name", True),
    "a-name-of-blanks": (_set(JOINED, None, "body.name", "\u3164", 1), "body.name", True),
    "a-name-of-81-letters": (_set(JOINED, None, "body.name", "o" * 81, 1), "body.name", True),
    "a-name-that-is-a-sign-about-nothing": (_set(JOINED, None, "body.name", "\ufe0f", 1), "body.name", True),
    "a-name-with-a-mark-of-a-later-unicode": (_set(JOINED, None, "body.name", "Bo\U00013439", 1), "body.name", True),
    "a-name-with-a-letter-of-no-unicode": (_set(JOINED, None, "body.name", "Bo\U000e0080", 1), "body.name", True),
    "a-joiner-between-letters-that-need-none": (_set(JOINED, None, "body.name", "B\u200do", 1), "body.name", True),
    "a-time-before-there-were-tables": (_set(OPENED, "r1", "at", "1901-11-19T10:00:00.000Z"), "at", True),
    "a-joiner-at-the-end-of-a-name": (_set(JOINED, None, "body.name", "Bo\u200d", 1), "body.name", True),
    "a-role-of-no-kind": (_role_king, "body.role", True),
    "a-hand-of-no-kind": (_set("roll.met", "r7", "body.hands.m2", "lizard"), "body.hands.m2", True),
    "hands-of-nobody": (_set("roll.met", "r7", "body.hands", {"x": "rock"}), None, True),
    "a-reason-with-a-bell": (_set("roll.undone", "r3", "body.reason", "oops\x07"), "body.reason", True),
    "a-reason-of-201-letters": (_set("roll.undone", "r3", "body.reason", "o" * 201), "body.reason", True),
    "an-input-of-no-name": (_set("character.made", None, "body.inputs", {"1": 1}), None, True),
    "a-resource-of-no-name": (
        _set("character.made", None, "body.resources", {"EC": {"value": 1, "max": 2}}),
        None, True,
    ),
    "a-resource-below-zero": (
        _set("character.made", None, "body.resources.ec.value", -1), "body.resources.ec.value", True
    ),
    "a-change-of-nothing": (_set("character.changed", None, "body.resources.ec", {}), None, True),
}  # fmt: skip

#: Name: what stands in the text, and what is written instead.
AS_TEXT: dict[str, tuple[bytes, bytes]] = {
    "a-name-twice-in-an-object": (b'"advice":true', b'"advice":true,"advice":true'),
    "a-name-twice-by-an-escape": (b'"advice":true', b'"advice":true,"\\u0061dvice":false'),
    "the-events-twice": (b'"number":72,"schema"', b'"events":[],"number":72,"schema"'),
    "a-point-in-a-number": (b'"number":72', b'"number":72.0'),
    "a-number-with-an-exponent": (b'"number":72', b'"number":72e0'),
    "16.9": (b'"wait":1000', b'"wait":16.9'),
    "a-zero-below-zero": (b'"stretch":0', b'"stretch":-0'),
    "a-zero-with-a-point": (b'"stretch":0', b'"stretch":0.0'),
    "a-number-beyond-2-to-the-53": (b'"number":72', b'"number":9007199254740992'),
    "a-number-of-5000-digits": (b'"number":72', b'"number":' + b"7" * 5000),
    "not-a-number": (b'"number":72', b'"number":NaN'),
    "a-number-without-end": (b'"number":72', b'"number":Infinity'),
    "a-number-in-hexadecimal": (b'"number":72', b'"number":0x48'),
    "half-a-character": (b'"title":"Thursday"', b'"title":"Thurs\\ud83cday"'),
    "the-other-half-of-a-character": (b'"title":"Thursday"', b'"title":"Thurs\\udfb2day"'),
    "bytes-that-are-no-utf-8": (b'"title":"Thursday"', b'"title":"Thurs\xffday"'),
    "a-surrogate-as-bytes": (b'"title":"Thursday"', b'"title":"Thurs\xed\xa0\xbcday"'),
    "a-byte-order-mark": (b'{"digest"', b'\xef\xbb\xbf{"digest"'),
    "101-levels": (b'"title":"Thursday"', b'"title":' + b"[" * 100 + b"]" * 100),
    "100000-levels": (b'"title":"Thursday"', b'"title":' + b"[" * 100_000 + b"]" * 100_000),
    "a-line-end-in-a-text": (b'"title":"Thursday"', b'"title":"Thurs\nday"'),
    "a-comma-too-many": (b'"title":"Thursday"', b'"title":"Thursday",,'),
    "a-comma-at-the-end": (b'"advice":true', b'"advice":true,'),
    "a-comment": (b'"title":"Thursday"', b'/* mine */"title":"Thursday"'),
    "another-schema": (b"oddsmith/log/1", b"oddsmith/log/2"),
    "no-schema": (b'"schema":"oddsmith/log/1",', b""),
    "no-events": (b'"events":[', b'"event":['),
    "single-quotes": (b'"title":"Thursday"', b"\"title\":'Thursday'"),
    "something-after-the-end": (b'"version":"0.1.0"}', b'"version":"0.1.0"}{}'),
}


# --- what comes when, and who does it ---------------------------------------------------------------------------------


def _repeats(of: str, roll: str = "r2") -> Forge:
    return _set(OPENED, roll, "body.repeats", of)


def _invite_none(log: Log) -> None:
    joined(log, 1)["body"]["invite"] = None


def _host_by_an_invite(log: Log) -> None:
    joined(log, 1)["body"]["role"] = "host"


def _opened_twice(log: Log) -> None:
    insert(log, joined(log, 0), copy.deepcopy(log["events"][0]))


def _no_opening(log: Log) -> None:
    drop(log, log["events"][0])


def _withdrawn_by_itself(log: Log) -> None:
    append(log, {"kind": "member.pledged", "by": "m3", "body": {"member": "m3", "pledge": None}})


def _pledged_what_was_given(log: Log) -> None:
    """A witness pledges a nonce that they have given already, so that everybody knows it."""
    given = find(log, "roll.witnessed")
    member = given["body"]["member"]
    known = fair.pledge(log["table"], member, given["body"]["nonce"])
    append(log, {"kind": "member.pledged", "by": member, "body": {"member": member, "pledge": known}})


def _revoked_twice(log: Log) -> None:
    role = find(log, "invite.made")["body"]["role"]
    for _ in range(2):
        append(log, {"kind": "invite.revoked", "by": "m1", "body": {"invite": "i1", "role": role}})


def _removed_twice(log: Log) -> None:
    for _ in range(2):
        append(log, {"kind": "character.removed", "by": "m1", "body": {"character": "c2", "name": "Nix"}})


def _a_note_shown_twice(log: Log) -> None:
    shown = find(log, "note.shown")
    insert(log, shown, copy.deepcopy(shown))


def _a_roll_shown_twice(log: Log) -> None:
    shown = find(log, "roll.shown")
    insert(log, shown, copy.deepcopy(shown))


def _shown_by_another(log: Log) -> None:
    """A roll that only its roller and hosts see is shown by somebody else."""
    hidden = [event for event in log["events"] if event["roll"] == "r6" and "hidden" in event]
    parts = {str(event["number"]): {"hidden": event["hidden"], "salt": event["salt"]} for event in hidden}
    shown = {"kind": "roll.shown", "by": "m3", "roll": "r6", "visibility": "host", "body": {"events": parts}}
    append(log, shown)


def _told_to_everyone(log: Log) -> None:
    """A note on a hidden roll is there for everybody."""
    append(log, {"kind": "note.written", "by": "m2", "roll": "r6", "body": {"text": "It was a 20."}})


def _no_dice(log: Log) -> None:
    opened = find(log, OPENED, "r1")["body"]
    for name in ("stretch", "pledge", "seen"):
        del opened[name]
    del find(log, FINISHED, "r1")["body"]["landed"]


def _unsaid(log: Log) -> None:
    del find(log, OPENED, "r1")["body"]["seen"]


def _thrown_by_another(log: Log) -> None:
    find(log, "roll.thrown", "r7")["body"]["member"] = "m3"


def _copied_commitment(log: Log) -> None:
    first, second = (find(log, "roll.thrown", "r7", place)["body"] for place in (0, 1))
    second["commitment"] = first["commitment"]


def _too_late(log: Log) -> None:
    late = "2099-01-01T00:00:00.000Z"
    second = find(log, "roll.thrown", "r7", 1)
    for event in log["events"][log["events"].index(second) :]:
        event["at"] = late


def _another_audience(log: Log) -> None:
    find(log, "roll.witnessed", "r6")["visibility"] = "self"


def _last_host(log: Log) -> None:
    append(log, {"kind": "member.changed", "by": "m1", "body": {"member": "m1", "name": "Ada", "role": "player"}})


def _alike(log: Log) -> None:
    append(log, {"kind": "member.changed", "by": "m3", "body": {"member": "m3", "name": "BO", "role": "player"}})


def _unheld(log: Log) -> None:
    body(log, OPENED, "r4")["holds"] = []


def _seat_of_the_left(log: Log) -> None:
    append(log, {"kind": "member.left", "by": "m1", "body": {"member": "m3", "name": "Cy", "role": "player"}})


def _swapped(log: Log) -> None:
    events = log["events"]
    events[3], events[4] = events[4], events[3]


def _half_hands(log: Log) -> None:
    met = find(log, "roll.met", "r7")["body"]
    met["nonces"].pop("m2")


def _seed_reused(log: Log) -> None:
    stretch(log, "r8")["next"] = stretch(log, "r1")["seal"]


def _pledge_without_nonce(log: Log) -> None:
    find(log, OPENED, "r5")["body"]["pledge"] = fair.fresh()


def _wrong_stretch_landed(log: Log) -> None:
    body(log, FINISHED, "r8")["landed"]["stretch"] = 1


def _missing_who_came(log: Log) -> None:
    body(log, FINISHED, "r8")["landed"]["missing"] = ["m3"]


def _nobody_s_name(log: Log) -> None:
    stretch(log, "r8")["witnesses"]["m77"] = fair.fresh()
    landed(log, "r8")


def _given_before_its_seal(roll: str, before: str) -> Forge:
    """Whoever rolls had not seen the event by which the seal of the dice stands: that of an earlier roll of theirs."""

    def forge(log: Log) -> None:
        earlier = log["events"][find(log, OPENED, before)["number"] - 2]
        find(log, OPENED, roll)["body"]["seen"] = {name: earlier[name] for name in ("number", "digest")}

    return forge


def _sealed_anew_for_a_roll(log: Log) -> None:
    """The server makes a seal once it knows the nonce of whoever rolls, and so chooses what falls."""
    opened, seed = find(log, OPENED, "r2"), fair.fresh()
    before = log["events"][opened["number"] - 2]
    opened["body"]["seen"] = {name: before[name] for name in ("number", "digest")}
    seal = fair.seal(log["table"], seed)
    insert(log, before, {"kind": "member.sealed", "body": {"member": "m2", "seal": seal}})
    opened["body"]["stretch"]["seal"] = seal
    body(log, FINISHED, "r2")["landed"]["seed"] = seed
    landed(log, "r2")


def _clock_while_dice_fall(log: Log) -> None:
    """The clock goes back while a roll waits for its witnesses."""
    opened = find(log, OPENED, "r8")
    at = (datetime.fromisoformat(opened["at"]) - timedelta(minutes=1)).isoformat(timespec="milliseconds")
    event = {"kind": "clock.set", "at": at.replace("+00:00", "Z"), "body": {"back": 60_000}}
    insert(log, opened, event)


#: Name: the forgery, and whether only carrying out commands again shows it.
IN_ORDER: dict[str, tuple[Forge, bool]] = {
    "a-nonce-given-before-its-seal-stood": (_given_before_its_seal("r2", "r1"), False),
    "a-seal-made-anew-for-a-roll": (_sealed_anew_for_a_roll, False),
    "a-clock-that-goes-back-while-dice-fall": (_clock_while_dice_fall, False),
    "repeats-a-roll-that-asked-something-else": (_repeats("r1"), False),
    "repeats-a-roll-that-comes-later": (_repeats("r9"), False),
    "repeats-itself": (_repeats("r2"), False),
    "repeats-a-member": (_repeats("m1"), False),
    "a-seat-without-an-invite": (_invite_none, False),
    "a-host-by-an-invite-for-players": (_host_by_an_invite, False),
    "a-table-opened-twice": (_opened_twice, False),
    "a-table-that-was-never-opened": (_no_opening, False),
    "a-pledge-withdrawn-by-its-member": (_withdrawn_by_itself, False),
    "a-pledge-of-a-nonce-that-was-given": (_pledged_what_was_given, False),
    "an-invite-revoked-twice": (_revoked_twice, False),
    "a-character-removed-twice": (_removed_twice, False),
    "a-note-shown-twice": (_a_note_shown_twice, False),
    "a-roll-shown-twice": (_a_roll_shown_twice, False),
    "a-hidden-roll-shown-by-another": (_shown_by_another, False),
    "a-note-for-everyone-on-a-hidden-roll": (_told_to_everyone, False),
    "a-roll-without-dice": (_no_dice, False),
    "a-nonce-and-nothing-of-what-was-seen": (_unsaid, False),
    "a-throw-in-the-name-of-another": (_thrown_by_another, False),
    "a-commitment-copied-from-the-other": (_copied_commitment, False),
    "a-throw-after-time-was-up": (_too_late, False),
    "an-event-for-others-than-its-roll": (_another_audience, False),
    "events-in-another-order": (_swapped, False),
    "a-hand-without-its-nonce": (_half_hands, False),
    "a-seal-from-long-ago": (_seed_reused, False),
    "a-pledge-and-no-nonce": (_pledge_without_nonce, False),
    "dice-of-another-stretch-land": (_wrong_stretch_landed, False),
    "late-and-yet-there": (_missing_who_came, False),
    "a-witness-who-is-nobody": (_nobody_s_name, False),
    "a-table-without-a-host": (_last_host, True),
    "a-name-that-looks-like-another": (_alike, True),
    "nothing-held-for-a-roll-that-spends": (_unheld, True),
    "a-seat-taken-away-and-used-all-the-same": (_seat_of_the_left, False),
}


# --- options taken unseen ---------------------------------------------------------------------------------------------


def _revealed(log: Log) -> dict[str, Any]:
    return body(log, "roll.revealed")


def _another_option(log: Log) -> None:
    options = body(log, "roll.waits")["sides"][0]["options"]
    side = _revealed(log)["sides"][0]
    side["option"] = side["taken"] = next(option for option in options if option != side["taken"])


def _taken_for_another(log: Log) -> None:
    options = body(log, "roll.waits")["sides"][0]["options"]
    side = _revealed(log)["sides"][0]
    side["taken"] = next(option for option in options if option != side["taken"])


def _by_another(log: Log) -> None:
    _revealed(log)["sides"][0]["member"] = "m1" if _revealed(log)["sides"][0]["member"] != "m1" else "m2"


def _another_round(log: Log) -> None:
    _revealed(log)["round"] = 3


def _side_left_out(log: Log) -> None:
    _revealed(log)["sides"].pop()


def _never_opened(log: Log) -> None:
    side = _revealed(log)["sides"][0]
    side["option"] = side["nonce"] = None


def _disclosed_twice(log: Log) -> None:
    opened = find(log, "roll.disclosed")
    insert(log, opened, copy.deepcopy(opened))


def _no_time(log: Log) -> None:
    body(log, "roll.chosen")["wait"] = 1


def _chosen_for_another(log: Log) -> None:
    body(log, "roll.chosen")["member"] = "m77"


IN_CHOICES: dict[str, tuple[Forge, bool]] = {
    "another-option-than-was-committed-to": (_another_option, False),
    "an-option-taken-that-was-not-opened": (_taken_for_another, False),
    "an-option-of-another-member": (_by_another, False),
    "options-of-another-round": (_another_round, False),
    "one-who-decides-is-left-out": (_side_left_out, False),
    "an-option-opened-and-not-shown": (_never_opened, False),
    "an-option-opened-twice": (_disclosed_twice, False),
    "no-time-for-the-others-to-choose": (_no_time, False),
    "an-option-in-the-name-of-another": (_chosen_for_another, False),
}


# --- a roll that the log does not show (r6 of everything-as-cy-sees-it) ---------------------------------------------


def _said_seen(kind: str) -> Forge:
    """Somebody has seen another log than this one."""

    def forge(log: Log) -> None:
        body(log, kind, "r6")["seen"] = {"number": 3, "digest": "ab" * 32}

    return forge


def _unsaid_of_hidden(log: Log) -> None:
    del body(log, "roll.opened", "r6")["seen"]


def _audience_of_hidden(log: Log) -> None:
    find(log, FINISHED, "r6")["visibility"] = "self"


def _undone_by_another(log: Log) -> None:
    last = log["events"][-1]
    undone = {"kind": "roll.undone", "by": "m3", "body": {}, "sealed": "cd" * 32, "at": last["at"]}
    log["events"].append(copy.deepcopy(find(log, FINISHED, "r6")) | undone | {"number": last["number"] + 1})


def _hidden_by_an_observer(log: Log) -> None:
    find(log, "roll.opened", "r6")["by"] = "m4"


def _hidden_never_opened(log: Log) -> None:
    find(log, "roll.opened", "r6")["roll"] = "r66"


def _hidden_not_over(log: Log) -> None:
    log["events"].remove(find(log, FINISHED, "r6"))


def _hidden_pledge_of_another(log: Log) -> None:
    body(log, "roll.opened", "r6")["stretch"]["witnesses"]["m3"] = "ab" * 32


def _hidden_roller_with_the_command(log: Log) -> None:
    opened = find(log, "roll.opened", "r14")
    own = next(e for e in log["events"] if e["kind"] == "roll.witnessed" and e["roll"] == "r14" and e["by"] == "m2")
    opened["body"]["stretch"] |= {"nonces": {"m2": own["body"]["nonce"]}}
    del opened["body"]["stretch"]["witnesses"]["m2"]
    opened["body"]["seen"] = None
    log["events"].remove(own)


def _hidden_roller_not_waited_for(log: Log) -> None:
    own = next(e for e in log["events"] if e["kind"] == "roll.witnessed" and e["roll"] == "r14" and e["by"] == "m2")
    log["events"].remove(own)


def _hidden_witness_had_seen_nothing(log: Log) -> None:
    find(log, "roll.witnessed", "r14")["body"]["seen"] = None


#: The same where rollers are asked for their nonces.
IN_HIDDEN_ASKED: dict[str, Forge] = {
    "hidden-roller-s-nonce-comes-with-the-command": _hidden_roller_with_the_command,
    "hidden-roller-is-not-waited-for": _hidden_roller_not_waited_for,
    "hidden-witness-had-not-seen-the-roll": _hidden_witness_had_seen_nothing,
}

IN_HIDDEN: dict[str, Forge] = {
    "hidden-nonce-given-before-its-seal-stood": _given_before_its_seal("r6", "r4"),
    "hidden-roller-saw-another-log": _said_seen("roll.opened"),
    "hidden-witness-saw-another-log": _said_seen("roll.witnessed"),
    "hidden-roller-says-nothing-of-what-was-seen": _unsaid_of_hidden,
    "hidden-roll-for-others-than-its-opening": _audience_of_hidden,
    "hidden-roll-undone-by-another-player": _undone_by_another,
    "hidden-roll-of-an-observer": _hidden_by_an_observer,
    "hidden-roll-never-opened": _hidden_never_opened,
    "hidden-roll-not-over": _hidden_not_over,
    "hidden-roll-with-a-pledge-of-nobody": _hidden_pledge_of_another,
}


# --- who may read what ------------------------------------------------------------------------------------------------


def _without_hidden_part(kind: str) -> Forge:
    """A part of a roll that is shown is kept from somebody who may see it."""

    def forge(log: Log) -> None:
        event = find(log, kind, "r6")
        del event["hidden"], event["salt"]

    return forge


def _shown_in_part(log: Log) -> None:
    """Of a roll that is hidden here the result is shown, and any result will do."""
    event = find(log, "roll.finished", "r6")
    event["salt"], event["hidden"] = fair.fresh(), {"outcome": {"total": 100}, "trail": []}


def _note_on_no_roll(log: Log) -> None:
    events = log["events"]
    own = {"kind": "note.written", "by": "m1", "visibility": "self", "body": {}, "sealed": "0" * 64}
    about = {"table": log["table"], "roll": "r999", "at": events[-1]["at"], "number": len(events) + 1}
    events.append(own | about)


#: Of the host's log of everything.
IN_READERSHIP: dict[str, Forge] = {
    "opening-kept-from-a-host": _without_hidden_part("roll.opened"),
    "result-kept-from-a-host": _without_hidden_part("roll.finished"),
    "seen-by-somebody-who-may-not-see-all-of-it": _head("seen_by", "m3"),
    "note-on-a-roll-that-was-never-opened": _note_on_no_roll,
}
#: Of the same log as somebody sees it who may not see all of it.
IN_READERSHIP_OF_OTHERS: dict[str, Forge] = {
    "result-shown-of-a-hidden-roll": _shown_in_part,
    "seen-by-a-host-from-whom-nothing-is-hidden": _head("seen_by", "m1"),
}


# --- honest: notes about a hidden roll, before and after it is shown ------------------------------------------------


def noted(log: Log) -> Log:
    """The host's log of everything, in which notes are written about r6, before it is shown and after."""
    events = log["events"]
    about = {"table": log["table"], "roll": "r6", "at": events[-1]["at"]}

    def add(**more: Any) -> None:
        events.append({**about, "number": len(events) + 1, **more})

    def note(by: str, text: str, visibility: str) -> None:
        salt, hidden = fair.fresh(), {"text": text}
        add(kind="note.written", by=by, visibility=visibility, body={}, hidden=hidden, salt=salt, sealed="")

    note("m2", "before it is shown", "host")
    parts = {
        str(e["number"]): {n: e[n] for n in ("hidden", "salt")} for e in events if e["roll"] == "r6" and "hidden" in e
    }
    add(kind="roll.shown", by="m2", visibility="host", body={"events": parts}, sealed=None)
    note("m1", "after it was shown", "self")
    return rechained(log)


def apart(log: Log) -> Log:
    """Cy's log of everything, after Bo took back r6, which Cy cannot see, and wrote a note for himself on r1."""
    last = log["events"][-1]
    about = {"table": log["table"], "at": last["at"], "by": "m2", "body": {}}
    told = {"kind": "roll.undone", "roll": "r6", "visibility": "host", "sealed": "cd" * 32}
    log["events"].append({**about, "number": last["number"] + 1, **told})
    told = {"kind": "note.written", "roll": "r1", "visibility": "self", "sealed": "ef" * 32}
    log["events"].append({**about, "number": last["number"] + 2, **told})
    return rechained(log)
