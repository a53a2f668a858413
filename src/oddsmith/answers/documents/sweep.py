"""Odds along inputs: quantities of an action at every value of one or two of its inputs."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddsmith.answers.asking import asking
from oddsmith.answers.documents.odds import SPENDS_NOTHING, odds_with_first_option
from oddsmith.answers.format.json_values import exact, number, plain, probability
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.goals.quantity import Quantity
from oddsmith.answers.question import house_rules, question, values
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, OddsmithError, TooLarge
from oddsmith.rules import Policy
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems import registry
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import fields_of

#: No sweep has more cells.
MOST_CELLS = 450

#: No cell has more quantities.
MOST_QUANTITIES = 12


def sweep_document(
    system: System | str,
    action: Action[Any, Any, Any] | str,
    inputs: Mapping[str, Any],
    options: Mapping[str, Any],
    along: Mapping[str, Sequence[Any]],
    of: str | Sequence[str],
    *,
    first: int = 0,
    seconds: float = math.inf,
    limit: int = STATE_LIMIT,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Return the chance (`p`, `float`) or the mean (`mean`) of a quantity, in every cell of a sweep.

    of: the quantity, as in a goal without prices, such as an event, a measure, or `successes >= 3`. If it is a list,
    every cell has a list as `each`. along: one or two inputs with their values; cells go through those of the last one
    fastest. A cell whose inputs are not allowed together, or that has too many states, has `refused` (and `remedy`)
    instead. `unresolved` and `policy` are there as in odds.
    first: the cell to begin with. seconds: no cell is begun after so long; `next` is then the cell to go on with.
    limit: the most states of a cell.

    Raises BadInput for a name that is unknown, TooLarge for more than MOST_CELLS cells or MOST_QUANTITIES things.

    >>> answer = sweep_document("dot", "check", {}, {}, {"dots": [1, 2, 3]}, "success")
    >>> [cell["p"] for cell in answer["cells"]]
    ['1/3', '5/9', '19/27']
    """
    system = registry.system(system) if isinstance(system, str) else system
    action = system.action(action) if isinstance(action, str) else action
    rules = house_rules(system, options)
    _check(action, along)
    quantities = _quantities(action, [of] if isinstance(of, str) else of)
    names = frozenset().union(*(each.uses for each in quantities))
    places = list(itertools.product(*along.values()))
    end = clock() + seconds
    cells: list[dict[str, Any]] = []
    policy: Policy | None = None
    for place in places[first:]:
        if cells and clock() >= end:
            break
        try:
            cell = question(system, action, {**inputs, **dict(zip(along, place, strict=True))}, options)
            alone = asking(cell, names)
            here = quantities if alone is cell else [read_quantity(alone.action, each.name) for each in quantities]
            found, policy = odds_with_first_option(alone.call(names), limit, policy)
        except OddsmithError as error:
            cells.append({"refused": error.message, "remedy": error.remedy})
        else:
            answers = [_expectation(found, each) for each in here]
            cells.append(answers[0] if isinstance(of, str) else {"each": answers})
    reached = first + len(cells)
    document = {
        "schema": "oddsmith/sweep/1",
        "system": system.name,
        "action": action.name,
        "inputs": plain(inputs),
        "options": values(rules),
        "of": of if isinstance(of, str) else list(of),
        "along": [{"input": name, "values": list(given)} for name, given in along.items()],
        "first": first,
        "cells": cells,
        "next": reached if reached < len(places) else None,
    }
    return document if policy is None else document | {"policy": SPENDS_NOTHING}


def _check(action: Action[Any, Any, Any], along: Mapping[str, Sequence[Any]]) -> None:
    known = [*fields_of(action.inputs)]
    if not 1 <= len(along) <= 2:
        raise BadInput("along", ", ".join(along), "one input or two")
    for name in along:
        if name not in known:
            raise BadInput("along", name, f"the inputs {', '.join(known)}")
    cells = math.prod(len(given) for given in along.values())
    if cells > MOST_CELLS:
        raise TooLarge("cells", cells, MOST_CELLS, remedy="Take larger steps, or end sooner.")


def _quantities(action: Action[Any, Any, Any], of: Sequence[str]) -> list[Quantity]:
    if not of:
        raise BadInput("of", None, "events and measures")
    if len(of) > MOST_QUANTITIES:
        raise TooLarge("of", len(of), MOST_QUANTITIES, remedy="Ask for some of them, and then for the others.")
    try:
        return [read_quantity(action, each) for each in of]
    except BadInput as error:
        raise BadInput("of", error.value, error.allowed) from error


def _expectation(found: Distribution[Any], quantity: Quantity) -> dict[str, Any]:
    if quantity.is_chance:
        answer = probability(found.p(quantity.of))
    else:
        answer = {"mean": number(found.map(quantity.of).mean)}
    return answer | {"unresolved": exact(found.unresolved)} if found.unresolved else answer
