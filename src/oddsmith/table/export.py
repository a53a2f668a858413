"""The log of a table, to be kept elsewhere: as JSON that can be verified, and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import oddsmith
from oddsmith.table import canonical, views
from oddsmith.table.event import Event
from oddsmith.table.state import State
from oddsmith.table.things import Member

SCHEMA: Final = "oddsmith/log/1"


def document(state: State, member: Member, events: Sequence[Event]) -> str:
    """The log as a member may see it, as JSON text. Hidden parts that they may not see are there as digests."""
    head = {
        "schema": SCHEMA,
        "version": oddsmith.__version__,
        "table": state.table,
        "title": state.title,
        "seen_by": member.id,
        "number": state.number,
        "digest": state.digest,
    }
    return f'{canonical.text(head)[:-1]},"events":{views.listed(state, member, events)}}}'


def told_log(log: Mapping[str, Any]) -> str:
    """The log for people: a line for what happened, and more for a roll."""
    names: dict[str | None, str] = {None: "The table"}
    characters: dict[str, str] = {}
    lines = [str(log["title"]), ""]
    for event in log["events"]:
        body = {**event["body"], **(event.get("hidden") or {})}
        if event["kind"] in ("member.joined", "member.changed"):
            names[body["member"]] = body["name"]
        if "character" in body and "name" in body:
            characters[body["character"]] = body["name"]
        at = event["at"][:19].replace("T", " ")
        lines += [f"{at}  {line}" for line in _lines(event, body, names, characters)]
    return "\n".join([*lines, ""])


def _lines(
    event: Mapping[str, Any], body: Mapping[str, Any], names: Mapping[str | None, str], characters: Mapping[str, str]
) -> Iterator[str]:
    who = names.get(event["by"], "Somebody")
    roll = event["roll"]
    seen = event["visibility"] == "everyone" or event.get("hidden") is not None
    match event["kind"]:
        case "table.opened" | "table.changed":
            yield f'The table is called "{body["title"]}".'
        case "invite.made" | "invite.revoked":
            yield f"{who} {'made' if event['kind'] == 'invite.made' else 'ended'} an invite for a {body['role']}."
        case "member.joined":
            yield f"{who} takes a seat as {body['role']}."
        case "member.changed":
            yield (
                f"{who} is now {body['name']}, {body['role']}."
                if event["by"] == body["member"]
                else (f"{who} makes {body['name']} a {body['role']}.")
            )
        case "member.left":
            yield f"{body['name']} leaves."
        case "character.made":
            yield f"{who} brings {body['name']}{_sheet(body)}."
        case "character.changed":
            yield f"{who} changes {characters.get(body['character'], body['character'])}{_sheet(body)}."
        case "character.removed":
            yield f"{who} takes {body['name']} off the table."
        case "note.written":
            yield f"{who}: {body['text']}" if "text" in body else f"{who} wrote a hidden note."
        case "note.shown":
            yield f"{who} shows a note to everybody: {body['events'][str(body['note'])]['hidden']['text']}"
        case "roll.opened" if not seen:
            yield f"{who} makes a hidden roll ({roll})."
        case "roll.opened":
            label = f' "{body["label"]}"' if body["label"] else ""
            as_whom = f" as {characters[body['character']]}" if body["character"] in characters else ""
            yield f"{who}{as_whom} rolls{label}: {body['system']} {body['action']} ({roll}), {_inputs(body['inputs'])}."
            if body["comment"]:
                yield f"  {body['comment']}"
        case "roll.answered" if seen:
            yield f"  {who} decides: {body['option']} ({roll})."
        case "roll.typed" if seen:
            yield f"  {who} types {', '.join(body['faces'])} ({roll})."
        case "roll.met":
            shown = ", ".join(f"{names.get(m, m)} {hand or 'forfeits'}" for m, hand in sorted(body["hands"].items()))
            yield f"  {shown}: {body['face']} ({roll})."
        case "roll.revealed" if seen:
            for side in body["sides"]:
                late = "" if side["option"] is not None else "was late and "
                as_whom = f" as {side['who']}" if side["member"] is not None else ""
                by = names.get(side["member"], "Somebody") if side["member"] is not None else f"The {side['who']}"
                yield f"  {by}{as_whom} {late}takes {side['taken']} ({roll})."
        case "roll.finished" if seen:
            yield from _finished(body, roll, characters)
        case "roll.undone" if seen:
            reason = f": {body['reason']}" if body["reason"] else ""
            yield f"{who} takes {roll} back{reason}."
            yield from _effects(body, characters)
        case "roll.shown":
            yield f"{who} shows {roll} to everybody."


def _finished(body: Mapping[str, Any], roll: str, characters: Mapping[str, str]) -> Iterator[str]:
    for entry in body["trail"]:
        if entry["kind"] == "roll":
            faces = " ".join(_face(face) for face in entry["faces"])
            yield f"  {entry['expression']}: {faces} = {entry['value']}"
        elif entry["kind"] == "note":
            yield f"  {entry['text']}"
    titles = body["titles"]
    events = [titles[name] for name, holds in body["events"].items() if holds]
    measures = [f"{titles[name]}: {value}" for name, value in body["measures"].items()]
    yield f"  {roll}: {'; '.join([*events, *measures])}."
    yield from _effects(body, characters)


def _face(face: Mapping[str, Any]) -> str:
    mark = {"dropped": "x", "rerolled": "r"}.get(face["fate"], "")
    return f"{face['face']}{mark}{'!' if face['exploded'] else ''}"


def _effects(body: Mapping[str, Any], characters: Mapping[str, str]) -> Iterator[str]:
    for effect in body["effects"]:
        name = characters.get(effect["character"], effect["character"])
        yield f"  {name}: {effect['by']:+} {effect['resource']}."


def _sheet(body: Mapping[str, Any]) -> str:
    resources = [_resource(name, given) for name, given in (body.get("resources") or {}).items()]
    return f" ({', '.join(resources)})" if resources else ""


def _resource(name: str, given: Mapping[str, Any] | None) -> str:
    if given is None:
        return f"{name} gone"
    parts = [str(given["value"])] if "value" in given else []
    parts += [f"{given['by']:+}"] if given.get("by") else []
    if "max" in given and ("value" not in given or given["max"] is not None):
        parts.append("of any number" if given["max"] is None else f"of {given['max']}")
    return " ".join([name, *parts])


def _inputs(inputs: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in inputs.items() if value not in (None, "", [], False))
