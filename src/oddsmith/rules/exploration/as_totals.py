"""Graphs that would be the same if their outcome were asked as a total, so that they need not be explored again so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, TOTAL
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.exploration.limits.places import places
from oddsmith.rules.exploration.nodes import Nodes
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.unknowns import Law

_MANY: Final = 10  # a number that is compared and takes fewer values has no limit


def is_the_same_as_total(nodes: Nodes) -> bool:
    """Tell whether nothing found so far would be a gain, or have limits beyond which it is not told apart."""
    laws = any(isinstance(found, Law) for found in nodes.setting.drawn.values())
    if laws or nodes.descent.grows or nodes.setting.limits is not None:
        return False
    found = [place for place, _ in places(nodes.graph.labels)]
    states = [place for place in found if type(place) is State]
    awaiting = {state.rule for state in states if len(state.machines) > 1 or isinstance(state.request, Call)}
    same = all(_is_the_same(rule, awaits=rule in awaiting) for rule in {place.rule for place in found})
    return same and not _compares_many(states)


def _is_the_same(rule: Rule[..., Any], *, awaits: bool) -> bool:
    """Tell whether a rule has the same states if its outcome is asked as a total. awaits: whether it awaits others."""
    whole, total = engine(rule), engine(rule, TOTAL)
    if whole is total:
        return True
    if not isinstance(whole, Machine) or not isinstance(total, Machine) or total.busts:
        return False
    return [site.live for site in whole.sites] == [site.live for site in total.sites] and not any(
        any(times for _, times in site.added) or (awaits and site.asks is not AS_IT_IS) for site in total.sites
    )


def _compares_many(states: Sequence[State]) -> bool:
    """Tell whether a number takes many values that is only compared, so that it may have a limit."""
    values: dict[tuple[Machine, int, int], set[int]] = {}
    for state in states:
        for machine, site, (_, images) in zip(state.machines, state.order, state.live(), strict=True):
            for at, _ in machine.sites[site - 1].compared:
                if type(images[at]) is int:
                    values.setdefault((machine, site, at), set()).add(images[at])
    return any(len(taken) >= _MANY for taken in values.values())
