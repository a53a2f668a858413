"""Rolls that logs of earlier days tell by rules that are no more: what happened is compared, not by which rule.

Damage of Edged Coins to somebody whose HC nobody knows had rules of its own once, and falls did without coins. Scenes
of Humanity and Beast told of each action no more than whether its difficulty was met; whole sheets of the Dot System
told chances in percent, by the name of a roll. Hands of Mod Dot were not told what a run of downs comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any, Final, TypeAlias

Body: TypeAlias = Mapping[str, Any]
Line: TypeAlias = Mapping[str, Any]


def what_happened(found: Body, expected: Body) -> tuple[Body, Body]:
    """Return what an event says, and what it should say, as it was told when the event was written.

    Where rules were other ones then, there remain dice, choices and remarks in their order, events and measures; of an
    outcome that was a number, that.
    """
    expected = _offered_then(found, expected)
    first = _first(found)
    as_then = _AS_THEN.get(first or "")
    if as_then is None or _first(expected) != _SINCE.get(first or "", first):
        return found, expected
    try:
        return as_then(found, expected)
    except (KeyError, TypeError, AttributeError):  # not of the form that rolls have: it differs
        return found, expected


# --- Edged Coins: damage and falls -----------------------------------------------------------------------------------

#: The first rule of a trail as it was, and as it is.
_SINCE: Final = {"strike_and_pay": "harm_of_an_attack", "hurt_and_pay": "harm_of_a_blow", "fall": "harm_of_a_blow"}


def _harm(found: Body, expected: Body) -> tuple[Body, Body]:
    earlier = found.get("outcome")
    number = isinstance(earlier, Mapping) and earlier.keys() == {"value"} and "damage" in expected.get("outcome", {})
    if _first(found) == "land_unhurt" and not number:
        return found, expected
    should = {**expected, "trail": _without_rules(expected["trail"])}
    if number:
        should["outcome"] = {"value": expected["outcome"]["damage"]}
    return {**found, "trail": _without_rules(found["trail"])}, should


# --- Humanity and Beast: scenes and conflicts ------------------------------------------------------------------------

#: What no die goes with: a success that is bought alone, which was not offered once.
_BOUGHT_ALONE: Final = "0H+0B+Willpower"


def _offered_then(found: Body, expected: Body) -> Body:
    """An event as it should be told, with the options that there were when it was written."""
    if any(map(_is_bought_alone, _options_of(found))) or not any(map(_is_bought_alone, _options_of(expected))):
        return expected
    then = _without_bought_alone(expected)
    if "trail" in expected:
        then["trail"] = list(map(_without_bought_alone, expected["trail"]))
    return then


def _options_of(body: Body) -> Iterator[Any]:
    trail = body.get("trail")
    for told in (body, *(trail if isinstance(trail, list | tuple) else ())):
        if isinstance(told, Mapping) and isinstance(told.get("options"), list | tuple):
            yield from told["options"]


def _is_bought_alone(option: Any) -> bool:
    return str(option).startswith(_BOUGHT_ALONE)


def _without_bought_alone(told: Line) -> dict[str, Any]:
    """A decision, or any other line, without the options that were not offered once, and their phrases."""
    options = told.get("options", ())
    kept = [not _is_bought_alone(option) for option in options]
    lists = {name: told[name] for name in ("options", "phrases") if name in told and len(told[name]) == len(kept)}
    return {**told, **{name: list(compress(whole, kept)) for name, whole in lists.items()}}


def _scene(found: Body, expected: Body) -> tuple[Body, Body]:
    """An action told that it had no use for Willpower, and then whether its difficulty was met, and of a check due."""
    uses = {line["arguments"]["spend"] for line in found["trail"] if line.get("rule") == "act"}
    if uses != {"none"}:
        return found, expected
    should = list(_of_actions(expected["trail"]))
    return {**found, "trail": _without_rules(found["trail"])}, {**expected, "trail": _without_rules(should)}


def _of_actions(trail: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of a trail, with what an action came to in place of what it told of that, and of a point paid."""
    judged = taken = False
    at: Mapping[str, Any] = {}  # the action under way
    for line in trail:
        rule = line.get("rule")
        if rule == "next_action":
            if taken:
                yield from map(_remark, _came_to(at, line["arguments"]))
            at, taken = line["arguments"], False
        taken = taken or rule == "act"
        judged = rule == "outcome" or (judged and line["kind"] == "note")
        if not judged and (line["kind"] != "note" or line["depth"] > 0):
            yield line


def _came_to(action: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    met = after["so_far"]["met"] > action["so_far"]["met"]
    yield f"difficulty {action['difficulties'][0]} {'met' if met else 'not met'}"
    if after["so_far"]["humanity_checks"] > action["so_far"]["humanity_checks"]:
        yield "possible Humanity loss"


def _remark(text: str) -> Line:
    return {"kind": "note", "text": text}


# --- Dot: whole sheets -----------------------------------------------------------------------------------------------


def _sheet(found: Body, expected: Body) -> tuple[Body, Body]:
    """Rolls were told by their names, without dice, and with no remark but that there is no pool; later, with a remark
    in other words and no die, and without a word of what is taken for a familiarity."""
    if found["facts"].keys() == expected["facts"].keys():
        if not any(map(_is_of_a_familiarity, found.get("warnings", ()))):
            told = [warning for warning in expected.get("warnings", ()) if not _is_of_a_familiarity(warning)]
            expected = {name: told if name == "warnings" else value for name, value in expected.items()}
        return _poolless(found), _poolless(expected)
    first, *rest = expected["trail"]
    rows = [{**row, "why": _no_pool(row["why"])} for row in first["arguments"]["found"]]
    should = {
        **expected,
        "facts": {row["name"]: _chances(row) for row in rows},
        "titles": {
            **expected["titles"],
            "kinder": "pools with a better chance than on 3d6",
            "harsher": "pools with a worse chance than on 3d6",
        },
        "warnings": [f"{row['name']} makes {row['why']}." for row in rows if row["why"]],
        "trail": [{**first, "arguments": {"found": rows}}, *rest],
    }
    return found, should


def _is_of_a_familiarity(warning: Any) -> bool:
    return str(warning).startswith("An 8- without a characteristic is taken for a familiarity")


def _poolless(body: Body) -> Body:
    """A body without what was told of rolls that have no pool, besides their chance on 3d6."""
    table = body["facts"]["pools"]
    rows = [
        {name: told for name, told in row.items() if row["pool"] is not None or name not in ("dice", "note")}
        for row in table["rows"]
    ]
    return {**body, "facts": {**body["facts"], "pools": {**table, "rows": rows}}}


def _no_pool(why: str) -> str:
    return f"n{why[1:-1]}" if why.startswith("No pool: ") else ""


def _chances(row: Line) -> dict[str, Any]:
    before, after = row["before"], row["after"]
    told = {"hero": f"{row['target']}-", "pool": row["pool"], "before": _percent(before)}
    return told if after is None else {**told, "after": _percent(after), "exactly": f"{before} to {after}"}


def _percent(share: str) -> str:
    return f"{float(Fraction(share)):.1%}"


# --- Mod Dot: hands --------------------------------------------------------------------------------------------------


def _hands(found: Body, expected: Body) -> tuple[Body, Body]:
    """The end of a run of downs was told without R0.9."""
    *before, verdict = expected["trail"]
    fell = any(line.get("rule") == "further_downs" for line in before) and verdict["kind"] == "note"
    return found, {**expected, "trail": before} if fell and len(found["trail"]) == len(before) else expected


# --- trails ----------------------------------------------------------------------------------------------------------

#: By the first rule of a trail: how it was told.
_AS_THEN: Final[Mapping[str, Callable[[Body, Body], tuple[Body, Body]]]] = {
    **dict.fromkeys((*_SINCE, "land_unhurt"), _harm),
    "next_action": _scene,
    "look_up": _sheet,
    "show": _hands,
}


def _first(body: Body) -> str | None:
    """The rule that a trail begins with; None where there is none, or it is not of the form of trails."""
    trail = body.get("trail")
    if not isinstance(trail, list | tuple) or not trail or not all(isinstance(line, Mapping) for line in trail):
        return None
    rule = trail[0].get("rule")
    return rule if isinstance(rule, str) else None


def _without_rules(trail: Sequence[Line]) -> list[dict[str, Any]]:
    told = [line for line in trail if line.get("kind") != "rule"]
    return [{name: value for name, value in line.items() if name != "depth"} for line in told]
