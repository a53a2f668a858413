"""Graphs of calls in which nobody is left to decide, as odds are asked of: of all that comes of them, or of a part."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

from oddsmith.errors import RuleError
from oddsmith.rules.caps import Limits
from oddsmith.rules.compile.questions import adds, asked, asked_by, check_function, compares, put_to
from oddsmith.rules.compile.shapes import NoShape, shape_of
from oddsmith.rules.exploration.explore import build
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.setting import Begun, Setting
from oddsmith.rules.exploration.sharing import joined
from oddsmith.rules.exploration.ways.own_outcomes import AwaitsItself
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.graph.policies import Policy, UnansweredDecision, first_option
from oddsmith.rules.graph.totals import gains_around_a_loop
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.slips import called

_FEW: Final = 1_000  # states of a call with gains of several totals, where one without these leads far down


class InSeveral(Exception):
    """A call that leads far down without end has a graph with gains of several totals."""

    def __init__(self, graph: Graph) -> None:
        super().__init__()
        self.graph = graph


def explore_with(
    call: Call[Any],
    policy: Policy | None,
    *,
    limit: int,
    bound: Fraction,
    equations: bool = True,
    begun: Begun | None = None,
) -> Graph:
    """The graph of a call in which `policy` answers all decisions; without one, a decision is an UnansweredDecision.

    Where its outcome has several totals without end, gains are of all of these (`Graph.shape`). equations, begun: see
    `Setting`.
    """
    # a plan knows decisions by states in which nothing is a gain
    total = not isinstance(policy, Plan)
    setting = Setting(
        limit,
        bound,
        policy=policy,
        decisions_stay=False,
        equations=equations,
        limits=Limits() if total else None,
        begun=begun,
    )
    setting.far_down = lambda _: _look_for_several(call, setting)
    try:
        return build((call,), joined(setting), total=total)
    except InSeveral as found:
        return found.graph
    except (StateLimit, AwaitsItself) as error:
        graph = in_several(call, setting) if _is_endless(error) else None
        if graph is None:
            raise
        return graph


def explore_for(
    call: Call[Any],
    of: Callable[[Any], Any] | None,
    policy: Policy | None,
    *,
    limit: int,
    bound: Fraction,
    equations: bool = True,
    begun: Begun | None = None,
) -> tuple[Graph, Callable[[Any], Any] | None]:
    """The graph of a call as far as `of` its outcome needs it, and what is still to be asked of outcomes, if anything.

    They are whole where a policy may go by anything; and where they have several totals without end, and what is asked
    of those could not be followed alone. equations, begun: see `Setting`.
    """
    if of is not None:
        check_function(of)
        question = _question(call, of, policy)
        if question is None or adds(question) or compares(question):  # a number is a total where nobody decides
            try:
                return explore_with(call, policy, limit=limit, bound=bound, equations=equations, begun=begun), of
            except (StateLimit, AwaitsItself) as error:
                if question is None or not compares(question) or not _is_endless(error):
                    raise
                return explore_with(question, policy, limit=limit, bound=bound, equations=equations, begun=begun), None
        call = question
    try:
        return explore_with(call, policy, limit=limit, bound=bound, equations=equations, begun=begun), None
    except (StateLimit, AwaitsItself) as error:
        whole, function = put_to(call), asked_by(call)
        if whole is None or function is None or not _is_endless(error):
            raise
        graph = in_several(whole, Setting(limit, bound, policy, decisions_stay=False, equations=equations, begun=begun))
        if graph is None:
            raise
        return graph, function


def explore_part(
    call: Call[Any], of: Callable[[Any], Any], policy: Policy | None, *, limit: int, bound: Fraction
) -> Graph | None:
    """The graph of a call as far as a comparison of its outcome needs it; None where `of` asks for anything else."""
    question = _question(call, of, policy)
    if question is None or not compares(question):
        return None
    return explore_with(question, policy, limit=limit, bound=bound)


def _question(call: Call[Any], of: Callable[[Any], Any], policy: Policy | None) -> Call[Any] | None:
    """The question to an outcome as a call; None where it cannot be followed, or a policy may go by the whole."""
    return asked(called(call), of) if policy is None or policy is first_option else None


def _is_endless(error: StateLimit | AwaitsItself) -> bool:
    """Tell whether a call was given up for something that gains of several totals may do without."""
    return isinstance(error, AwaitsItself) or error.early


def _look_for_several(call: Call[Any], setting: Setting) -> None:
    """Raise InSeveral where a call that leads far down has no end, but few states with gains of several totals.

    setting: as for `in_several`.
    """
    few = Setting(min(setting.limit, _FEW), setting.bound, setting.policy, decisions_stay=False, begun=setting.begun)
    with suppress(UnansweredDecision):
        graph = in_several(call, few)
        if graph is not None and gains_around_a_loop(graph):
            raise InSeveral(graph)


def in_several(call: Call[Any], setting: Setting) -> Graph | None:
    """The graph of a call with gains of all totals of its outcome; None where it has not several, or more grows.

    setting: of the call without them. Raises UnansweredDecision.
    """
    shape = None if isinstance(setting.policy, Plan) else shape_of(called(call).rule)
    if shape is None:
        return None
    limit, bound, policy = setting.limit, setting.bound, setting.policy
    several = Setting(
        limit,
        bound,
        policy,
        decisions_stay=False,
        equations=setting.equations,
        symbolic=False,
        limits=Limits(),
        shape=shape,
        begun=setting.begun,
    )
    several.without_end = setting.without_end
    try:
        return build((call,), several, total=True)
    except UnansweredDecision:
        raise
    except (NoShape, StateLimit, RuleError):
        return None
