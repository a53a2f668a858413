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

from flint import fmpq

from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.dataflow.demand import DEAD, Demand, Field, Use
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.images.held_symbols import symbols_in
from oddsmith.rules.exploration.laws import Weighted
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.language.choices import Choice, DecisionRequest, choose
from oddsmith.rules.language.exactly import exactly
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
    elif isinstance(request, Choice):
        fewer = _fewer(request, at.asks.demand)
    else:
        return request  # of another kind, of which nobody knows how to ask for fewer
    if fewer is not request:
        at.request, at.taken_up = fewer, None
    return fewer


def _fewer(choice: Choice[Any], demand: Demand) -> Choice[Any]:
    if choice.meaning is None or any([*symbols_in(meant)] for meant in choice.meaning.values()):
        return choice
    firsts = _firsts([choice.meaning[option] for option in choice.options], _read(demand))
    if firsts is None:
        return choice
    options = [choice.options[first] for first in dict.fromkeys(firsts)]
    return choose(choice.who, {option: choice.meaning[option] for option in options})


def _read(demand: Demand) -> tuple[str, ...]:
    """The fields that are read of an answer; none where more may be."""
    if demand.use is not Use.FIELDS:
        return ()
    names = [name for name, part in demand.fields if part.use is not Use.DEAD]
    named = sorted([name for name in names if isinstance(name, str)])
    return tuple(named) if len(named) == len(names) else ()


def _together(found: Weighted, names: tuple[str, ...]) -> Weighted:
    """The first of all answers with the same fields, with the chances of all."""
    firsts = _firsts([answer for answer, _ in found], names)
    if firsts is None:
        return found
    shares: dict[int, fmpq] = {}
    for first, (_, share) in zip(firsts, found, strict=True):
        shares[first] = shares[first] + share if first in shares else share
    return [(found[first][0], share) for first, share in shares.items()]


def _firsts(answers: Sequence[Any], names: tuple[str, ...]) -> list[int] | None:
    """The place of the first answer with the same fields, for each; None where that cannot be told of all."""
    kind: Any = type(answers[0])
    fields: Any = getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", ())
    if not names or not {*names}.issubset(fields) or any(type(answer) is not kind for answer in answers):
        return None
    read = attrgetter(*names)
    places: dict[Hashable, int] = {}
    try:
        return [places.setdefault(exactly(read(each)), place) for place, each in enumerate(answers)]
    except TypeError:  # a field that cannot be hashed
        return None
