"""Odds along inputs as a document: quantities of an action at every value of one or two of its inputs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddsmith.answers.documents.odds import spends_nothing
from oddsmith.answers.expected import Found, Odds, Played, best_of
from oddsmith.answers.format.json_values import exact, number, plain, probability
from oddsmith.answers.question import house_rules, question, values
from oddsmith.errors import BadInput, OddsmithError, TooLarge, Unknown
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems import registry
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import fields_of
from oddsmith.workbench.axes import Axis, cell_count, places

#: No document has more cells.
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
    best: bool = False,
    first: int = 0,
    seconds: float = math.inf,
    limit: int = STATE_LIMIT,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Return the chance (`p`, `float`) or the mean (`mean`) of a quantity, in every cell of a sweep.

    of: the quantity, as in a goal without prices, such as an event, a measure, or `successes >= 3`. If it is a list,
    every cell has a list as `each`. along: one or two inputs with their values; cells go through those of the last one
    fastest. A cell whose inputs are not allowed together, or that has too many states, has `refused` (and `remedy`)
    instead. `unresolved` and `policy` are there as in odds. best: whether cells are what best play for it is worth.
    first: the cell to begin with. seconds: no cell is begun after so long; `next` is then the cell to go on with.
    limit: the most states of a cell.

    Raises BadInput for a name that is unknown, TooLarge for more than MOST_CELLS cells or MOST_QUANTITIES things.

    >>> answer = sweep_document("dot", "check", {}, {}, {"dots": [1, 2, 3]}, "success")
    >>> [cell["p"] for cell in answer["cells"]]
    ['1/3', '5/9', '19/27']
    >>> tosses = sweep_document("edged-coins", "toss", {"rank": 2}, {}, {"ec": [0, 5]}, "success", best=True)
    >>> [round(cell["float"], 4) for cell in tosses["cells"]]
    [0.75, 0.9375]
    """
    system = registry.system(system) if isinstance(system, str) else system
    action = system.action(action) if isinstance(action, str) else action
    rules = house_rules(system, options)
    axes = _axes(action, along)
    odds = Odds(action, _listed(of), limit)
    count = cell_count(axes)
    end = clock() + seconds
    cells: list[dict[str, Any]] = []
    for place in places(axes, first, count):
        if cells and clock() >= end:
            break
        try:
            asked = question(system, action, {**inputs, **dict(zip(along, place, strict=True))}, options)
            found = [best_of(asked, each, {}, limit) for each in _listed(of)] if best else odds.of(asked)
        except OddsmithError as error:
            remedy = error.within if isinstance(error, TooLarge) else error.remedy
            cells.append({"refused": error.message, "remedy": remedy})
        else:
            answers = [_answer(each) for each in found]
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
        "next": reached if reached < count else None,
    }
    if best:
        document["best"] = True
    return document if odds.policy is None else document | {"policy": spends_nothing(action)}


def _axes(action: Action[Any, Any, Any], along: Mapping[str, Sequence[Any]]) -> list[Axis]:
    known = [*fields_of(action.inputs)]
    if not 1 <= len(along) <= 2:
        raise BadInput("along", ", ".join(along), "one input or two")
    for name in along:
        if name not in known:
            raise Unknown("input", name, known, field="along")
    axes = [Axis(name, tuple(values)) for name, values in along.items()]
    if cell_count(axes) > MOST_CELLS:
        raise TooLarge("cells", cell_count(axes), MOST_CELLS, remedy="Take larger steps, or end sooner.")
    return axes


def _listed(of: str | Sequence[str]) -> Sequence[str]:
    listed = [of] if isinstance(of, str) else of
    if len(listed) > MOST_QUANTITIES:
        raise TooLarge("of", len(listed), MOST_QUANTITIES, remedy="Ask for some of them, and then for the others.")
    return listed


def _answer(found: Found | Played) -> dict[str, Any]:
    answer = probability(found.value) if found.is_chance else {"mean": number(found.value)}
    return answer | {"unresolved": exact(found.unresolved)} if found.unresolved else answer
