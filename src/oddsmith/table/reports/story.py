"""The log of a table as a story for people: a line for each event, and more for a roll."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from pydantic import BaseModel

from oddsmith.answers.format.json_values import plain
from oddsmith.answers.question import values
from oddsmith.errors import BadInput
from oddsmith.systems import Action, System
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.registry import has_version
from oddsmith.table.commands.context import article
from oddsmith.table.domain.prepared_roll import action_of
from oddsmith.table.fairness import canonical, fair

#: Faces as people call them.
_FACES: Final = {"H": "heads", "T": "tails", "up": "won", "even": "tied", "down": "lost"}
#: The beginning of a further line of what somebody wrote, so that it cannot pass for one of the log.
_FURTHER: Final = "\n" + " " * len("2026-11-20 18:00:00  ") + "  | "
#: Abbreviations of resources, as people write them.
_SHORT: Final = frozenset({"ec", "hc", "ocv", "dcv"})


def log_text(log: Mapping[str, Any]) -> str:
    """Tell a log to people."""
    known = _Known()
    lines = [str(log["title"]), ""]
    for event in log["events"]:
        body = {**event["body"], **(event.get("hidden") or {})}
        known.learn(event, body)
        at = event["at"][:19].replace("T", " ")
        lines += [f"{at}  {line}".replace("\n", _FURTHER) for line in _lines(event, body, known)]
    return "\n".join([*lines, "", f"log {log['number']} · {fair.short(log['digest'])}", ""])


@dataclass
class _Known:
    """Names that the story has met. deciders: members for whose decision each open roll waits. specs: of rolls.
    phrases: options as the game says them, of each roll.
    """

    members: dict[str | None, str] = field(default_factory=lambda: {None: "The table"})
    characters: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str | None] = field(default_factory=dict)
    rollers: dict[str, str] = field(default_factory=dict)
    deciders: dict[str, Sequence[str]] = field(default_factory=dict)
    specs: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    phrases: dict[str, dict[str, str]] = field(default_factory=dict)

    def learn(self, event: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        """Remember what later lines need."""
        if event["kind"] in ("member.joined", "member.changed"):
            self.members[body["member"]] = body["name"]
        if event["kind"] in ("character.made", "character.changed"):
            self.characters[body["character"]] = body.get("name") or self.characters[body["character"]]
            if "owner" in body:
                self.owners[body["character"]] = body["owner"]
        if event["kind"] == "roll.opened":
            self.rollers[event["roll"]] = event["by"]
            self.specs[event["roll"]] = body
        if event["kind"] == "roll.waits" and body.get("for") == "decision":
            self.deciders[event["roll"]] = body["deciders"]
            self.phrases.setdefault(event["roll"], {}).update(zip(body["options"], body["phrases"], strict=True))
        if event["kind"] == "roll.waits" and body.get("for") == "choices":
            self.phrases.setdefault(event["roll"], {}).update(body.get("phrases", {}))

    def name(self, member: str | None) -> str:
        """Return the name of a member."""
        return self.members.get(member, "Somebody")

    def option(self, roll: str, name: str) -> str:
        """Return an option as the game says it."""
        return self.phrases.get(roll, {}).get(name, name)

    def character(self, name: str) -> str:
        """Return the name of a character."""
        return self.characters.get(name, name)


def _lines(event: Mapping[str, Any], body: Mapping[str, Any], known: _Known) -> Iterator[str]:
    who, roll = known.name(event["by"]), event["roll"]
    seen = event["visibility"] == "everyone" or event.get("hidden") is not None
    match event["kind"]:
        case "table.opened" | "table.changed":
            yield f'The table is called "{body["title"]}".'
        case "clock.set":
            yield "The server's clock had been ahead; times above may be too late."
        case "invite.made":
            yield f"{who} makes an invite for {article(body['role'])}."
        case "invite.revoked":
            yield f"{who} ends an invite for {article(body['role'])}."
        case "member.joined":
            yield f"{who} takes a seat as {body['role']}."
        case "member.changed" if event["by"] == body["member"]:
            yield f"{who} is now {body['name']}, {body['role']}."
        case "member.changed":
            yield f"{who} makes {body['name']} {article(body['role'])}."
        case "member.left":
            yield f"{body['name']} leaves." if event["by"] == body["member"] else f"{who} removes {body['name']}."
            theirs = [known.character(name) for name, owner in known.owners.items() if owner == body["member"]]
            if theirs:
                yield f"  {' and '.join(theirs)} {'is' if len(theirs) == 1 else 'are'} played by the hosts now."
        case "character.made":
            yield f"{who} brings {body['name']}{_sheet(body)}."
        case "character.changed":
            yield f"{who} changes {known.character(body['character'])}{_sheet(body)}."
        case "character.removed":
            yield f"{who} takes {body['name']} off the table."
        case "note.written":
            yield f"{who}: {body['text']}" if "text" in body else f"{who} wrote a hidden note."
        case "note.shown":
            yield f"{who} shows a note to everybody: {body['events'][str(body['note'])]['hidden']['text']}"
        case "roll.shown":
            yield f"{who} shows {roll} to everybody."
        case "roll.opened" if not seen:
            yield f"{who} makes a hidden roll ({roll})."
        case _ if seen and event["kind"].startswith("roll."):
            yield from _roll_lines(event, body, known)


def _roll_lines(event: Mapping[str, Any], body: Mapping[str, Any], known: _Known) -> Iterator[str]:
    who, roll = known.name(event["by"]), event["roll"]
    match event["kind"]:
        case "roll.opened":
            yield from _opened(who, roll, body, known)
        case "roll.answered":
            deciders = known.deciders.get(roll, [])
            others = " or ".join(known.name(member) for member in deciders if member != event["by"])
            instead = f" for {others}" if others and event["by"] not in deciders else ""
            yield f"  {who} decides{instead}: {known.option(roll, body['option'])} ({roll})."
        case "roll.typed":
            yield f"  {who} types {', '.join(body['faces'])} ({roll})."
        case "roll.met":
            yield f"  {_met(body, known.rollers[roll], known)} ({roll})."
        case "roll.revealed":
            for side in body["sides"]:
                late = "" if side["option"] is not None else "was late and "
                as_whom = f" as {side['who']}" if side["member"] is not None else ""
                by = known.name(side["member"]) if side["member"] is not None else f"The {side['who']}"
                taken = known.option(roll, side["taken"])
                yield f"  {by}{as_whom} {late}takes {taken} ({roll})."
        case "roll.finished":
            yield from _finished(roll, body, known)
        case "roll.undone":
            reason = f": {body['reason']}" if body["reason"] else ""
            yield f"{who} takes {roll} back{reason}."
            yield from _effects(body, known)


def _declared(body: Mapping[str, Any]) -> tuple[System | None, Action[Any, Any, Any] | None]:
    """Return the declarations behind a roll, if this version has them: a log may come from another."""
    made = body.get("rulebook")
    try:
        return action_of(body["system"], body["action"], made if has_version(body["system"], made) else None)
    except BadInput:
        return None, None


def _opened(who: str, roll: str, body: Mapping[str, Any], known: _Known) -> Iterator[str]:
    system, action = _declared(body)
    label = f' "{body["label"]}"' if body["label"] else ""
    as_whom = f" as {known.character(body['character'])}" if body["character"] in known.characters else ""
    against = f" against {known.character(body['opposing'])}" if body["opposing"] in known.characters else ""
    title = (
        f"{system.title.partition(' (')[0]}, {action.title}"
        if system and action
        else f"{body['system']} {body['action']}"
    )
    yield f"{who}{as_whom} rolls{label}{against}: {title} ({roll})."
    given = _unusual(body["inputs"], action.inputs if action else None)
    rules = _unusual(body["options"], system.house_rules if system else None)
    if given:
        yield f"  With {given}."
    if rules:
        yield f"  House rules: {rules}."
    if body["comment"]:
        yield f"  {body['comment']}"


def _unusual(given: Mapping[str, Any], model: type[BaseModel] | None) -> str:
    """Write values that would not hold if nothing were given."""
    if model is None:
        shown = list(given.items())
    else:
        shown = [(name, given[name]) for name in _needed(model, canonical.text(given))]
    return ", ".join(f"{humane(name)} {_written(value)}" for name, value in shown if value not in (None, "", []))


@lru_cache(512)
def _needed(model: type[BaseModel], text: str) -> tuple[str, ...]:
    """Return the names that have to be given for all values to come out as they did."""
    given = json.loads(text)
    usual = {name: plain(field.default) for name, field in fields_of(model).items()}
    needed = {name: given[name] for name in usual if name in given and given[name] is not None}
    if _comes_to(model, unlike := {name: value for name, value in needed.items() if value != usual[name]}, given):
        needed = unlike
    for name in list(needed):
        less = {other: value for other, value in needed.items() if other != name}
        if _comes_to(model, less, given):
            needed = less
    return tuple(needed)


def _comes_to(model: type[BaseModel], some: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    try:
        return values(entered(model, some)) == given
    except BadInput:
        return False


def _in_order(values: Mapping[str, Any], names: Iterable[str]) -> list[tuple[str, Any]]:
    """Return values in the order of their declaration; the log has them by the alphabet."""
    places = {name: place for place, name in enumerate(names)}
    return sorted(values.items(), key=lambda item: places.get(item[0], len(places)))


def humane(name: str) -> str:
    """Write the name of a field in plain words.

    >>> humane("against_ec"), humane("prof_dice")
    ('against EC', 'prof dice')
    """
    return " ".join(word.upper() if word in _SHORT else word for word in name.replace("-", "_").split("_"))


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_written, value))
    return "; ".join(" ".join(line.split()) for line in str(value).strip().split("\n"))


def _met(body: Mapping[str, Any], roller: str, known: _Known) -> str:
    """Tell a round of hands: both hands, and the winner."""
    said = []
    for member, hand in body["hands"].items():
        name = known.name(member)
        if member in body["forfeit"]:
            said.append(f"{name} is late and forfeits")
        else:
            said.append(f"{name} shows {hand}" if hand else f"{name} has thrown")
    other = next((member for member in body["hands"] if member != roller), None)
    winner = {"up": roller, "down": other}.get(body["face"])
    return f"{', '.join(said)}: {'nobody' if winner is None else known.name(winner)} wins this round"


def _finished(roll: str, body: Mapping[str, Any], known: _Known) -> Iterator[str]:
    system, action = _declared(known.specs[roll]) if roll in known.specs else (None, None)
    for entry in body["trail"]:
        if entry["kind"] == "roll":
            yield f"  {_dice(entry)}"
        elif entry["kind"] not in ("rule", "choice"):
            text = entry.get("text", entry["kind"])
            yield f"  {system.reword(text) if system else text}"
    titles = body["titles"]
    singular = {measure.name: measure.one for measure in action.measures if measure.one} if action else {}
    events = action.events[:1] if action else ()
    failed = [event.failed for event in events if body["events"].get(event.name) is False]
    verdict = ", ".join([titles[name] for name in body["verdict"]] or failed)
    measures = ", ".join(
        f"{_written(value)} {singular.get(name, titles[name]) if value == 1 else titles[name]}"
        for name, value in _in_order(body["measures"], [measure.name for measure in action.measures] if action else ())
        if value is not None
    )
    yield f"  {roll}: {'; '.join(part for part in (verdict, measures) if part)}."
    yield from _effects(body, known)


def _dice(entry: Mapping[str, Any]) -> str:
    """Tell dice that have landed, by their name or in notation unless that would list all their faces."""
    landed = map(_face, entry["faces"])
    kinds = entry.get("dice") or [{"name": _thrown(entry), "faces": len(entry["faces"])}]
    told = [(kind["name"], " ".join(islice(landed, kind["faces"]))) for kind in kinds]
    value = _FACES.get(entry["value"], entry["value"]) if isinstance(entry["value"], str) else entry["value"]
    settled = isinstance(value, dict) or [faces for _, faces in told] == [str(value)]
    dice = "; ".join(f"{name}: {faces}" if name else faces for name, faces in told)
    return dice if settled else f"{dice} = {_written(value)}"


def _thrown(entry: Mapping[str, Any]) -> str:
    return entry.get("name") or ("" if "{" in entry["expression"] else entry["expression"])


def _face(face: Mapping[str, Any]) -> str:
    shown = _FACES.get(face["face"], face["face"]) if isinstance(face["face"], str) else face["face"]
    mark = {"dropped": " (dropped)", "rerolled": " (rerolled)"}.get(face["fate"], "")
    return f"{shown}{mark}{'!' if face['exploded'] else ''}"


def _effects(body: Mapping[str, Any], known: _Known) -> Iterator[str]:
    for effect in body["effects"]:
        yield f"  {known.character(effect['character'])}: {effect['by']:+} {humane(effect['resource'])}."


def _sheet(body: Mapping[str, Any]) -> str:
    resources = [_resource(humane(name), given) for name, given in (body.get("resources") or {}).items()]
    return f" ({', '.join(resources)})" if resources else ""


def _resource(name: str, given: Mapping[str, Any] | None) -> str:
    if given is None:
        return f"{name} gone"
    parts = [str(given["value"])] if "value" in given else []
    parts += [f"{given['by']:+}"] if given.get("by") else []
    if "max" in given and ("value" not in given or given["max"] is not None):
        parts.append("of any number" if given["max"] is None else f"of {given['max']}")
    return " ".join([name, *parts])
