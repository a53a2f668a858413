"""Answers that are one for a rule: of which it reads the same.

    faced = await roll(Duel(mine, theirs))
    return Ended(faced.winner)

Asked for the winner, it is answered once for each, with the first of all answers that have it. So it is offered one
option of those that mean the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import attrgetter
from typing import Any

from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.dataflow.demand import DEAD, Demand, Field, Use
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.exploration.laws import Weighted
from oddsmith.rules.exploration.nodes import Setting
from oddsmith.rules.language.choices import Choice, DecisionRequest, choose
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.language.simultaneous import SimultaneousChoice
from oddsmith.rules.unknowns import Law


def chances(setting: Setting, at: AnyActivation, request: ChanceRequest[Any]) -> Weighted | Law:
    """The answers of chance to what a rule awaits, without its gain: of those alike the first."""
    found = setting.chances(request)
    if not (isinstance(at, MachineActivation) and type(found) is list and len(found) > 1):
        return found
    names = _read(at.asks.demand)
    if not names:
        return found
    draw = request.key, names
    together = setting.drawn.get(draw)
    if together is None:
        together = setting.drawn[draw] = _together(found, names)
    return together


def offered(at: AnyActivation, request: DecisionRequest[Any]) -> DecisionRequest[Any]:
    """A decision of a rule, with the first option alone of those that mean the same."""
    if not isinstance(at, MachineActivation) or at.asks.demand.use is not Use.FIELDS:
        return request
    if isinstance(request, SimultaneousChoice):
        parts: dict[Field, Demand] = {(place, len(request.choices)): DEAD for place in range(len(request.choices))}
        parts |= at.asks.demand.fields
        fewer: DecisionRequest[Any] = SimultaneousChoice(tuple(map(_fewer, request.choices, parts.values())))
    else:
        assert isinstance(request, Choice)
        fewer = _fewer(request, at.asks.demand)
    if fewer is not request:
        at.request, at.taken_up = fewer, None
    return fewer


def _fewer(choice: Choice[Any], demand: Demand) -> Choice[Any]:
    names = _read(demand)
    if choice.meaning is None or not names or _kind([*choice.meaning.values()], names) is None:
        return choice
    read = attrgetter(*names)
    meaning: dict[Hashable, Any] = {}
    for option in choice.options:
        meaning.setdefault(read(choice.meaning[option]), option)
    return choose(choice.who, {option: choice.meaning[option] for option in meaning.values()})


def _read(demand: Demand) -> tuple[str, ...]:
    """The fields that are read of an answer; none where more may be."""
    if demand.use is not Use.FIELDS:
        return ()
    names = [name for name, part in demand.fields if part.use is not Use.DEAD]
    named = sorted([name for name in names if isinstance(name, str)])
    return tuple(named) if len(named) == len(names) else ()


def _together(found: Weighted, names: tuple[str, ...]) -> Weighted:
    """The first of all answers with the same fields, with the chances of all; as they are where some have others."""
    if _kind([answer for answer, _ in found], names) is None:
        return found
    read = attrgetter(*names)
    by_fields: dict[Hashable, int] = {}
    together: Weighted = []
    for answer, share in found:
        fields = read(answer)
        place = by_fields.setdefault((type(fields), fields), len(together))
        if place == len(together):
            together.append((answer, share))
        else:
            together[place] = together[place][0], together[place][1] + share
    return together


def _kind(answers: Sequence[Any], names: tuple[str, ...]) -> type | None:
    """The one kind of all answers, which has these fields; None for several kinds, and one without."""
    kind: Any = type(answers[0])
    fields: Any = getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", ())
    return kind if {*names}.issubset(fields) and all(type(answer) is kind for answer in answers) else None
