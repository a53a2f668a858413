"""The odds along inputs: one event or measure of an action, at every value of one or two of its inputs."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from oddsmith.answers.numbers import probability
from oddsmith.answers.odds import SPENDS_NOTHING, with_policy
from oddsmith.answers.plain import exact, number, plain
from oddsmith.answers.question import Question, house_rules, question, values
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, OddsmithError, TooLarge
from oddsmith.rules import Call, Policy, odds
from oddsmith.rules.explore import STATE_LIMIT
from oddsmith.systems import registry
from oddsmith.systems.declare import Action, System, public

#: No sweep has more cells.
MOST_CELLS = 450


def sweep_document(
    system: System | str,
    action: Action[Any, Any, Any] | str,
    inputs: Mapping[str, Any],
    options: Mapping[str, Any],
    along: Mapping[str, Sequence[Any]],
    of: str,
    *,
    first: int = 0,
    seconds: float = math.inf,
    limit: int = STATE_LIMIT,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """The chance of an event (`p`, `float`) or the mean of a measure (`mean`) in every cell of a sweep.

    along: one or two inputs with their values; cells go through those of the last one fastest. A cell whose inputs are
    not allowed together, or that has too many states, has `refused` (and `remedy`) instead. `unresolved` and `policy`
    are there as in odds.
    first: the cell to begin with. seconds: no cell is begun after so long; `next` is then the cell to go on with.
    limit: how many states a cell may have.

    Raises BadInput for a name that is unknown, TooLarge for more than MOST_CELLS cells.

    >>> answer = sweep_document("dot", "check", {}, {}, {"dots": [1, 2, 3]}, "success")
    >>> [cell["p"] for cell in answer["cells"]]
    ['1/3', '5/9', '19/27']
    """
    system = registry.system(system) if isinstance(system, str) else system
    action = system.action(action) if isinstance(action, str) else action
    rules = house_rules(system, options)
    _check(action, along, of)
    places = list(itertools.product(*along.values()))
    end = clock() + seconds
    cells: list[dict[str, Any]] = []
    policy: Policy | None = None
    for place in places[first:]:
        if cells and clock() >= end:
            break
        try:
            asked = question(system, action, {**inputs, **dict(zip(along, place, strict=True))}, options)
            found, policy = with_policy(partial(_odds, asked.call(frozenset({of})), limit), policy)
        except OddsmithError as error:
            cells.append({"refused": error.message, "remedy": error.remedy})
        else:
            cells.append(_cell(asked, found, of))
    reached = first + len(cells)
    document = {
        "schema": "oddsmith/sweep/1",
        "system": system.name,
        "action": action.name,
        "inputs": plain(inputs),
        "options": values(rules),
        "of": of,
        "along": [{"input": name, "values": list(given)} for name, given in along.items()],
        "first": first,
        "cells": cells,
        "next": reached if reached < len(places) else None,
    }
    return document if policy is None else document | {"policy": SPENDS_NOTHING}


def _check(action: Action[Any, Any, Any], along: Mapping[str, Sequence[Any]], of: str) -> None:
    known = [public(name) for name in action.inputs.model_fields]
    if not 1 <= len(along) <= 2:
        raise BadInput("along", ", ".join(along), "one input or two")
    for name in along:
        if name not in known:
            raise BadInput("along", name, f"the inputs {', '.join(known)}")
    if of not in action.names:
        raise BadInput("of", of, f"the events and measures {', '.join(sorted(action.names))}")
    cells = math.prod(len(given) for given in along.values())
    if cells > MOST_CELLS:
        raise TooLarge("cells", cells, MOST_CELLS, remedy="Take larger steps, or end sooner.")


def _cell(asked: Question, found: Distribution[Any], of: str) -> dict[str, Any]:
    event = next((event for event in asked.action.events if event.name == of), None)
    if event is not None:
        cell = probability(found.p(event.holds))
    else:
        measure = next(measure for measure in asked.action.measures if measure.name == of)
        cell = {"mean": number(found.map(measure.of).mean)}
    return cell | {"unresolved": exact(found.unresolved)} if found.unresolved else cell


def _odds(call: Call[Any], limit: int, policy: Policy | None) -> Distribution[Any]:
    return odds(call, policy, limit=limit)
