"""A roll for people: its trail as an indented story."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from oddsmith.cli.render.terminal import faint, strong, wrapped
from oddsmith.cli.render.words import minus, pairs, shown

_MOST_FACES = 40


def story(trail: Sequence[dict[str, Any]], given: Container[str] = ()) -> Iterator[str]:
    """The lines of a trail: rules as headings, below them dice with the fate of each face, decisions and remarks.

    Of a rule's arguments those are told that say something: what no heading above has said, and nothing that is 0 or
    none unless somebody entered that. A rule that goes on as itself is not announced again, only what has changed of
    its arguments. given: the names of what was entered.
    """
    told: dict[int, dict[str, Any]] = {}  # by depth, the rule that was announced last
    for entry in trail:
        depth = entry["depth"]
        indent = "  " * depth
        if entry["kind"] == "rule":
            before = told.get(depth)
            if before is None or before["rule"] != entry["rule"]:
                above = {
                    name: value for rule in told.values() if rule["depth"] < depth for name, value in _simple(rule)
                }
                yield wrapped(_rule(entry, above, given), indent=indent)
            elif changed := _changed(before, entry):
                yield wrapped(faint(f"({pairs(changed)})"), indent=indent)
            told = {level: rule for level, rule in told.items() if level < depth} | {depth: entry}
        elif entry["kind"] == "roll":
            yield wrapped(_roll(entry), indent=indent + "  ", hanging="    ")
        elif entry["kind"] == "choice":
            yield wrapped(_choice(entry), indent=indent + "  ")
        else:
            yield wrapped(minus(entry["text"]), indent=indent + "  ")


def ended(trail: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The trail of a run that is over, without the headings at its end under which nothing happens any more: rules that
    only reckon what the verdict tells.
    """
    last = next((place for place in reversed(range(len(trail))) if trail[place]["kind"] != "rule"), len(trail))
    return trail[: last + 1]


def _rule(entry: dict[str, Any], above: dict[str, Any], given: Container[str]) -> str:
    said = {name: value for name, value in _simple(entry) if value or name in given}
    new = {name: value for name, value in said.items() if above.get(name) != value}
    says = minus(entry["says"] or entry["rule"])
    return f"{says} {faint(f'({pairs(new)})')}" if new else says


def _simple(entry: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The arguments that are numbers, yes or no, or plain words; others are for programs."""
    for name, value in entry["arguments"].items():
        if isinstance(value, int) or _is_plain(value):
            yield name, value


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and value.replace("-", "").replace(" ", "").isalnum()


def _changed(before: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    earlier = dict(_simple(before))
    return {name: value for name, value in _simple(entry) if earlier.get(name) != value}


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
