"""Rules that ask for nothing more: they are run on at once, up to where they lead, and so is what waits for them.

Most options and calls go on like this. What is asked on the way is answered by `Branches`, from there.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, TypeAlias, TypeGuard

from oddsmith.rules.caps import Recapped
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.engines import AnyActivation, Refused
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.exploration.frames import Decides, Stack, back
from oddsmith.rules.exploration.laws import Needs
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.nodes import AtDecision, Edge, Edges, Nodes
from oddsmith.rules.graph.watched import WaysRead
from oddsmith.rules.language.calls import Call, Sequel
from oddsmith.rules.language.driver import Activation, Returned, run_on
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request, Step

#: Errors that are no errors of rules.
PASSED_ON: Final = (Needs, Decides, Refused, WaysRead, StateLimit, Recapped)

_MORE: Final = 20  # so many remarks and rules that wait; more are counted

#: Where a branch stands: a rule, its answers and their requests, what waits for it, and the rule under way if it is.
Branch: TypeAlias = tuple[
    "Call[Any] | State", tuple[Hashable, ...], tuple[Request[Any], ...], Stack, "AnyActivation | None"
]


def runs_again(place: Call[Any] | State, stack: Stack, nodes: Nodes) -> TypeGuard[Call[Any]]:
    """Tell whether a rule is known to be run again for every branch, and not asked for fields of its outcome; where
    nothing has to be known of numbers.
    """
    if type(place) is Call and type(place.rule.engine) is Reason and nodes.caps is None and not nodes.watch.used:
        return not nodes.asks_fields if stack is None else type(stack[0]) is not State
    return False


def leads_to(value: Any, stack: Stack, nodes: Nodes) -> Edge | None:
    """The node to which what a rule returned leads, with the gain on the way; None where that is not sure at once."""
    kind = type(value)
    if kind is Call and type(value.gain) is int and not value.gain:
        return nodes.begins(value, stack), 0
    if kind is Sequel:
        waiting, gain = nodes.waits_for(value, stack)
        return nodes.begins(value.first.bare(), waiting), gain
    return None


def straight(
    place: Call[Any] | State,
    known: tuple[Hashable, ...],
    asked: tuple[Request[Any], ...],
    stack: Stack,
    at: Activation | None,
    nodes: Nodes,
) -> Edge | Branch:
    """The end to which a branch leads on which nothing is asked; or where it stands when something is.

    place: a rule that is run again. at: the rule, where it is under way.
    """
    left = _MORE
    try:
        while left:
            if at is None:
                value = run_on(place, known, asked, left)  # type: ignore[arg-type]
                if type(value) is Activation:
                    return place, known, asked, stack, value
            else:
                while left and isinstance(at.request, Remark):
                    left -= 1
                    at.heed()
                if type(at.request) is not Returned:
                    break
                value, at = at.request.value, None
            led = leads_to(value, stack, nodes)
            if led is not None or stack is None:
                return led or nodes.last(value)
            if isinstance(value, Step) or nodes.fields.came(stack, value) is not None:
                break
            (place, known, asked), stack = back(value, stack), stack[3]
            nodes.setting.work += 1
            left -= 1
            if not runs_again(place, stack, nodes):
                break
    except PASSED_ON:
        raise
    except BaseException as error:
        remember(error, place, asked, known)
        raise
    return place, known, asked, stack, at


def as_edges(ways: Edge | Edges | AtDecision) -> Edges | AtDecision:
    """All edges, where there is but one too."""
    return {ways: None} if isinstance(ways, tuple) else ways
