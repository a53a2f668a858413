"""Numbers that grow without end in the states of rules: those that are seen, and where one is past its limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from oddsmith.rules.caps import Limits, Variable, is_excess
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import APART
from oddsmith.rules.exploration.frames import Stack
from oddsmith.rules.exploration.limits.trends import Answers, goes_on


def is_grown(place: Any, stack: Stack) -> bool:
    """Tell whether a number of a rule, or of one that waits for it, is past its limit."""
    return any(is_excess(unknown) for state in _states(place, stack) for unknown in state.unknowns)


def see(place: Any, stack: Stack, limits: Limits, answers: Answers | None) -> None:
    """Note the values of compared variables of a rule and of those that wait for it.

    answers: those that a request may have; None where numbers that grow are not to be tried out.
    """
    for state in _states(place, stack):
        held = zip(state.machines, state.order, state.live(), strict=True)
        for frame, (machine, site, (_, images)) in enumerate(held):
            awaits = machine.sites[site - 1]
            for at, ends in awaits.compared:
                value = images[at]
                if type(value) is int:
                    directions = [up for up, times in ((True, ends.up), (False, ends.down)) if times is not APART]
                    variable = Variable(machine.known_as, awaits.live[at])
                    limits.see(variable, value, directions, answers and partial(_goes_on, state, frame, at, answers))


def limit_what_grows(places: Sequence[Any], limits: Limits) -> bool:
    """Give numbers of a rule a limit that grow from place to place; tell whether one has its first limit now.

    places: some that follow one another without end.
    """
    late = places[-1]
    if type(late) is not State or any(type(each) is not State or each.order != late.order for each in places):
        return False
    new = False
    held = [each.live() for each in places]
    for frame, (machine, site) in enumerate(zip(late.machines, late.order, strict=True)):
        for number, name in enumerate(machine.sites[site - 1].live):
            values = [frames[frame][1][number] for frames in held]
            if not name.startswith(".") and {*map(type, values)} == {int} and 2 * len(set(values)) > len(values):
                new |= limits.grow_without_end(Variable(machine.known_as, name), values[0], values[-1])
    return new


def _goes_on(state: State, frame: int, number: int, answers: Answers, upwards: bool) -> bool:
    return goes_on(state, frame, number, answers, upwards=upwards)


def _states(place: Any, stack: Stack) -> Iterator[State]:
    while True:
        if type(place) is State:
            yield place
        if stack is None:
            return
        place, stack = stack[0], stack[3]
