"""What is worth what in a game: each die and point, each house rule, best play; and how far results scatter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from oddsmith.answers.auditing.inputs import lead_along, turns_of
from oddsmith.answers.auditing.tried import LIMIT, Found, Tried, spread_out, typed
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.goals.tie_breaking import PLAYER
from oddsmith.answers.question import Question
from oddsmith.answers.tried_values import rungs
from oddsmith.errors import OddsmithError, TooLarge
from oddsmith.rules import solve
from oddsmith.systems.declaration import percent
from oddsmith.systems.fields.field import Field

#: So many values of what can be spent are played best, from the least on.
_PLAYED: Final = 6

#: What changes a chance by less, or a number by less of itself, is not told of.
_LEAST: Final = Fraction(1, 1000)

#: So many house rules are told of.
_READINGS: Final = 3


def naive_play(tried: Tried) -> Iterator[Found]:
    """Tell what taking the first option always loses, or where several decide, what it makes of the game."""
    asked = tried.question()
    if not tried.plays or asked is None:
        return
    played, first = _best(tried, asked), _first(tried)
    if played is None or first is None or played.worth == first:
        return
    best, shown = played.worth, (tried.shown(first), tried.shown(played.worth))
    figures = {"first option": first, "best play": best}
    if played.alone:
        text = f"{shown[0]} for whoever always takes the first option, {shown[1]} with best play."
        figures["lost"] = best - first
    else:
        text = f"{shown[0]} where everybody always takes the first option, {shown[1]} where everybody plays best."
    command = tried.subject.command("best", "--goal", tried.action.aim)
    size = abs(best - first) / (1 if tried.is_chance else max(abs(best), abs(first)))
    if size < _LEAST:
        return
    yield Found(tried.finding(f"{_aim_title(tried)}: {text}", figures, command), float(size))


def steps(tried: Tried) -> Iterator[Found]:
    """Tell what one more of each number is worth."""
    for name in tried.numbers:
        each = tried.fields[name]
        along, by = lead_along(tried, name), ""
        played = len({number for _, number in along}) < 2 and tried.plays
        if played:  # what is there to be spent is worth something to whoever spends it
            found = dict(_played_along(tried, name, each))
            along = [(value, one.worth) for value, one in found.items()]
            by = "" if all(one.alone for one in found.values()) else " by all"
        elif tried.whole and turns_of(along):
            continue  # that it turns back is told already, with what it does there
        yield from _steps(tried, each, along, f", played best{by}," if played else "")


def _steps(tried: Tried, each: Field, along: list[tuple[Any, Fraction]], played: str) -> Iterator[Found]:
    worth = {(a, b): after - before for (a, before), (b, after) in pairwise(along) if b == a + 1}
    moved = {step: abs(change) for step, change in worth.items() if change}
    if not moved:
        return
    most, least = max(moved, key=lambda step: moved[step]), min(worth, key=lambda step: abs(worth[step]))
    title = _aim_title(tried) if played else tried.title
    if len(set(worth.values())) == 1:
        text = f"{title}: every step of {each.typed}{played} changes it by {_signed(tried, worth[most])}."
        worth = {most: worth[most]}
    else:
        text = (
            f"{title}: a step of {each.typed}{played} changes it most from {most[0]} to {most[1]} "
            f"({_signed(tried, worth[most])}), least from {least[0]} to {least[1]} ({_signed(tried, worth[least])})."
        )
    figures = {f"{each.typed} {a} to {b}": change for (a, b), change in worth.items()}
    asked = ("--best", tried.action.aim) if played else ("--of", tried.action.lead)
    values = spread_out([value for value, _ in along])
    command = tried.subject.command("sweep", f"--{each.typed}", values, *asked, without=frozenset({each.typed}))
    whole = max(abs(number) for _, number in along)
    size = moved[most] if tried.is_chance else moved[most] / whole
    if size < _LEAST:
        return
    yield Found(tried.finding(text, figures, command), float(size))


def _played_along(tried: Tried, name: str, each: Field) -> Iterator[tuple[Any, _Played]]:
    for value in list(rungs(each))[:_PLAYED]:
        asked = tried.question({name: value})
        best = None if asked is None else _best(tried, asked)
        if best is None:
            return
        yield value, best


def words(tried: Tried) -> Iterator[Found]:
    """Tell between which of the words that an input may be the lead differs most."""
    for name, each in tried.fields.items():
        along = lead_along(tried, name) if name in tried.ladders and not rungs(each) else []
        if len({number for _, number in along}) < 2:
            continue
        (least, low), (most, high) = min(along, key=_number), max(along, key=_number)
        size = (high - low) / (1 if tried.is_chance else max(abs(high), abs(low)))
        if size < _LEAST:
            ends = [f"{number:.3%}" if tried.is_chance else f"{number:.7g}" for number in (float(low), float(high))]
            said = f"{each.typed} hardly matters: {ends[0]} with {typed(least)}, {ends[1]} with {typed(most)}."
        else:
            ends = [f"{tried.shown(n)} with {each.typed} {typed(value)}" for value, n in ((least, low), (most, high))]
            said = f"{', '.join(ends)}."
        figures = {f"{each.typed} {typed(value)}": number for value, number in along}
        values = spread_out([value for value, _ in along])
        asked = (f"--{each.typed}", values, "--of", tried.action.lead)
        command = tried.subject.command("sweep", *asked, without=frozenset({each.typed}))
        yield Found(tried.finding(f"{tried.title}: {said}", figures, command), float(size))


def _number(step: tuple[Any, Fraction]) -> Fraction:
    return step[1]


def house_rules(actions: Sequence[Tried]) -> Iterator[Found]:
    """Tell which readings of the rules change the leads most, each where it changes most."""
    largest: dict[str, Found] = {}
    for tried in actions:
        lead = tried.action.lead
        now = None if tried.usual is None else tried.usual.numbers.get(lead)
        for name, under in tried.under.items():
            for value, answer in under.items():
                then = answer.numbers.get(lead)
                if now is None or then is None or then == now:
                    continue
                found = _reading(tried, tried.readings[name], value, now, then)
                if found.size >= _LEAST and (name not in largest or found.size > largest[name].size):
                    largest[name] = found
    yield from sorted(largest.values(), key=lambda found: -found.size)[:_READINGS]


def _reading(tried: Tried, each: Field, value: Any, now: Fraction, then: Fraction) -> Found:
    reading = f"{each.typed}={typed(value)}"
    text = f"{tried.title}: {tried.shown(then)} instead of {tried.shown(now)} under the house rule {reading}."
    command = tried.subject.command("odds", "--option", reading, without=frozenset({each.typed}))
    size = abs(then - now) / (1 if tried.is_chance else max(abs(then), abs(now)))
    figures = {"as it is": now, reading: then}
    return Found(tried.finding(text, figures, command, each.gap or tried.rule), float(size))


def swings(tried: Tried) -> Iterator[Found]:
    """Tell of the number that scatters most, where that is by as much as it is on average, or more."""
    yield from sorted(_swinging(tried), key=lambda found: -found.size)[:1]


def _swinging(tried: Tried) -> Iterator[Found]:
    for measure in tried.action.measures:
        entry = tried.usual and tried.usual.spread.get(measure.name)
        if not entry or entry["mean"] is None or entry["sd"] is None:
            continue
        mean, deviation = Fraction(entry["mean"]["exact"]), entry["sd"]
        low, high = entry["quantiles"]["0.05"], entry["quantiles"]["0.95"]
        if mean <= 0 or deviation < mean or low is None or high is None or high <= max(low, 1):
            continue
        text = (
            f"{measure.title}: {float(mean):.3g} on average, but give or take {deviation:.3g}; 9 times in 10 it is "
            f"from {low} to {high}."
        )
        figures = {"mean": mean, "standard deviation": deviation, "1 in 20 at most": low, "1 in 20 at least": high}
        yield Found(tried.finding(text, figures, tried.subject.command("odds")), deviation / float(mean))


@dataclass(frozen=True)
class _Played:
    """The worth of best play for the aim. alone: whether nobody but the player decides anything."""

    worth: Fraction
    alone: bool


def _best(tried: Tried, asked: Question) -> _Played | None:
    """Play a question best; None where it is too large."""
    aim = read_quantity(tried.action, tried.action.aim)
    try:
        graph = asked.graph(aim.uses if tried.action.asks_apart else None, LIMIT)
        return _Played(Fraction(solve(graph, aim.goal).value), set(graph.deciders) <= {PLAYER})
    except TooLarge:
        tried.left_out += 1
        return None
    except OddsmithError:
        return None  # gains of which nobody says what they add to


def _first(tried: Tried) -> Fraction | None:
    """What the aim comes to where each decision is answered with its first option."""
    lead = None if tried.usual is None or not tried.usual.exact else tried.usual.numbers.get(tried.action.lead)
    if lead is None:
        return None
    aim = tried.action.aim
    if aim == tried.action.lead:
        return lead
    if aim == f"not {tried.action.lead}":
        return 1 - lead
    if aim == f"- {tried.action.lead}":
        return -lead
    return None if tried.usual is None else tried.usual.numbers.get(aim)


def _aim_title(tried: Tried) -> str:
    return read_quantity(tried.action, tried.action.aim).title


def _signed(tried: Tried, number: Fraction) -> str:
    if not number:
        return "nothing"
    if tried.is_chance and abs(number) < _LEAST:
        return f"less than {percent(_LEAST)}"
    return f"{'+' if number > 0 else ''}{tried.shown(number)}"
