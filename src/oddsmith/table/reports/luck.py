"""Luck statistics: each player's seeded dice against fair dice.

Counted are dice that fell by seeds: every face for itself, whatever became of it in the rules, since those are
independent of each other and of what anybody decided; and the first event of actions in which nobody decides anything.
A band holds the counts of 95 in 100 fair tables.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np

from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.format.json_values import exact, fraction
from oddsmith.dice import DieData
from oddsmith.dice.exact.pool_distribution import die_distribution
from oddsmith.dice.model.faces import face_text
from oddsmith.errors import OddsmithError
from oddsmith.systems.registry import has_version
from oddsmith.table.domain.models import Act
from oddsmith.table.domain.prepared_roll import PreparedRoll, prepared
from oddsmith.table.domain.replay import ActSource, run_with
from oddsmith.table.fairness import canonical

ROLLS: Final = 5000
_STATES = 20_000
_TAIL = 0.025
_Z = 1.959963984540054  # the standard normal distribution is beyond it with probability _TAIL


@dataclass
class _Luck:
    """Dice and events of one member, or of all."""

    rolls: int = 0
    dice: dict[DieData[Any], Counter[Any]] = field(default_factory=lambda: defaultdict(Counter))
    events: dict[tuple[str, str, str, str], list[tuple[Fraction, bool]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def statistics(log: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statistics of a log as somebody may see it: by member, and for the whole table. At most the last 5000
    rolls are counted; those that were taken back are not, nor faces that somebody typed, nor rolls by a version of a
    rulebook that is not here any more.
    """
    table = _Luck()
    members: dict[str, _Luck] = defaultdict(_Luck)
    for roll in _rolls(log["events"]):
        spec = roll.spec
        if not has_version(spec["system"], spec.get("rulebook")):
            continue
        prepared_roll = prepared(spec["system"], spec["action"], spec["inputs"], spec["options"], spec.get("rulebook"))
        source = ActSource(roll.spec["source"], roll.acts)
        run_with(prepared_roll, source)
        chance = _chance(prepared_roll, spec.get("rulebook"))
        for tally in (table, members[roll.member]):
            tally.rolls += 1
            for die, face in source.landed:
                tally.dice[die][face] += 1
            if chance is not None:
                name, title, p = chance
                key = (roll.spec["system"], roll.spec["action"], name, title)
                tally.events[key].append((p, roll.happened[name]))
    return {
        "schema": "oddsmith/luck/1",
        "members": {member: _statistics(tally) for member, tally in members.items()},
        "table": _statistics(table),
    }


@dataclass
class _Roll:
    member: str
    spec: Mapping[str, Any]
    acts: list[Act] = field(default_factory=list)
    happened: Mapping[str, bool] = field(default_factory=dict)


def _rolls(events: Iterable[Mapping[str, Any]]) -> list[_Roll]:
    """Return the rolls that count: seen, finished, by seeds, not taken back."""
    found: dict[str, _Roll] = {}
    over: dict[str, _Roll] = {}
    for event in events:
        name = event["roll"]
        body = {**event["body"], **(event.get("hidden") or {})}
        if event["kind"] == "roll.opened" and body.get("source") == "seed":
            found[name] = _Roll(event["by"], body)
        if name not in found or event["kind"] == "note.written":
            continue
        roll = found[name]
        if "landed" in body:
            roll.acts.append(("seed", body["landed"]["faces_seed"]))
        if event["kind"] == "roll.answered":
            roll.acts.append(("option", body["option"]))
        elif event["kind"] == "roll.revealed":
            roll.acts += [("option", side["taken"]) for side in body["sides"]]
        elif event["kind"] == "roll.finished":
            roll.happened = body["events"]
            over[name] = roll
        elif event["kind"] == "roll.undone":
            over.pop(name, None)
    return list(over.values())[-ROLLS:]


def _chance(prepared_roll: PreparedRoll, rulebook: str | None) -> tuple[str, str, Fraction] | None:
    """Return the first event of an action in which nobody decides anything: name, title, exact probability."""
    question = prepared_roll.question
    names = question.system.name, question.action.name
    return _odds(canonical.text([*names, prepared_roll.inputs, prepared_roll.options, rulebook]))


@lru_cache(1024)
def _odds(written: str) -> tuple[str, str, Fraction] | None:
    question = prepared(*json.loads(written)).question
    events = question.action.events
    if not events:
        return None
    try:
        document = odds_document(question, limit=_STATES)
    except OddsmithError:
        return None
    if "policy" in document or not document["exact"]:
        return None
    first = events[0]
    return first.name, first.title, fraction(document["events"][first.name]["p"])


def _statistics(tally: _Luck) -> dict[str, Any]:
    return {
        "rolls": tally.rolls,
        "dice": [_die(die, counts) for die, counts in tally.dice.items()],
        "events": [_event(key, met) for key, met in tally.events.items()],
    }


def _die(die: DieData[Any], counts: Counter[Any]) -> dict[str, Any]:
    """Return the count of each face of a die, and the average face where faces are numbers."""
    thrown = counts.total()
    chances = {face: die_distribution(die).p(face) for face in die.faces}
    faces = []
    for face, p in chances.items():
        low, high = binomial_band(thrown, float(p))
        faces.append(
            {
                "face": face_text(face) if isinstance(face, tuple) else face,
                "count": counts[face],
                "expected": {"exact": exact(thrown * p), "float": float(thrown * p)},
                "band": [low, high],
                "within": low <= counts[face] <= high,
            }
        )
    entry: dict[str, Any] = {"die": str(die), "name": die.name or str(die), "thrown": thrown, "faces": faces}
    if all(isinstance(face, int) for face in chances):
        mean = sum(face * p for face, p in chances.items())
        variance = sum((face - mean) ** 2 * p for face, p in chances.items())
        met = sum(face * n for face, n in counts.items()) / thrown
        spread = _Z * math.sqrt(variance / thrown)
        low_mean, high_mean = float(mean) - spread, float(mean) + spread
        entry |= {
            "mean": met,
            "expected": {"exact": exact(Fraction(mean)), "float": float(mean)},
            "band": [low_mean, high_mean],
            "within": low_mean <= met <= high_mean,
        }
    return entry


def _event(key: tuple[str, str, str, str], met: list[tuple[Fraction, bool]]) -> dict[str, Any]:
    system, action, name, title = key
    expected = sum((p for p, _ in met), Fraction(0))
    low, high = sum_band([float(p) for p, _ in met])
    happened = sum(holds for _, holds in met)
    return {
        "system": system,
        "action": action,
        "event": name,
        "title": title,
        "rolls": len(met),
        "happened": happened,
        "expected": {"exact": exact(expected), "float": float(expected)},
        "band": [low, high],
        "within": low <= happened <= high,
    }


def binomial_band(n: int, p: float) -> tuple[int, int]:
    """Return the counts between which n independent chances of p come out, but for a tail of 1 in 40 on either side.

    >>> binomial_band(100, 0.5)
    (40, 60)
    """
    if p in (0.0, 1.0) or n == 0:
        return round(n * p), round(n * p)
    k = np.arange(n + 1)
    steps = np.log((n - k[:-1]) / (k[1:])) + math.log(p) - math.log1p(-p)
    logs = n * math.log1p(-p) + np.concatenate([[0.0], np.cumsum(steps)])
    return _quantiles(np.exp(logs))


def sum_band(chances: list[float]) -> tuple[int, int]:
    """Return the band of counts for chances that differ.

    >>> sum_band([0.5] * 100)
    (40, 60)
    """
    pmf = np.ones(1)
    for p in chances:
        pmf = np.append(pmf * (1 - p), 0.0) + np.insert(pmf * p, 0, 0.0)
    return _quantiles(pmf)


def _quantiles(pmf: np.ndarray[Any, np.dtype[np.float64]]) -> tuple[int, int]:
    below = np.cumsum(pmf)
    low = int(np.searchsorted(below, _TAIL, side="right"))
    high = int(np.searchsorted(below, 1 - _TAIL, side="left"))
    return low, min(high, len(pmf) - 1)
