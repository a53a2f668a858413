"""Values with which an action is tried when nobody asks for any in particular."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from oddsmith.systems.declaration import Action, IsWord
from oddsmith.systems.fields.field import Field, fields_of
from oddsmith.systems.fields.kinds import WholeNumber, YesNo

#: Whole numbers with more values than these are tried up to the tenth alone.
_MOST = 50

#: Whole numbers with no more values than these are tried with all of them, as far as there is time.
_FEW = 60


def example_inputs(action: Action[Any, Any, Any]) -> dict[str, Any]:
    """Inputs of an action: their defaults, and a value in the midst of what each may be that must be given."""
    found = {name: _example(each) for name, each in fields_of(action.inputs).items()}
    return {name: value for name, value in found.items() if value is not None}


def tried_values(each: Field, but: Any) -> list[Any]:
    """Values that an input or a house rule is tried with: every word, and a whole number's limits and middle.

    but: the value that need not be tried.
    """
    ladder = rungs(each)
    if ladder:
        low, high = ladder[0], ladder[-1]
        values: list[Any] = sorted({low, min(low + 1, high), (low + high) // 2, high})
    elif isinstance(each.kind, YesNo):
        values = [False, True]
    else:
        values = list(each.kind.choices)
    return [value for value in values if value != but]


def rungs(each: Field) -> range:
    """The values of a whole number, the first ten where there are very many; none for anything else."""
    if not isinstance(each.kind, WholeNumber):
        return range(0)
    low = each.kind.low if each.kind.low is not None else 0
    high = each.kind.high if each.kind.high is not None and each.kind.high - low <= _MOST else low + 10
    return range(low, high + 1)


def further_inputs(action: Action[Any, Any, Any]) -> list[dict[str, Any]]:
    """Inputs with which an action is tried besides: all at their lower limits, all at their upper limits, and then
    each alone at values between them, the other inputs as in the example."""
    fields = fields_of(action.inputs)
    plain = example_inputs(action)
    limits = {name: found for name, each in fields.items() if (found := _limits(each)) is not None}
    corners = [{name: found[place] for name, found in limits.items()} for place in (0, 1)] if len(limits) > 1 else []
    alone = [[{name: value} for value in _between(each, plain.get(name))] for name, each in fields.items()]
    return [plain | each for each in [*corners, *(each for turn in zip_longest(*alone) for each in turn if each)]]


def _limits(each: Field) -> tuple[Any, Any] | None:
    """The lower and the upper limit of an input; None where it has not both."""
    if isinstance(each.kind, YesNo):
        return False, True
    if isinstance(each.kind, WholeNumber) and each.kind.low is not None and each.kind.high is not None:
        return each.kind.low, each.kind.high
    return None


def _between(each: Field, but: Any) -> list[int]:
    """All that a whole number may be and is not tried with by itself; of very many, the first and some of the rest."""
    limits = _limits(each)
    if not isinstance(each.kind, WholeNumber) or limits is None:
        return []
    low, high = limits
    values = (
        set(range(low, high + 1)) if high - low < _FEW else {*rungs(each), *range(low, high, (high - low) // 10), high}
    )
    return sorted(values.difference(tried_values(each, but), [but]))


def word_events(action: Action[Any, Any, Any]) -> list[list[str]]:
    """The events of each word that an outcome tells, of which one holds always."""
    by_part: dict[Any, list[str]] = {}
    for event in action.events:
        if isinstance(event.holds, IsWord):
            by_part.setdefault(event.holds.part, []).append(event.name)
    return [names for names in by_part.values() if len(names) > 1]


def _example(each: Field) -> Any:
    """A value of an input in the midst of what it may be; None for what need not be given."""
    if not each.required:
        return each.default
    values = tried_values(each, None)
    return values[len(values) // 2] if values else "1"
