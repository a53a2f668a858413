"""Rolls as text: the trail as an indented story, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice
from typing import Any

from oddsmith.answers.question import Question
from oddsmith.cli.render.chance import told_as_none
from oddsmith.cli.render.heading import chosen_inputs
from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import faint, say, strong, wrapped
from oddsmith.cli.text.words import capital, pairs, shown

_MOST_FACES = 40
#: Options not taken: of more only the number is told.
_MOST_OTHERS = 8


def story(
    trail: Sequence[dict[str, Any]],
    given: Container[str] = (),
    phrase: Callable[[str], str] = str,
    reword: Callable[[str], str] = str,
    ruling: Container[str] = (),
    *,
    ruled: bool = True,
) -> Iterator[str]:
    """Yield the lines of a trail: rules as headings, below them dice with the fate of each face, decisions and
    remarks, and whatever else happened in the words of its `text`.

    A heading has those of the rule's arguments that no heading above has, and that are not 0 or none unless somebody
    entered that. A rule that goes on as itself is not announced again; only its changed arguments are. given: the names
    of the inputs that were entered. phrase: puts an option in a phrase. reword: puts a line in the words in which it is
    shown. ruling: options of decisions that are the game master's. ruled: they have been taken; else they are open.
    """
    announced: dict[int, dict[str, Any]] = {}  # by depth, the rule that was announced last
    for entry in trail:
        depth = entry["depth"]
        indent = "  " * depth
        if entry["kind"] == "rule":
            before = announced.get(depth)
            if before is None or before["rule"] != entry["rule"]:
                above = {
                    name: value for rule in announced.values() if rule["depth"] < depth for name, value in _simple(rule)
                }
                yield wrapped(_rule(entry, above, given, reword), indent=indent)
            elif changed := _changed(before, entry):
                yield wrapped(faint(f"({pairs(changed)})"), indent=indent)
            announced = {level: rule for level, rule in announced.items() if level < depth} | {depth: entry}
        elif entry["kind"] == "roll":
            yield wrapped(_roll(entry), indent=indent + "  ", hanging="    ")
        elif entry["kind"] == "choice":
            if any(option in ruling for option in entry["options"]):
                yield wrapped(_ruling(entry, phrase, ruled=ruled), indent=indent + "  ")
            else:
                yield wrapped(_choice(entry, phrase), indent=indent + "  ")
        else:
            yield wrapped(minus(reword(entry.get("text", entry["kind"]))), indent=indent + "  ")


def ended(trail: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """Return the trail of a finished run without the headings at its end under which nothing happens: rules that only
    compute the verdict.
    """
    last = next((place for place in reversed(range(len(trail))) if trail[place]["kind"] != "rule"), len(trail))
    return trail[: last + 1]


def show_roll(question: Question, document: dict[str, Any], lines_shown: int = 0) -> None:
    """Print a roll: the story, without the lines that were shown before, and the verdict."""
    action, ruled = question.action, "ruling" not in document
    trail, given = ended(document["trail"]), chosen_inputs(question)
    told = story(trail, given, action.phrase, question.system.reword, action.ruling, ruled=ruled)
    for line in islice(told, lines_shown, None):
        say(line)
    say()
    say(wrapped(verdict(question, document)))


def verdict(question: Question, document: dict[str, Any]) -> str:
    """Write the events that hold (where none does, that the first does not), and every measure: none spent is "no".

    Where the game master has to rule, what comes of either is written.
    """
    titles = document["titles"]
    if "ruling" in document:
        says, hinging = document["ruling"]["says"], document["ruling"]["hinging"]
        sure = [
            f"{titles[name]}: {shown(value)}" for name, value in document["measures"].items() if name not in hinging
        ]
        return f"{says} {capital('; '.join(sure))}." if sure else str(says)
    events = [titles[name] for name in document["verdict"]] or [event.failed for event in question.events[:1]]
    none = told_as_none(question.action)
    measures = [
        f"no {titles[name]}" if name in none and value == 0 else f"{titles[name]}: {shown(value)}"
        for name, value in document["measures"].items()
    ]
    events[:1] = [strong(capital(title)) for title in events[:1]]
    measures[:1] = [capital(text) for text in measures[:1]]
    return ". ".join(part for part in (", ".join(events), "; ".join(measures)) if part) + "."


def _rule(entry: dict[str, Any], above: dict[str, Any], given: Container[str], reword: Callable[[str], str]) -> str:
    worth_showing = {name: value for name, value in _simple(entry) if value or name in given}
    new = {name: value for name, value in worth_showing.items() if above.get(name) != value}
    title = minus(reword(entry["says"]) or entry["rule"])
    return f"{title} {faint(f'({pairs(new)})')}" if new else title


def _simple(entry: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the arguments that are numbers, yes or no, or plain words; others are for programs."""
    for name, value in entry["arguments"].items():
        if isinstance(value, int) or _is_plain(value):
            yield name, value


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and value.replace("-", "").replace(" ", "").isalnum()


def _changed(before: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    earlier = dict(_simple(before))
    return {name: value for name, value in _simple(entry) if earlier.get(name) != value}


def _roll(entry: dict[str, Any]) -> str:
    value = shown(entry["value"])
    faces = iter(entry["faces"])
    kinds = entry.get("dice") or [{"name": _thrown(entry), "faces": len(entry["faces"])}]
    landed = [(kind["name"], _faces([*islice(faces, kind["faces"])])) for kind in kinds]
    result = "" if [text for _, text in landed] == [value] else f" → {strong(value)}"
    return f"{'; '.join(f'{name}: {text}' for name, text in landed)}{result}"


def _faces(faces: Sequence[dict[str, Any]]) -> str:
    landed = " ".join(_face(face) for face in faces[:_MOST_FACES])
    more = f" … and {len(faces) - _MOST_FACES} more" if len(faces) > _MOST_FACES else ""
    return f"{landed}{more}" or "no dice"


def _thrown(entry: dict[str, Any]) -> str:
    """Return the name of the dice, else their notation, unless that would list all faces."""
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


def _choice(entry: dict[str, Any], phrase: Callable[[str], str]) -> str:
    others = [phrase(shown(option)) for option in entry["options"] if option != entry["taken"]]
    taken = strong(phrase(shown(entry["taken"])))
    if len(others) > _MOST_OTHERS:
        return f"{entry['who']} chooses {taken} {faint(f'(or {len(others)} other ways)')}"
    between = "; " if any(", " in text for text in others) else ", "
    return f"{entry['who']} chooses {taken} {faint(f'(not: {between.join(others)})')}"


def _ruling(entry: dict[str, Any], phrase: Callable[[str], str], *, ruled: bool) -> str:
    options = [phrase(shown(option)) for option in entry["options"]]
    if not ruled:
        return f"the game master decides: {' or '.join(strong(option) for option in options)}"
    taken = phrase(shown(entry["taken"]))
    others = ", ".join(option for option in options if option != taken)
    return f"the game master decides: {strong(taken)} {faint(f'(not: {others})')}"
