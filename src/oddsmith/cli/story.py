"""A roll for people: its trail as an indented story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from oddsmith.cli.terminal import faint, strong, wrapped
from oddsmith.cli.words import pairs, shown

_MOST_FACES = 40


def story(trail: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The lines of a trail: rules as headings, below them dice with the fate of each face, decisions and remarks.

    A rule that goes on as itself is not announced again, only what has changed of its arguments.
    """
    told: dict[int, dict[str, Any]] = {}  # by depth, the rule that was announced last
    for entry in trail:
        depth = entry["depth"]
        indent = "  " * depth
        if entry["kind"] == "rule":
            before = told.get(depth)
            if before is None or before["rule"] != entry["rule"]:
                yield wrapped(_rule(entry), indent=indent)
            elif changed := _changed(before, entry):
                yield wrapped(faint(f"({pairs(changed)})"), indent=indent)
            told = {level: rule for level, rule in told.items() if level < depth} | {depth: entry}
        elif entry["kind"] == "roll":
            yield wrapped(_roll(entry), indent=indent + "  ", hanging="    ")
        elif entry["kind"] == "choice":
            yield wrapped(_choice(entry), indent=indent + "  ")
        else:
            yield wrapped(entry["text"], indent=indent + "  ")


def _rule(entry: dict[str, Any]) -> str:
    simple = _simple(entry)
    says = entry["says"] or entry["rule"]
    return f"{says} {faint(f'({pairs(simple)})')}" if simple else says


def _simple(entry: dict[str, Any]) -> dict[str, Any]:
    """The arguments that are numbers, yes or no, or plain words; others are for programs."""
    arguments = entry["arguments"].items()
    return {name: value for name, value in arguments if isinstance(value, int) or _is_plain(value)}


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and value.replace("-", "").replace(" ", "").isalnum()


def _changed(before: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    earlier = _simple(before)
    return {name: value for name, value in _simple(entry).items() if earlier.get(name) != value}


def _roll(entry: dict[str, Any]) -> str:
    faces = entry["faces"]
    landed = " ".join(_face(face) for face in faces[:_MOST_FACES])
    if len(faces) > _MOST_FACES:
        landed += f" … and {len(faces) - _MOST_FACES} more"
    value = shown(entry["value"])
    result = "" if landed == value else f" → {strong(value)}"
    return f"{_thrown(entry)}: {landed or 'no dice'}{result}"


def _thrown(entry: dict[str, Any]) -> str:
    """What was thrown: the die by its name, else in notation unless that would list all its faces."""
    if "name" in entry:
        return str(entry["name"])
    return "roll" if "{" in entry["expression"] else str(entry["expression"])


def _face(face: dict[str, Any]) -> str:
    text = shown(face["face"])
    if face["value"] != face["face"]:
        text += f" (as {shown(face['value'])})"
    if face["fate"] != "kept":
        text = faint(f"({text} {face['fate']})")
    return f"{text}!" if face["exploded"] else text


def _choice(entry: dict[str, Any]) -> str:
    others = [shown(option) for option in entry["options"] if option != entry["taken"]]
    return f"{entry['who']} chooses {strong(shown(entry['taken']))} {faint('(not: ' + ', '.join(others) + ')')}"
