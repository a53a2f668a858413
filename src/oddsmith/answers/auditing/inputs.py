"""What is odd along the inputs of an action, under house rules, and among what may come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from oddsmith.answers.auditing.tried import Found, Tried, spread_out
from oddsmith.answers.tried_values import rungs, tried_values
from oddsmith.systems.declaration import Event
from oddsmith.systems.fields.field import Field
from oddsmith.systems.fields.kinds import WholeNumber

#: A step is uneven where it is worth less than this of each of those beside it.
_UNEVEN: Final = Fraction(1, 2)

#: What is less than this of the whole ladder is no step worth telling of.
_LEAST: Final = Fraction(1, 100)

#: What happens less often is rare.
_RARE: Final = Fraction(1, 1000)

Step = tuple[Any, Fraction]


def without_effect(tried: Tried) -> Iterator[Found]:
    """Find inputs that change nothing, whatever else is asked, where nobody decides anything."""
    for name, each in tried.fields.items():
        ladder = tried.ladders[name]
        numbers = [answer.numbers for answer in ladder.values()]
        if tried.action.decides or len(ladder) < 2 or any(one != numbers[0] for one in numbers):
            continue  # what is there to be spent changes nothing while nobody spends it
        if not any(tried.matters({name: value}, {}) for value in tried_values(each, None)):
            text = f"{each.typed} changes nothing{_as_far(tried, each)}, whatever else is set."
            yield Found(tried.finding(text, {}, _sweep(tried, each)))


def _as_far(tried: Tried, each: Field) -> str:
    """Tell how far the values of an input were tried, where it has others."""
    values = tried.values(each)
    if not isinstance(each.kind, WholeNumber) or (each.kind.low, each.kind.high) == (values[0], values[-1]):
        return ""
    return f" from {values[0]} to {values[-1]}"


def house_rules_without_effect(actions: Sequence[Tried]) -> Iterator[Found]:
    """Find house rules that change no answer of any action."""
    first = actions[0]
    for name, each in first.readings.items():
        others = first.others(each)
        if _matters_somewhere(actions, name, others) is False:
            command = first.subject.command(
                "sweep", "--option", f"{each.typed}={spread_out([each.default, *others])}", "--of", first.action.lead,
                without=frozenset({each.typed}),
            )  # fmt: skip
            text = f"the house rule {each.typed} changes nothing, whatever else is set."
            yield Found(first.finding(text, {}, command, each.gap))


def _matters_somewhere(actions: Sequence[Tried], name: str, others: list[Any]) -> bool | None:
    """Tell whether a house rule changes any answer; None where that is not known."""
    asked = False
    for tried in actions:
        usual, under = tried.usual, tried.under.get(name, {})
        asked |= usual is not None and bool(under)
        if usual is not None and any(answer.numbers != usual.numbers for answer in under.values()):
            return True
    for tried in actions:
        if tried.action.decides:
            return None  # it may change what is best
        if any(tried.matters({}, {name: value}) for value in others):
            return True
    return False if asked else None


def never(tried: Tried) -> Iterator[Found]:
    """Find events that cannot happen, whatever is tried and whoever decides what."""
    known = [*tried.happens.values()]
    if len(known) < 2 or None in known:
        return
    for event in tried.action.events:
        if not event.needs and not any(event.name in names for names in known if names is not None):
            text = f"“{event.title}” cannot happen: it never does in the {len(known)} questions that were tried."
            yield Found(tried.finding(text, {}, tried.subject.command("odds"), event.rule))


def rare(tried: Tried) -> Iterator[Found]:
    """Find events that hardly ever happen, where nobody decides anything."""
    if tried.action.decides or tried.usual is None or not tried.usual.exact:
        return
    for event in tried.action.events:
        chance = tried.usual.numbers.get(event.name)
        if chance and chance < _RARE and not event.implied_by:
            text = f"“{event.title}” comes once in {round(1 / chance):,} tries."
            yield Found(
                tried.finding(text, {event.name: chance}, tried.subject.command("odds"), event.rule), -float(chance)
            )


def never_along(tried: Tried) -> Iterator[Found]:
    """Find events that cannot happen with some values of an input and can with others, past its first value."""
    for name, each in tried.fields.items():
        values = [value for value in tried.ladders[name] if ("input", name, value) in tried.happens]
        possible = {value: tried.happens["input", name, value] for value in values}
        if not rungs(each) or None in possible.values():
            continue
        by_values: dict[tuple[Any, ...], list[Event[Any]]] = {}
        for event in tried.action.events:
            at = tuple([value for value, names in possible.items() if names is not None and event.name not in names])
            if set(values[:1]) < set(at) < set(values) and not event.needs:
                by_values.setdefault(at, []).append(event)
        for at, events in by_values.items():
            titles = " and ".join(f"“{event.title}”" for event in events)
            text = f"{titles} cannot happen with {each.typed} {spread_out([*at]).replace('..', ' to ')}."
            ladder = [(value, tried.ladders[name][value].numbers.get(events[0].name)) for value in values]
            figures = _figures(each, [(value, chance) for value, chance in ladder if chance is not None])
            yield Found(tried.finding(text, figures, _sweep(tried, each, events[0].name), events[0].rule), len(at))


def ladders(tried: Tried) -> Iterator[tuple[str, Found]]:
    """Find whole numbers along which the lead turns back, stands still, or climbs unevenly, with which it is."""
    for name, each in tried.fields.items():
        steps = lead_along(tried, name)
        if not rungs(each) or len({number for _, number in steps}) < 2:
            continue
        turns, still = _turns(tried, each, steps), _still(tried, each, steps)
        if turns is not None:
            yield "turns", turns
        if still is not None:
            yield "still", still
        uneven = None if turns or still else _uneven(tried, each, steps)
        if uneven is not None:
            yield "uneven", uneven


def lead_along(tried: Tried, name: str) -> list[Step]:
    """Return what is expected of the lead along an input, where that is known exactly."""
    lead = tried.action.lead
    ladder = tried.ladders[name]
    return [(value, one.numbers[lead]) for value, one in ladder.items() if one.exact and lead in one.numbers]


def turns_of(steps: list[Step]) -> list[tuple[Step, Step, Step]]:
    """Return the places at which numbers turn back, each with those beside it."""
    beside = zip(steps, steps[1:], steps[2:], strict=False)
    return [(low, at, high) for low, at, high in beside if (at[1] - low[1]) * (high[1] - at[1]) < 0]


def _turns(tried: Tried, each: Field, steps: list[Step]) -> Found | None:
    """Tell where the lead first turns back."""
    turns = turns_of(steps)
    if not turns:
        return None
    _, at, after = turns[0]
    often, first = ("", "") if len(turns) == 1 else (f" {len(turns)} times", "first ")
    text = f"{tried.title} turns back{often} along {each.typed}, {first}at {at[0]}."
    command = _sweep(tried, each, tried.action.lead)
    return Found(tried.finding(text, _figures(each, turns[0]), command), float(abs(after[1] - at[1])))


def _still(tried: Tried, each: Field, steps: list[Step]) -> Found | None:
    """Tell where the lead stands still on the way: not at its beginning, nor at its end."""
    level = [
        (at, after)
        for at, after in pairwise(steps)
        if at[1] == after[1] and at[1] > 0 and at[1] != steps[0][1] and after[1] != steps[-1][1]
    ]
    if not level:
        return None
    text = f"{tried.title} stands still along {each.typed}, at {level[0][0][0]}."
    return Found(tried.finding(text, _figures(each, level[0]), _sweep(tried, each, tried.action.lead)))


def _uneven(tried: Tried, each: Field, steps: list[Step]) -> Found | None:
    """Tell of the step that is worth least beside its neighbours, where it is worth less than half of each."""
    whole = max(number for _, number in steps) - min(number for _, number in steps)
    least: tuple[Fraction, int] | None = None
    worth = [after[1] - before[1] for before, after in pairwise(steps)]
    for place in range(1, len(worth) - 1):
        before, at, after = worth[place - 1 : place + 2]
        beside = min(abs(before), abs(after))
        if at == 0 or before * at < 0 or at * after < 0 or beside < _LEAST * whole:
            continue
        share = abs(at) / beside
        if share < _UNEVEN and (least is None or share < least[0]):
            least = share, place
    if least is None:
        return None
    place = least[1]
    low, high = steps[place][0], steps[place + 1][0]
    text = (
        f"the step of {each.typed} from {low} to {high} changes {tried.title} by {tried.shown(abs(worth[place]))}, "
        f"those beside it by {tried.shown(abs(worth[place - 1]))} and {tried.shown(abs(worth[place + 1]))}."
    )
    shown = steps[place - 1 : place + 3]
    return Found(tried.finding(text, _figures(each, shown), _sweep(tried, each, tried.action.lead)), float(beside))


def _figures(each: Field, steps: Sequence[Step]) -> Mapping[str, Fraction]:
    return {f"{each.typed} {value}": number for value, number in steps}


def _sweep(tried: Tried, each: Field, of: str = "") -> str:
    """Return the line that shows the values of an input side by side."""
    values = spread_out(tried.values(each))
    asked = ("--of", of or tried.action.lead)
    return tried.subject.command("sweep", f"--{each.typed}", values, *asked, without=frozenset({each.typed}))
