"""Checks a log of a table by itself: one file, nothing but Python's own library, nothing of Oddsmith.

It is written from docs/fair-rolls.md and docs/randomness.md alone. It checks the form (by docs/log.schema.json), the
chain, who does what, seals, pledges, seeds, nonces, who was late, hands and hidden choices, and that the faces of dice
fall from their seeds. It knows no rules of games: it does not check what a roll comes to, what it waits for, and what
it does to sheets.

    python tools/verify_log.py LOG.json [--seen receipt.json] [--schema log.schema.json]

It ends with 0 when nothing is wrong, 3 when something is, 2 when the file is no log, or the receipt none of its table.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).resolve().parents[1] / "docs" / "log.schema.json"
LARGEST = 2**53 - 1
LEVELS = 100
WITNESSES, WITNESS_WAIT, ROLLER_WAIT = 64, 1000, 10_000
THROW, BARE, CHOOSE, OPEN = 60_000, 20_000, 120_000, 20_000
BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the form of an object with these fields and no others."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
TIME = {
    "type": "string",
    "format": "date-time",
    "pattern": r"^(?:19[7-9][0-9]|[2-9][0-9]{3})(?:-[0-9]{2}){2}T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}\.[0-9]{3}Z$",
}
MEMBER = "^[a-z][1-9][0-9]{0,9}$"
POINT = closed({"number": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}, "digest": HEX})
RECEIPT = closed(
    {
        "schema": {"const": "oddsmith/receipt/1"},
        "table": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "seen_by": {"type": "string", "pattern": MEMBER},
        "made": TIME,
        "points": {"type": "array", "minItems": 1, "maxItems": 64, "items": POINT},
        "seals": {"type": "object", "patternProperties": {MEMBER: HEX}, "additionalProperties": False},
    }
)


class NoLog(Exception):
    """The file is no log, or no receipt of it."""


class Wrong(Exception):
    """Something is wrong, and what follows cannot be checked."""


# --- reading: a log can be read in one way only


def read(data: bytes) -> dict[str, Any]:
    """Return the log in a file."""
    log = read_json(data)
    if not isinstance(log, dict) or log.get("schema") != "oddsmith/log/1" or not isinstance(log.get("events"), list):
        raise NoLog("no oddsmith/log/1 with events")
    return log


def read_receipt(data: bytes, log: Mapping[str, Any]) -> dict[str, Any]:
    """Return the receipt in a file, if it is of the table of a log."""
    receipt = read_json(data)
    fault = Form({}).fault(RECEIPT, receipt, "the receipt")
    if fault is not None:
        raise NoLog(fault)
    numbers = [point["number"] for point in receipt["points"]]
    if numbers != sorted(set(numbers)):
        raise NoLog("the points of the receipt are not in order")
    if receipt["table"] != log.get("table"):
        raise NoLog(f"the receipt is of table {receipt['table']}, the log of {log.get('table')}")
    found: dict[str, Any] = receipt
    return found


def read_json(data: bytes) -> Any:
    """Return JSON that can be read in one way only."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in found}) < len(found):
            raise NoLog("a name stands twice in an object")
        return dict(found)

    def number(text: str) -> int:
        if not re.fullmatch("0|-?[1-9][0-9]{0,15}", text) or abs(int(text)) > LARGEST:
            raise NoLog(f"{text[:40]} is no whole number within 2^53")
        return int(text)

    def constant(text: str) -> None:
        raise ValueError(text)

    def look(value: Any, level: int) -> None:
        if isinstance(value, str):
            if any("\ud800" <= letter <= "\udfff" for letter in value):
                raise NoLog("half a character")
        elif isinstance(value, dict | list):
            if level > LEVELS:
                raise NoLog(f"more than {LEVELS} levels")
            for part in [*value, *value.values()] if isinstance(value, dict) else value:
                look(part, level + 1)

    try:
        found = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=pairs,
            parse_int=number,
            parse_float=number,
            parse_constant=constant,
        )
        look(found, 1)
    except (ValueError, RecursionError) as error:
        raise NoLog(f"not JSON ({error})") from None
    return found


# --- the form


TYPES: Any = {"string": str, "integer": int, "boolean": bool, "null": type(None), "array": list, "object": dict}


class Form:
    """A JSON schema, as far as logs need one."""

    SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema
        self.patterns: dict[str, re.Pattern[str]] = {}

    def matches(self, pattern: str, text: str) -> bool:
        if pattern not in self.patterns:
            plain = pattern.replace(r"\p{Cc}", r"\x00-\x1f\x7f-\x9f").replace(r"\p{White_Space}", self.SPACE)
            self.patterns[pattern] = re.compile(plain.removesuffix("$") + r"\Z")
        return self.patterns[pattern].match(text) is not None

    def fault(self, schema: Mapping[str, Any], value: Any, place: str = "") -> str | None:
        """Return what is wrong about a value, None when nothing is."""
        if "$ref" in schema:
            return self.fault(self.schema["$defs"][schema["$ref"].rpartition("/")[2]], value, place)
        if "oneOf" in schema or "anyOf" in schema:
            forms = schema.get("oneOf") or schema["anyOf"]
            tag = schema.get("discriminator", {}).get("propertyName")
            forms = [form for form in forms if tag is None or self.fits(form, tag, value)] or forms
            faults = [self.fault(form, value, place) for form in forms]
            if faults.count(None) >= 1:
                return None
            return max((fault for fault in faults if fault is not None), key=lambda fault: fault.count("."))
        if "const" in schema and not (value == schema["const"] and type(value) is type(schema["const"])):
            return f"{place} is not {schema['const']}"
        if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
            return f"{place} is none of {schema['enum']}"
        kind = schema.get("type")
        if kind is None:
            return None
        if type(value) is not TYPES[kind]:
            return f"{place} is no {kind}"
        if kind == "integer" and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            return f"{place} is too large or too small"
        if kind == "string":
            return self.of_text(schema, value, place)
        if kind == "array":
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                return f"{place} is too long or too short"
            return first(self.fault(schema["items"], part, f"{place}.{n}") for n, part in enumerate(value))
        return self.of_object(schema, value, place) if kind == "object" else None

    def fits(self, schema: Mapping[str, Any], tag: str, value: Any) -> bool:
        """Tell whether a field of a value says that this is its form."""
        if "$ref" in schema:
            return self.fits(self.schema["$defs"][schema["$ref"].rpartition("/")[2]], tag, value)
        if "oneOf" in schema:
            return any(self.fits(form, tag, value) for form in schema["oneOf"])
        form = schema["properties"][tag]
        return isinstance(value, dict) and value.get(tag) in form.get("enum", [form.get("const")])

    def of_text(self, schema: Mapping[str, Any], value: str, place: str) -> str | None:
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            return f"{place} is too long or too short"
        if "pattern" in schema and not self.matches(schema["pattern"], value):
            return f"{place} is not of the form {schema['pattern']}"
        if schema.get("format") == "name" and not visible(value):
            return f"{place} has letters that nobody sees"
        if schema.get("format") == "date-time":
            try:
                datetime.fromisoformat(value.removesuffix("Z"))
            except ValueError:
                return f"{place} is no time of the calendar"
        return None

    def of_object(self, schema: Mapping[str, Any], value: dict[str, Any], place: str) -> str | None:
        if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
            return f"{place} has too many fields, or too few"
        needed = [*schema.get("required", ())]
        for name in value:
            needed += schema.get("dependentRequired", {}).get(name, ())
        for name in needed:
            if name not in value:
                return f"{place}.{name} is missing"
        for name, part in value.items():
            form: Any = schema.get("properties", {}).get(name)
            if form is None:
                fitting = (f for p, f in schema.get("patternProperties", {}).items() if self.matches(p, name))
                form = next(fitting, schema.get("additionalProperties", {}))
            if form is False:
                return f"{place}.{name} is a field that nobody knows"
            fault = self.fault(form, part, f"{place}.{name}")
            if fault is not None:
                return fault
        return None


def first(faults: Iterable[str | None]) -> str | None:
    """Return the first fault."""
    return next((fault for fault in faults if fault is not None), None)


def ranges(written: str) -> str:
    """Return letters as the page writes them, for a class of a regular expression."""
    points = re.sub("U\\+([0-9A-F]+)", lambda point: f"\\U{point[1]:0>8}", written)
    return points.replace(" ", "")


HIDDEN_LETTERS = ranges(
    "U+00AD U+034F U+0600-U+0605 U+061C U+06DD U+070F U+0890 U+0891 U+08E2 U+115F U+1160 U+17B4 U+17B5 U+180B-U+180F "
    "U+200B-U+200F U+202A-U+202E U+2060-U+206F U+2800 U+3164 U+E000-U+F8FF U+FEFF U+FFA0 U+FFF0-U+FFFF U+110BD U+110CD "
    "U+13430-U+1345F U+1BCA0-U+1BCA3 U+1D173-U+1D17A U+E0000-U+10FFFF"
)
PICTURES = ranges("U+00A9 U+00AE U+2122 U+2190-U+2BFF U+3030 U+303D U+3297 U+3299 U+1F000-U+1FAFF")
SCRIPTS = ranges(
    "U+0600-U+109F U+1780-U+18AF U+1900-U+19FF U+1A20-U+1AAF U+1B00-U+1C4F U+A800-U+A82F U+A840-U+A87F U+A880-U+A8FF "
    "U+A980-U+A9DF U+AA00-U+AA5F U+AAE0-U+AAFF U+ABC0-U+ABFF U+FB50-U+FDFF U+FE70-U+FEFC U+10A00-U+10A5F "
    "U+11000-U+11FFF"
)
JOINED_PICTURES = re.compile(f"(?<=[{PICTURES}\ufe0f])\u200d(?=[{PICTURES}])")
JOINED_LETTERS = re.compile(f"(?<=[{SCRIPTS}])[\u200c\u200d](?=[{SCRIPTS}])")


def visible(name: str) -> bool:
    """Tell whether every letter of a name can be seen."""
    unseen = {found.start() for found in re.finditer(f"[{HIDDEN_LETTERS}]", name)}
    joins = {found.start() for joined in (JOINED_PICTURES, JOINED_LETTERS) for found in joined.finditer(name)}
    return unseen <= joins and not re.match("[\ufe00-\ufe0f]", name)


# --- digests and random numbers


def canonical(value: Any) -> str:
    """Return the one form of a value (RFC 8785)."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sha256(value: Any) -> str:
    """Return the digest of a value's one form."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def h(label: str, *fields: str | bytes) -> str:
    """Return H of a label and fields."""
    state = hashlib.sha256()
    for field in (label, *fields):
        data = field.encode() if isinstance(field, str) else field
        state.update(len(data).to_bytes(4, "big") + data)
    return state.hexdigest()


class Numbers:
    """The source `sha256-counter/1`."""

    def __init__(self, seed: bytes) -> None:
        self.key = hashlib.sha256(seed).digest()
        self.blocks = 0
        self.bytes = b""

    def below(self, n: int) -> int:
        """Return the next number below n."""
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            while len(self.bytes) < size:
                self.bytes += hashlib.sha256(self.key + self.blocks.to_bytes(8, "big")).digest()
                self.blocks += 1
            number = int.from_bytes(self.bytes[:size], "big") & ((1 << bits) - 1)
            self.bytes = self.bytes[size:]
            if number < n:
                return number


def faces_of(die: str) -> list[str] | range | None:
    """Return the faces of a die in ascending order; None where its name does not tell."""
    if re.fullmatch(r"d[1-9][0-9]*", die):
        return range(1, int(die[1:]) + 1)
    named = re.fullmatch(r"d\{([\w-]+(?:,[\w-]+)*)\}", die, re.ASCII)
    if named is None:
        return None
    faces = named[1].split(",")
    numeric = all(re.fullmatch("-?[0-9]+", face) for face in faces)
    return sorted(faces, key=(lambda face: int(face)) if numeric else (lambda face: face))


HAND = "(?:down|even|up)(?::[1-9][0-9]*)?"
HANDS = re.compile(rf"d\{{{HAND}(?:,{HAND})*\}}")


def thrown(rolls: list[Any], hands: bool) -> list[list[list[Any]]]:
    """Return the faces of each stretch, entry by entry. Where hands are thrown, each ends a stretch and is in none."""
    found: list[list[list[Any]]] = [[]]
    for roll in rolls:
        found[-1].append([])
        for face in roll.get("faces", ()):
            if hands and HANDS.fullmatch(str(face.get("die"))):
                found.append([[]])
            else:
                found[-1][-1].append(face)
    return [stretch for stretch in found if any(stretch)]


def fallen(seed: str, rolls: list[list[Any]]) -> str | None:
    """Return where the faces of a stretch are not those that fall from a seed; LookupError where nobody can tell."""
    pools: list[list[dict[str, Any]]] = []
    known = {"die", "face", "fate", "exploded", "extra", "chain"}
    for face in [face for faces in rolls for face in faces]:
        if not known <= set(face) or type(face["die"]) is not str or type(face["chain"]) is not int:
            return "a face of no known form"
    for faces in rolls:
        last: dict[str, Any] | None = None
        for face in faces:
            if last is None or last["die"] != face["die"] or face["chain"] < last["chain"]:
                pools.append([])
            pools[-1].append(face)
            last = face
    numbers = Numbers(bytes.fromhex(seed))
    for pool in pools:
        sides = faces_of(pool[0]["die"])
        if sides is None:
            raise LookupError(pool[0]["die"])
        found = [str(face["face"]) for face in pool]
        fell = [str(sides[numbers.below(len(sides))]) for _ in pool]
        again = any(f["exploded"] or f["extra"] or f["fate"] == "rerolled" for f in pool)
        if again or len({face["chain"] for face in pool}) < len(pool):
            found, fell = sorted(found), sorted(fell)  # a trail tells explosions beside the die that exploded
        if found != fell:
            return f"faces {', '.join(found)} of {pool[0]['die']}; from the seed fall {', '.join(fell)}"
    return None


def at(event: Mapping[str, Any]) -> int:
    """Return the time of an event in milliseconds."""
    since = datetime.fromisoformat(event["at"].removesuffix("Z")) - datetime(1970, 1, 1)  # noqa: DTZ001 # both are UTC
    return since // timedelta(milliseconds=1)


# --- who is there, and what they may do

ALONE = {
    "table.opened",
    "roll.waits",
    "roll.finished",
    "roll.met",
    "roll.late",
    "roll.revealed",
    "member.sealed",
    "clock.set",
}
OBSERVERS = {"member.pledged", "member.changed", "member.left", "roll.witnessed"}
HOSTS = {"table.changed", "invite.made", "invite.revoked"}
CALLED = {
    **dict.fromkeys(("member.joined", "member.changed", "member.left"), "member"),
    **dict.fromkeys(("character.made", "character.changed", "character.removed"), "character"),
    **dict.fromkeys(("preset.saved", "preset.removed"), "preset"),
}
MADE = {"member.joined": "member", "invite.made": "invite", "character.made": "character"}
#: Kinds of events of rolls, and how a roll may stand before them; "?" is a roll that waits for something hidden.
COMES = {
    "roll.opened": ["new"],
    "roll.witnessed": ["air"],
    "roll.waits": ["air"],
    "roll.finished": ["air"],
    "roll.answered": ["decision", "?"],
    "roll.typed": ["faces", "?"],
    "roll.thrown": ["hands"],
    "roll.bared": ["hands"],
    "roll.met": ["hands"],
    "roll.chosen": ["choices", "?"],
    "roll.late": ["choices", "?"],
    "roll.disclosed": ["choices", "?"],
    "roll.revealed": ["choices", "?"],
    "roll.undone": ["air", "decision", "faces", "hands", "choices", "?", "over"],
    "roll.shown": ["over", "undone"],
}
UNSEEN = {f"roll.{act}" for act in ("thrown", "bared", "met", "chosen", "late", "disclosed", "revealed")}
GOES_ON = {"roll.opened", "roll.answered", "roll.typed", "roll.met", "roll.revealed"}
ASKED = ("system", "action", "options", "character", "opposing", "label", "comment", "source", "against", "effects")


class Roll:
    """A roll, as far as its events tell. stands: what it waits for; "air" while dice fall or it goes on by itself."""

    def __init__(self, name: str, event: Mapping[str, Any], body: dict[str, Any]) -> None:
        self.name, self.by, self.visibility = name, event["by"], event["visibility"]
        self.asked = None if hides(event) else body
        self.stands, self.shown, self.begun = "new", False, 0
        self.dice: dict[str, Any] | None = None
        self.waits: dict[str, Any] = {}
        self.rolled = 0  # entries of the trail that were told before
        self.steps = self.rounds = 0  # decisions that were taken one by one, and those at once, hands among them
        self.typed: list[str] = [] if hides(event) else [*body["faces"]]
        self.seeds: list[str] = []  # of faces that no entry has told yet
        self.until = 0
        self.committed: dict[str, tuple[str, str]] = {}
        self.opened: set[str] = set()
        self.late: list[str] = []
        self.effects: list[Any] | None = []

    @property
    def goes_on(self) -> bool:
        """Whether it waits for nobody."""
        return self.stands == "air" and not (self.dice and self.dice["witnesses"])

    @property
    def waits_for_time(self) -> bool:
        """Whether something comes of it by itself at a time that the log has named."""
        return self.dice is not None or (self.until != 0 and self.stands in ("hands", "choices"))


def hides(event: Mapping[str, Any]) -> bool:
    """Tell whether a log shows only that there was an event."""
    return event["sealed"] is not None and "hidden" not in event


class Table:
    """A table, as far as its events tell. wrong: what is not as it must be, with the number of the event."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.log, self.name = log, str(log.get("table"))
        self.wrong: list[tuple[int, str]] = []
        self.at, self.number, self.title = 0, 0, ""
        self.members: dict[str, dict[str, Any]] = {}
        self.invites: dict[str, str] = {}
        self.owners: dict[str, str | None] = {}
        self.called: dict[str, str] = {}  # members, characters and presets, by what people call them
        self.notes: dict[int, Any] = {}
        self.shown_notes: set[int] = set()
        self.apart: set[int] = set()  # notes on rolls that everybody saw already
        self.sealed_parts: list[dict[str, Any]] = []  # events that have a hidden part
        self.rolls: dict[str, Roll] = {}
        self.seals: set[str] = set()
        self.counts: dict[str, int] = {}
        self.says_unasked = self.asks_rollers = False  # old versions did not
        self.going: Roll | None = None  # the roll that waits for nobody
        self.clocks: list[tuple[int, int]] = []  # events by which a clock that had been ahead went back, and how far
        self.late: list[tuple[str, list[str], bool]] = []  # rolls, who was late, and whether nobody was in time
        self.given: set[str] = set()  # pledges of nonces that were given
        self.early: list[str] = []  # rolls whose roller had pledged, and gave the nonce with the command
        self.unsaid: list[str] = []  # the same, pledged or not, who did not say what they had seen
        self.fell = self.unknown = 0  # times that dice fell, and those of dice whose names do not tell their faces

    def same(self, what: str, found: Any, expected: Any) -> None:
        """Write down what is not as expected."""
        if found != expected:
            self.wrong.append((self.number, f"{what} is {found!s:.100}; it should be {expected!s:.100}"))

    def needs(self, holds: bool, what: str) -> None:
        """Write down what must be and is not."""
        if not holds:
            self.wrong.append((self.number, what))

    def named(self, letter: str, name: str | None) -> None:
        """Check that a name is the next of its letter."""
        self.counts[letter] = self.counts.get(letter, 0) + 1
        self.same("its name", name, f"{letter}{self.counts[letter]}")

    def take(self, event: dict[str, Any]) -> None:
        """Check one more event, whose form and place in the chain are right."""
        kind, by, body = event["kind"], event["by"], {**event["body"], **event.get("hidden", {})}
        self.number, self.at = event["number"], at(event)
        if event["sealed"] is not None:
            self.sealed_parts.append(event)
        if self.going is not None:
            goes_on = event["roll"] == self.going.name and by is None
            self.needs(goes_on, f"{self.going.name} waits for nobody: it must go on")
            self.going = None
        self.needs((kind == "table.opened") == (self.number == 1), "a table is opened once, by the first event")
        if kind in MADE:
            self.named(MADE[kind][0], body[MADE[kind]])
        if kind in CALLED:
            self.calls(body[CALLED[kind]], kind, body)
        self.may(event, body)
        self.seen(event["body"])
        if not kind.startswith("roll."):
            self.happens(event, body)
            return
        if kind == "roll.opened":
            self.named("r", event["roll"])
            self.needs(event["roll"] not in self.rolls, "a roll is opened once")
            self.rolls[event["roll"]] = Roll(event["roll"], event, body)
        roll = self.rolls.get(event["roll"])
        if roll is None or roll.stands not in COMES[kind]:
            stands = "was never opened" if roll is None else f"stands at {roll.stands}"
            raise Wrong(f"{kind} cannot come: {event['roll']} {stands}")
        self.same("who sees it", event["visibility"], roll.visibility)
        self.roll(roll, event, body)

    def calls(self, what: str, kind: str, body: dict[str, Any]) -> None:
        """Remember what somebody or something is called; who leaves and what is removed is called so."""
        if kind in ("member.left", "character.removed", "preset.removed"):
            self.same("what it is called", body["name"], self.called.get(what, body["name"]))
        elif "name" in body:
            self.called[what] = body["name"]
            if kind.startswith("member."):
                others = {
                    self.called.get(name) for name, each in self.members.items() if name != what and not each["left"]
                }
                self.needs(body["name"] not in others, f"somebody else at the table is called {body['name']}")

    def may(self, event: dict[str, Any], body: dict[str, Any]) -> None:
        """Check that whoever did it may."""
        kind, by = event["kind"], event["by"]
        if kind in ALONE or (kind == "member.pledged" and body.get("pledge", "") is None):
            self.same("who does it", by, None)
            return
        if kind == "member.joined":
            self.same("who takes the seat", by, body["member"])
            return
        member = self.members.get(by)
        if member is None or member["left"]:
            raise Wrong(f"{by} has no seat")
        if member["role"] == "observer":
            self.needs(kind in OBSERVERS, f"{by} only looks on")
        host = member["role"] == "host"
        self.needs(host or kind not in HOSTS, f"{by} is no host")
        if kind in ("member.pledged", "roll.witnessed", "roll.thrown", "roll.bared"):
            self.same("whose it is", body["member"], by)
        if not host or kind in ("note.shown", "roll.shown"):
            self.needs(self.own(event, body), f"{by} may not: it is neither theirs, nor are they a host")

    def own(self, event: dict[str, Any], body: dict[str, Any]) -> bool:
        """Tell whether something is the doing of whose it is."""
        kind, by, roll = event["kind"], event["by"], self.rolls.get(event["roll"] or "")
        if kind == "member.changed":
            return bool(body["member"] == by and body["role"] == self.members[by]["role"])
        if kind == "member.left":
            return bool(body["member"] == by)
        if kind == "character.made":
            return bool(body["owner"] == by)
        if kind in ("character.changed", "character.removed"):
            return bool(self.owners.get(body["character"]) == by and body.get("owner", by) == by)
        if kind == "preset.removed":
            return bool(self.owners.get(body["preset"]) == by)
        if kind == "roll.opened" and body.get("character") is not None:
            return bool(self.owners.get(body["character"]) == by)
        if kind == "roll.answered" and roll is not None and roll.stands == "decision":
            return by in roll.waits["deciders"]
        if kind == "roll.chosen" and roll is not None and roll.stands == "choices":
            return by in roll.waits["deciders"].get(body["who"], ())
        if kind in ("roll.typed", "roll.undone"):
            return roll is None or roll.by == by
        if kind == "roll.shown":
            return roll is None or self.sees(by, roll.visibility, roll.by)
        if kind == "note.shown":
            note = self.notes.get(body["note"])
            return note is not None and note["by"] == by
        return True

    def sees(self, who: str, visibility: str, owner: str | None) -> bool:
        """Tell whether somebody sees what is hidden from others."""
        host = self.members[who]["role"] == "host"
        return visibility == "everyone" or (host and visibility != "self") or (who == owner and visibility != "blind")

    def seen(self, body: dict[str, Any]) -> None:
        """Check what somebody says that they have seen: one of the last 256 events."""
        seen = body.get("seen")
        if seen is not None:
            there = self.number - 256 <= seen["number"] < self.number
            digest = self.log["events"][seen["number"] - 1]["digest"] if there else "that of one of the last 256 events"
            self.same("what somebody had seen", seen["digest"], digest)

    def sealed(self, seal: str) -> None:
        """Check that a seal is new."""
        self.needs(seal not in self.seals, "a seal stands in the log twice")
        self.seals.add(seal)

    def seated(self, member: str) -> dict[str, Any]:
        """Return somebody who has a seat."""
        found = self.members.get(member)
        if found is None or found["left"]:
            raise Wrong(f"{member} has no seat")
        return found

    def happens(self, event: dict[str, Any], body: dict[str, Any]) -> None:
        """Check and remember an event that is of no roll."""
        kind = event["kind"]
        if kind == "clock.set":
            waits = [roll.name for roll in self.rolls.values() if roll.waits_for_time]
            self.needs(not waits, f"{', '.join(waits)} waits for a time: the clock stays")
        elif kind in ("table.opened", "table.changed"):
            self.same("the table", body["table"], self.name)
            self.title = body["title"]
        elif kind == "member.joined":
            role = self.invites.get(body["invite"]) if self.number != 2 else None if body["invite"] else "host"
            self.same("the role of who comes by that invite", body["role"], role)
            self.sealed(body["seal"])
            fresh: dict[str, Any] = {"pledges": [], "present": False, "since": 0, "left": False}
            self.members[body["member"]] = {"role": body["role"], "seal": body["seal"], "sealed": self.number, **fresh}
        elif kind == "member.sealed":
            self.sealed(body["seal"])
            self.seated(body["member"]).update(seal=body["seal"], sealed=self.number)
        elif kind == "member.changed":
            self.seated(body["member"])["role"] = body["role"]
        elif kind == "member.left":
            leaves = self.seated(body["member"])
            self.same("the role of who leaves", body["role"], leaves["role"])
            leaves.update(left=True, pledges=[], present=False)
        elif kind == "member.pledged":
            if body.get("pledge", "") is None:
                self.needs(self.seated(body["member"])["present"], "there is no pledge to withdraw")
            self.pledge(body["member"], body)
        elif kind == "invite.made":
            self.invites[body["invite"]] = body["role"]
        elif kind == "invite.revoked":
            self.same("the role of the invite", body["role"], self.invites.pop(body["invite"], None))
        elif kind == "character.made":
            self.owners[body["character"]] = body["owner"]
        elif kind.startswith("character."):
            self.needs(body["character"] in self.owners, "there is no such character")
            if kind == "character.removed":
                self.owners.pop(body["character"], None)
            elif "owner" in body:
                self.owners[body["character"]] = body["owner"]
        elif kind == "preset.saved":
            if body["preset"] not in self.owners:
                self.named("p", body["preset"])
            self.same("whose preset it is", self.owners.setdefault(body["preset"], event["by"]), event["by"])
        elif kind == "preset.removed":
            self.needs(self.owners.pop(body["preset"], None) is not None, "there is no such preset")
        elif kind == "note.written":
            self.needs(
                event["roll"] is None or event["roll"] in self.rolls, "a note about a roll that was never opened"
            )
            about = self.rolls.get(event["roll"] or "")
            if about is not None and about.visibility != "everyone" and not about.shown:
                self.same("who reads a note on a hidden roll", event["visibility"], about.visibility)
                self.needs(self.sees(event["by"], about.visibility, about.by), f"{event['by']} does not see that roll")
            else:
                self.apart.add(self.number)
            self.notes[self.number] = event
        elif kind == "note.shown":
            self.parts(event, [body["note"]])
            self.needs(self.notes.pop(body["note"], None) is not None, "there is no such note to show")
            self.shown_notes.add(body["note"])

    def parts(self, event: dict[str, Any], sealed: list[int]) -> None:
        """Check that hidden parts which are shown are those that were sealed, and all of them."""
        shown = event["body"]["events"]
        self.same("which events it shows", sorted(map(int, shown)), sealed)
        for number, part in shown.items():
            if int(number) <= len(self.log["events"]):
                self.same(
                    f"the hidden part of event {number}", sha256(part), self.log["events"][int(number) - 1]["sealed"]
                )

    def readership(self, who: str) -> None:
        """Check that the log shows all hidden parts that the one whose it is may see, and no others."""
        for event in self.sealed_parts:
            roll = None if event["number"] in self.apart else self.rolls.get(event["roll"] or "")
            visibility, by = (event["visibility"], event["by"]) if roll is None else (roll.visibility, roll.by)
            shown = visibility == "everyone" or event["number"] in self.shown_notes or (roll is not None and roll.shown)
            sees = shown or self.sees(who, visibility, by)
            self.number = event["number"]
            self.needs(
                sees != hides(event), f"{who}, whose log it is, {'may' if sees else 'may not'} see its hidden part"
            )

    def pledge(self, member: str, body: dict[str, Any]) -> None:
        """Take pledges: one in place of all that stood, and further ones."""
        found = self.seated(member)
        if "pledge" in body:
            found["pledges"] = [] if body["pledge"] is None else [body["pledge"]]
        found["pledges"] = [*found["pledges"], *body.get("pledges", ())]
        found.update(present=bool(found["pledges"]), since=self.number)
        self.needs(len(set(found["pledges"])) == len(found["pledges"]) <= 64, "a pledge twice, or more than 64")
        said = {body.get("pledge"), *body.get("pledges", ())}
        self.needs(not said & self.given, f"{member} pledged a nonce that everybody knew")

    # --- rolls

    def roll(self, roll: Roll, event: dict[str, Any], body: dict[str, Any]) -> None:
        """Check an event of a roll."""
        kind, hidden = event["kind"], hides(event)
        if kind in ("roll.opened", "roll.answered"):
            gives = self.gives(event)
            self.same("whether it says what was seen", "seen" in event["body"], gives)
            self.needs(gives or "pledge" not in event["body"], "a pledge without a nonce")
        if kind == "roll.opened" and not hidden:
            self.opened(roll, body)
        elif kind == "roll.witnessed":
            self.witnessed(roll, event["by"], body)
        elif kind in ("roll.waits", "roll.finished"):
            self.lands(roll, body, hidden)
            if kind == "roll.waits" and not hidden and roll.asked is not None:
                self.waits(roll, roll.asked, body)
            roll.stands = "over" if kind == "roll.finished" else "?" if hidden else body["for"]
            roll.waits, roll.committed, roll.opened, roll.late, roll.until = body, {}, set(), [], 0
            roll.effects = None if hidden else body.get("effects", [])
        elif kind == "roll.answered" and not hidden and roll.stands == "decision":
            self.same("the decision", body["step"], roll.waits["step"])
            self.needs(body["option"] in roll.waits["options"], f"there is no option {body['option']}")
        elif kind == "roll.typed" and not hidden:
            roll.typed += body["faces"]
        elif kind == "roll.undone":
            self.undone(roll, body, hidden)
        elif kind == "roll.shown":
            self.needs(roll.visibility != "everyone" and not roll.shown, "everybody sees this roll already")
            before = self.log["events"][: self.number - 1]
            self.parts(event, [e["number"] for e in before if e["roll"] == roll.name and e["sealed"] is not None])
            roll.shown = True
        elif kind in UNSEEN and not hidden and roll.stands != "?":
            self.unseen(roll, event, body)
        if "stretch" in body and kind != "roll.witnessed":
            self.begins(roll, event, body["stretch"])
        if kind in ("roll.answered", "roll.opened") and self.gives(event):
            self.gave(event["by"], event["body"])
        elif kind == "roll.witnessed" and "pledge" in event["body"]:
            self.pledge(event["by"], event["body"])
        if kind in GOES_ON:
            roll.stands = "air"
            roll.steps += kind == "roll.answered"
            roll.rounds += kind in ("roll.met", "roll.revealed")
        self.going = roll if roll.goes_on else None

    def gives(self, event: dict[str, Any]) -> bool:
        """Tell whether whoever acts gives a nonce of their own together with the command."""
        return "unused" in event["body"] or event["by"] in event["body"].get("stretch", {}).get("nonces", ())

    def pledge_of(self, member: str, nonce: str) -> str:
        """Return the digest by which somebody pledges a nonce."""
        return h("oddsmith/pledge/1", self.name, member, bytes.fromhex(nonce))

    def gave(self, member: str, body: dict[str, Any]) -> None:
        """Whoever gave a nonce used the last pledge, and may have given the next one."""
        found = self.seated(member)
        nonce = body["unused"] if "unused" in body else body["stretch"]["nonces"][member]
        self.given.add(self.pledge_of(member, nonce))
        found["pledges"] = found["pledges"][:-1]
        found["since"] = self.number
        if "pledge" in body:
            self.pledge(member, body)

    def opened(self, roll: Roll, body: dict[str, Any]) -> None:
        """Check what is rolled: where its dice come from, and that it repeats what it says it repeats."""
        self.needs("given" in body or not self.asks_rollers, "it does not say what was given")
        if body["source"] != "hands":
            self.same("whether dice fall from a seed", "stretch" in body, body["source"] == "seed")
            self.same("who throws against the roller", body["against"], None)
        self.needs(body["source"] == "faces" or not body["faces"], "faces are typed of real dice alone")
        opposing = body["opposing"]
        self.needs(opposing is None or (opposing[0] == "c" and opposing in self.owners), f"{opposing} is no character")
        if body["repeats"] is None:
            return
        before = self.rolls.get(body["repeats"])
        if before is None or before is roll:
            raise Wrong(f"it repeats {body['repeats']}, which was never opened")
        if before.asked is None:
            return
        self.same("who sees it", roll.visibility, before.visibility)
        for part in ASKED:
            self.same(f"the {part} of the roll that it repeats", body[part], before.asked[part])
        own = {name for name in before.asked["inputs"] if name not in before.asked["filled"]}
        for name, value in body["inputs"].items():
            if name in own and before.asked["inputs"][name] is not None:
                self.same(f"{name} of the roll that it repeats", value, before.asked["inputs"][name])
                self.needs(name not in body["filled"], f"{name} was given and is not from a sheet")

    def begins(self, roll: Roll, event: dict[str, Any], begun: dict[str, Any]) -> None:
        """Check dice that begin to fall: whose they are, their seal and their nonces, and whom they wait for."""
        actor = event["by"] or roll.by
        member = self.members[actor] if event["by"] is None else self.seated(actor)  # who left may have dice to come
        self.same("whose dice they are", begun["member"], actor)
        self.same("the number of the stretch", begun["stretch"], roll.begun)
        self.same("the seal", begun["seal"], member["seal"])
        self.same("how long it waits", begun["wait"], WITNESS_WAIT)
        self.sealed(begun["next"])
        stood = member["sealed"]
        member.update(seal=begun["next"], sealed=self.number)
        if event["by"] is not None:
            seen = event["body"].get("seen")
            if seen is None and self.gives(event):
                self.unsaid.append(roll.name)
            self.needs(
                seen is None or seen["number"] >= stood, f"the seal was made after {actor} had given their nonce"
            )
            early = bool(member["pledges"]) and actor in begun["nonces"] and not self.asks_rollers
            at_once = early or not member["pledges"]
            self.same("whose nonces came with the command", list(begun["nonces"]), [actor] if at_once else [])
            if member["pledges"] and actor in begun["nonces"]:
                given = self.pledge_of(actor, begun["nonces"][actor])
                self.same(f"the pledge of {actor}'s nonce", given, member["pledges"][-1])
                self.early.append(roll.name)
            roller = None if at_once else actor
        else:
            roller = None
        self.asks_rollers |= roller is not None
        waiting = [(name != roller, each["since"], n, name) for n, (name, each) in enumerate(self.members.items())
                   if each["pledges"] and name not in begun["nonces"]]  # fmt: skip
        asked = {name: self.members[name]["pledges"][0] for *_, name in sorted(waiting)[:WITNESSES]}
        self.same("the witnesses", begun["witnesses"], asked)
        listed = begun.get("unasked")
        there = (name for name, each in self.members.items()
                 if not each["left"] and (each["present"] or name in (listed or ())))  # fmt: skip
        passed_over = sorted(name for name in there if name not in begun["nonces"] and name not in asked)
        if listed is not None or self.says_unasked:
            self.same("who was present and not asked", listed, passed_over)
            self.says_unasked = True
        for name in asked:
            self.members[name].update(pledges=self.members[name]["pledges"][1:], since=self.number)
        own = {"nonces": dict(begun["nonces"]), "witnesses": dict(begun["witnesses"])}
        roll.dice = {**begun, **own, "roller": roller, "event": self.number, "at": self.at}
        roll.begun += 1

    def witnessed(self, roll: Roll, by: str, body: dict[str, Any]) -> None:
        """Check a nonce of a witness."""
        if roll.dice is None or by not in roll.dice["witnesses"]:
            raise Wrong(f"{by} is no witness whom the dice wait for")
        self.same("the number of the stretch", body["stretch"], roll.dice["stretch"])
        pledge = self.pledge_of(by, body["nonce"])
        self.same(f"the pledge of {by}'s nonce", pledge, roll.dice["witnesses"].pop(by))
        self.given.add(pledge)
        roll.dice["nonces"][by] = body["nonce"]
        if roll.dice["roller"] is not None:
            saw = body["seen"]["number"] if body["seen"] else 0
            self.needs(saw >= roll.dice["event"], f"{by} gave a nonce without having seen what it was for")

    def lands(self, roll: Roll, body: dict[str, Any], hidden: bool) -> None:
        """Check dice that have landed: who was late, the seed, the seed of the faces, and the faces."""
        dice, roll.dice = roll.dice, None
        missing = sorted(dice["witnesses"]) if dice else []
        if dice and missing:
            wait = ROLLER_WAIT if dice["roller"] in missing else WITNESS_WAIT
            self.needs(self.at >= dice["at"] + wait, f"{', '.join(missing)} had more time")
        if hidden:
            return
        rolls = [entry for entry in body["trail"] if entry.get("kind") == "roll"]
        fresh, roll.rolled = rolls[roll.rolled :], len(rolls)
        self.same("whether dice land", "landed" in body, dice is not None)
        if dice is not None and "landed" in body:
            self.landed(roll, dice, body["landed"], missing)
        self.faces(roll, fresh)

    def landed(self, roll: Roll, dice: dict[str, Any], landed: dict[str, Any], missing: list[str]) -> None:
        """Check the seed of dice that have landed, and the seed of their faces."""
        self.reveals(dice, landed)
        self.same("who was late", landed["missing"], missing)
        if missing:
            self.late.append((roll.name, missing, not dice["nonces"]))
        fields = [part for name in sorted(dice["nonces"]) for part in (name, bytes.fromhex(dice["nonces"][name]))]
        seed = bytes.fromhex(landed["seed"])
        faces_seed = h("oddsmith/stretch/1", self.name, roll.name, str(dice["stretch"]), seed, *fields)
        self.same("the seed of the faces", landed["faces_seed"], faces_seed)
        self.fell += 1
        roll.seeds.append(faces_seed)

    def waits(self, roll: Roll, asked: dict[str, Any], body: dict[str, Any]) -> None:
        """Check what a roll waits for: what came before, and who decides."""
        if body["for"] == "decision":
            self.same("the number of the decision", body["step"], roll.steps)
            self.same("who may decide", body["deciders"], self.deciders(roll, asked, body["who"]))
        elif body["for"] == "faces":
            self.same("the faces so far", body["given"], roll.typed)
        else:
            self.same("the number of the round", body["round"], roll.rounds)
            if body["for"] == "hands":
                self.same("between whom hands are thrown", body["between"], [roll.by, asked["against"]])
            else:
                expected = {side["who"]: self.deciders(roll, asked, side["who"]) for side in body["sides"]}
                self.same("who may decide as whom", body["deciders"], expected)

    def deciders(self, roll: Roll, asked: dict[str, Any], who: str) -> list[str]:
        """Return those who decide for somebody in the rules: one who may, or else the hosts, or else whoever rolls."""
        person = roll.by if who == "player" else self.owners.get(asked["opposing"] or "")
        seated = {
            name: m for name, m in self.members.items() if not m["left"] and self.sees(name, roll.visibility, roll.by)
        }
        if person in seated and seated[person]["role"] != "observer":
            return [person]
        return [name for name, member in seated.items() if member["role"] == "host"] or [roll.by]

    def faces(self, roll: Roll, fresh: list[Any]) -> None:
        """Check the faces that entries tell for the first time: those of several stretches, if hands are among them."""
        hands = roll.asked is not None and roll.asked["source"] == "hands"
        try:
            stretches = thrown(fresh, hands)
        except (TypeError, AttributeError):
            self.needs(False, "a face of no known form")
            return
        if hands and not stretches:
            return  # what fell is told later
        seeds, roll.seeds = roll.seeds, []
        if hands:
            self.same("how often dice fell", len(stretches), len(seeds))
        for seed, rolls in zip(seeds, stretches, strict=False):
            try:
                different = fallen(seed, rolls)
            except LookupError:
                different, self.unknown = None, self.unknown + 1
            except (TypeError, AttributeError, OverflowError, ValueError):
                different = "a face of no known form"
            self.needs(different is None, str(different))

    def reveals(self, dice: dict[str, Any], shown: dict[str, Any]) -> None:
        """Check a seed that is revealed."""
        self.same("the number of the stretch", shown["stretch"], dice["stretch"])
        seal = h("oddsmith/seal/1", self.name, bytes.fromhex(shown["seed"]))
        self.same("the seal of the seed", seal, dice["seal"])

    def undone(self, roll: Roll, body: dict[str, Any], hidden: bool) -> None:
        """Check a roll that is taken back."""
        dice, roll.dice, roll.stands = roll.dice, None, "undone"
        if hidden:
            return
        self.same("whether a seed is revealed", "let_go" in body, dice is not None)
        if dice is not None and "let_go" in body:
            self.reveals(dice, body["let_go"])
            self.same("the nonces", body["let_go"]["nonces"], dice["nonces"])
        if roll.effects is not None:
            back = [{**effect, "by": -effect["by"]} for effect in reversed(roll.effects)]
            self.same("what is taken back", body["effects"], back)

    def unseen(self, roll: Roll, event: dict[str, Any], body: dict[str, Any]) -> None:
        """Check what several commit to unseen and open then: hands, and options."""
        kind, by = event["kind"], event["by"]
        self.same("the round", body["round"], roll.waits["round"])
        hands = roll.stands == "hands"
        sides = roll.waits["between"] if hands else [side["who"] for side in roll.waits["sides"]]
        who = by if hands else body.get("who")
        in_time = not roll.until or self.at < roll.until
        if kind in ("roll.thrown", "roll.chosen"):
            self.needs(who in sides and who not in roll.committed and who not in roll.late, f"{who} is not waited for")
            self.needs(in_time, "time was up")
            self.same("whose it is", body["member"], by)
            self.needs(body["commitment"] not in dict(roll.committed.values()).values(), "somebody else's commitment")
            roll.committed[str(who)] = body["member"], body["commitment"]
            opening, others = (BARE, THROW) if hands else (OPEN, CHOOSE)
            wait = opening if len(roll.committed) == len(sides) else others
            self.same("how long it waits", body["wait"], wait)
            roll.until = self.at + wait
        elif kind in ("roll.bared", "roll.disclosed"):
            all_have = len(roll.committed) + len(roll.late) == len(sides)
            self.needs(all_have and who in roll.committed and who not in roll.opened, f"{who} cannot open")
            self.needs(in_time, "time was up")
            self.same("whose it is", (body["member"], by), (roll.committed.get(str(who), (None,))[0],) * 2)
            roll.opened.add(str(who))
        elif kind == "roll.late":
            late = [side for side in sides if side not in roll.committed]
            self.same("who was late", body["late"], late)
            self.needs(
                bool(roll.committed) and not roll.late and bool(late) and self.at >= roll.until, "nobody is late yet"
            )
            self.same("how long it waits", body["wait"], OPEN)
            roll.late, roll.until = late, self.at + OPEN
        else:
            kept = roll.opened if len(roll.committed) + len(roll.late) == len(sides) else set(roll.committed)
            closed = [side for side in sides if side not in kept and side not in roll.late]
            self.needs(bool(roll.committed) and (not closed or self.at >= roll.until), "time was not up")
            if hands:
                self.met(roll, body, closed)
            else:
                self.revealed(roll, body)

    def met(self, roll: Roll, body: dict[str, Any], closed: list[str]) -> None:
        """Check two hands."""
        mine, theirs = roll.waits["between"]
        self.same("who forfeits", body["forfeit"], closed)
        self.same("whose hands there are", (set(body["hands"]), set(body["nonces"])), ({mine, theirs}, roll.opened))
        for member, hand in body["hands"].items():
            self.same(f"whether {member} opened", hand is not None, member in roll.opened)
            if hand is not None and member in body["nonces"]:
                nonce = bytes.fromhex(body["nonces"][member])
                fields = [self.name, roll.name, str(body["round"]), member, hand, nonce]
                given = h("oddsmith/hand/1", *fields)
                self.same(f"the commitment to {member}'s hand", given, roll.committed.get(member, ("", ""))[1])
        if closed:
            face = "even" if len(closed) == 2 else "down" if closed == [mine] else "up"
        else:
            one, other = body["hands"].get(mine), body["hands"].get(theirs)
            face = "even" if one == other else "up" if BEATS.get(str(one)) == other else "down"
        self.same("the face", body["face"], face)
        if "stretch" in body:
            self.same("the nonces", body["stretch"]["nonces"], body["nonces"])

    def revealed(self, roll: Roll, body: dict[str, Any]) -> None:
        """Check options taken unseen."""
        self.same("who decides", [s["who"] for s in body["sides"]], [s["who"] for s in roll.waits["sides"]])
        nonces: dict[str, str] = {}
        for side, asked in zip(body["sides"], roll.waits["sides"], strict=False):
            who, option, nonce = side["who"], side["option"], side["nonce"]
            member, commitment = roll.committed.get(who, (None, None))
            self.same(f"who decided as {who}", side["member"], member)
            opened = who in roll.opened
            self.same(f"whether {who} opened", (option is not None, nonce is not None), (opened, opened))
            self.same(f"what {who} takes", side["taken"], option if opened else asked["options"][0])
            if opened and member and option is not None and nonce is not None:
                fields = [self.name, roll.name, str(body["round"]), who, member, option, bytes.fromhex(nonce)]
                self.same(f"the commitment of {who}", h("oddsmith/choice/1", *fields), commitment)
                nonces.setdefault(member, nonce)
        if "stretch" in body:
            self.same("the nonces", body["stretch"]["nonces"], nonces)


# --- the whole


def check(log: dict[str, Any], schema: Mapping[str, Any]) -> Table:
    """Check a log; the table says what is wrong."""
    form, table = Form(schema), Table(log)
    head = {**schema, "properties": {**schema["properties"], "events": {}}}
    table.needs((fault := form.fault(head, log)) is None, f"the form: {fault}")
    table.needs(bool(log["events"]), "the log is empty")
    shown = {}
    for event in log["events"]:
        if isinstance(event, dict) and event.get("kind") in ("roll.shown", "note.shown"):
            body = event.get("body")
            events = body.get("events") if isinstance(body, dict) else None
            shown.update(events if isinstance(events, dict) else {})
    previous, before = "0" * 64, -1
    try:
        for number, plain in enumerate(log["events"], 1):
            event, table.number = plain, number
            if isinstance(plain, dict) and plain.get("sealed") is not None and "hidden" not in plain:
                part = shown.get(str(plain.get("number")))
                if isinstance(part, dict) and {"hidden", "salt"} <= set(part):
                    event = {**plain, "hidden": part["hidden"], "salt": part["salt"]}
            fault = form.fault(schema["properties"]["events"]["items"], event)
            if fault is not None:
                raise Wrong(f"the form: {fault}")
            core = {name: value for name, value in event.items() if name not in ("digest", "hidden", "salt")}
            for what, found, expected in (
                ("the number", event["number"], number),
                ("the table", event["table"], table.name),
                ("the digest of the event before it", event["previous"], previous),
                ("its digest", event["digest"], sha256(core)),
            ):
                table.same(what, found, expected)
            if "hidden" in event:
                hidden = {"hidden": event["hidden"], "salt": event["salt"]}
                table.same("the digest of its hidden part", event["sealed"], sha256(hidden))
            if event["kind"] == "clock.set":
                table.same("how far the clock went back", event["body"]["back"], before - at(event))
                table.clocks.append((number, event["body"]["back"]))
            else:
                table.needs(at(event) >= before, "time goes back")
            previous, before = event["digest"], at(event)
            table.take(event)
        table.same("the digest of the log", log.get("digest"), previous)
        table.same("the number of its last event", log.get("number"), len(log["events"]))
        table.needs(table.going is None, "the log ends while a roll goes on by itself")
        if log["events"]:
            table.same("the title", log.get("title"), table.title)
            who = table.members.get(str(log.get("seen_by")))
            table.needs(who is not None and not who["left"], f"{log.get('seen_by')}, whose log it is, has no seat")
            if who is not None:
                table.readership(log["seen_by"])
    except Wrong as error:
        table.wrong.append((table.number, f"{error}; what follows was not checked"))
    return table


def held_against(receipt: Mapping[str, Any], log: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return what a receipt has seen that a log does not say any more."""
    events = [event if isinstance(event, dict) else {} for event in log["events"]]
    last, agreed = receipt["points"][-1]["number"], 0
    wrong: list[tuple[int, str]] = []
    for point in receipt["points"]:
        if point["number"] > len(events):
            break
        if events[point["number"] - 1].get("digest") != point["digest"]:
            wrong.append((point["number"], f"another digest than the receipt saw: rewritten after event {agreed}"))
            break
        agreed = point["number"]
    if len(events) < last:
        cut = (len(events), f"the log was cut short: the receipt saw event {last}")
        return [*wrong, cut]
    shown = set()
    for event in events[:last]:
        body = event.get("body")
        if isinstance(body, dict):
            begun = body.get("stretch")
            says, seal = (begun, "next") if isinstance(begun, dict) else (body, "seal")
            shown.add((str(says.get("member")), str(says.get(seal))))
    for member, seal in receipt["seals"].items():
        if (member, seal) not in shown:
            wrong.append((last, f"the seal of {member} that the receipt saw is gone: its seed was made anew"))
    return wrong


def main() -> int:
    """Check the log that the command line names."""
    words = argparse.ArgumentParser(description="Checks a log of a table, but for the rules of its games.")
    words.add_argument("log", type=Path)
    words.add_argument("--seen", type=Path, metavar="RECEIPT")
    words.add_argument("--schema", type=Path, default=SCHEMA)
    given = words.parse_args()
    try:
        log = read(given.log.read_bytes())
        since = held_against(read_receipt(given.seen.read_bytes(), log), log) if given.seen else []
    except (NoLog, OSError) as error:
        print(f"No log: {error}", file=sys.stderr)
        return 2
    table = check(log, json.loads(given.schema.read_bytes()))
    table.wrong += since
    for number, what in sorted(table.wrong, key=lambda wrong: wrong[0]):
        print(f"event {number}: {what}")
    hidden = sum(roll.asked is None for roll in table.rolls.values())
    count = f"{len(log['events'])} events, {len(table.rolls)} rolls, {hidden} of them hidden here"
    print(f"{count}; dice fell {table.fell} times.")
    for number, back in table.clocks:
        print(f"event {number}: the server's clock had been ahead and went back by {back / 1000:g} s.")
    for name, missing, nobody in table.late:
        print(f"{name}: dice landed without {', '.join(missing)}; the server could choose whom of them to leave out.")
        if nobody:
            print(f"{name}: nobody's randomness but the server's is in these dice; it could have chosen them.")
    if table.early:
        print(
            f"In {', '.join(table.early)} the roller's nonce came before the roll was written down, as in old versions."
        )
    if table.unsaid:
        print(
            f"In {', '.join(table.unsaid)} the nonce came with the command, of somebody who did not say what they had "
            "seen: they are not protected from the server there."
        )
    if table.unknown:
        print(f"{table.unknown} times dice fell whose names do not tell their faces; those were not checked.")
    if table.wrong:
        return 3
    print(
        "Form, chain, promises, seeds and faces are right. Rules were not checked: what rolls come to, what they wait"
    )
    print("for, and what they do to sheets.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
