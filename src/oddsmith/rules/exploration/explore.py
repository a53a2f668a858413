"""From a mechanic to its graph: run its rules down every branch, and share states that are equal.

Rules are run by their machines, or by `language.driver` where they have none: exploration asks `engines.activation` for
either. A state is named by a call or a `State`, and the answers since; a `Branch` says where a branch from it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from oddsmith.distribution.limits import LIMIT, allowing_each
from oddsmith.how_far import finding
from oddsmith.rules.caps import Limits, Recapped
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import asks
from oddsmith.rules.compile.engines import total as asked_total
from oddsmith.rules.compile.questions import asked, compares
from oddsmith.rules.exploration.anew import retried
from oddsmith.rules.exploration.as_totals import is_the_same_as_total
from oddsmith.rules.exploration.expanding import Exploration
from oddsmith.rules.exploration.laws import Needs
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.numbers.sights import Sights
from oddsmith.rules.exploration.outside import unchanged
from oddsmith.rules.exploration.raised import note_where
from oddsmith.rules.exploration.setting import Begun, FarDown, Setting
from oddsmith.rules.exploration.sharing import joined
from oddsmith.rules.exploration.waiting.frames import DEPTH_LIMIT, Decides, endless_await
from oddsmith.rules.exploration.ways.own_outcomes import waiting_for_itself, without_question
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.watched import WaysRead
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.slips import called, outcomes_fine
from oddsmith.rules.solvers.absorption import outcomes
from oddsmith.rules.solvers.outcomes_apart import outcomes_apart

T = TypeVar("T")

STATE_LIMIT = LIMIT
BOUND = Fraction(1, 10**18)


def explore(
    *calls: Call[Any],
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
    added: bool = False,
    far_down: FarDown | None = None,
    begun: Begun | None = None,
) -> Graph:
    """The graph of all states that the calls can lead to, decisions included; equal states are shared among them.

    limit: how many nodes there may be. bound: an unbounded roll that steers a rule is enumerated until less than this
    is left; the rest goes to an `UNRESOLVED` end. added: whether all that matters of the outcome is its sum, so that
    numbers that are added up may be gains. far_down: done once, where many states have followed one another. begun: see
    `Setting`.

    Raises StateLimit past the limit, or where states that lead back to each other are too many to be solved; RuleError
    for a rule that is not deterministic, or that awaits itself without end.
    """
    if not all(asks(called(call).rule) for call in calls):
        setting = Setting(limit, bound, policy=None, decisions_stay=True, begun=begun, far_down=far_down)
        graph = build(calls, joined(setting), total=added)
    else:
        graph = _explore_part(calls, limit, bound, added=added, begun=begun)
    graph.apart = partial(_explore_apart, calls, limit, bound)
    return graph


def _explore_part(
    calls: Sequence[Call[Any]], limit: int, bound: Fraction, *, added: bool, begun: Begun | None
) -> Graph:
    """The graph of calls of whose outcomes parts are asked.

    Numbers that seem to have no end of values are told apart only as far as these parts need it; from the first where
    an outcome is a number that is only compared.
    """
    setting = Setting(limit, bound, policy=None, decisions_stay=True, sights=Sights(), begun=begun)
    if any(compares(call) for call in calls):
        return build(calls, replace(setting, limits=Limits()), total=added)
    try:
        return build(calls, joined(setting), total=added)
    except StateLimit as error:
        if not error.early:
            raise
        try:
            setting = Setting(
                limit, bound, policy=None, decisions_stay=True, sights=Sights(), limits=Limits(), begun=begun
            )
            return build(calls, setting, total=added)
        except StateLimit:
            raise error from None


def _explore_apart(calls: Sequence[Call[Any]], limit: int, bound: Fraction) -> Graph:
    """The same graph, but that states inside rules do not merge."""
    return build(calls, Setting(limit, bound, policy=None, decisions_stay=True, compiled=False))


def question_to(call: Call[Any], setting: Setting) -> Question:
    """The question to the outcome of a call as a total, or as several."""
    return asked_total(called(call)) if setting.shape is None else setting.shape.question


def explore_asked(
    call: Call[Any],
    of: Callable[[Any], Any],
    *,
    added: bool,
    limit: int,
    bound: Fraction,
    far_down: FarDown | None = None,
    begun: Begun | None = None,
) -> Graph | None:
    """The graph of a call, decisions included, as far as `of` its outcome needs it; None where that is the whole.

    added: whether all that matters of numbers that are added up is their sum, so that they may be gains. far_down: see
    `explore`. begun: see `Setting`.
    """
    question = asked(called(call), of)
    if question is None:
        return None
    setting = Setting(limit, bound, None, True, far_down=far_down, sights=Sights(), limits=Limits(), begun=begun)
    return build((question,), setting, total=added)


def build(calls: Sequence[Call[Any]], setting: Setting, *, total: bool = False) -> Graph:
    """The graph of calls. total: whether their outcome is a total, or several as the setting says.

    Raises as `explore`.
    """
    begin = setting.begun or Exploration

    def built() -> Graph:
        question = question_to(calls[0], setting) if total else AS_IT_IS
        root = begin([called(call) for call in calls], setting, question)
        drain(root)
        if setting.sights is not None and setting.sights.stale:
            setting.sights.stale = False
            raise Recapped
        outcomes_fine(calls[0], root.nodes.graph.ends.values())
        root.nodes.graph.shape = root.nodes.shape
        return root.nodes.graph

    with unchanged([called(call) for call in calls], setting.answers):
        try:
            return retried(built, setting)
        except StateLimit:
            if setting.sights is None or not setting.sights.used:
                raise
            setting.sights = None  # where all is known, fewer things may be told apart later
            setting.reset()
            return retried(built, setting)
        except WaysRead:
            setting.compiled = False
            setting.reset()
            return retried(built, setting)  # a rule that is run again has a machine too, to name its variables
        except Exception as error:
            note_where(error)
            raise


def drain(root: Exploration) -> None:
    """Explore all that is left to explore, and solve the sub-rules that it takes."""
    setting = root.nodes.setting
    explorations = [root]
    with without_collection(), allowing_each(max(setting.limit, LIMIT)), finding(lambda: setting.untold):
        while explorations:
            current = explorations[-1]
            try:
                current.work(is_root=current is root)
            except Needs as need:
                current.waits = need.waits
                if any(e.nodes.call == need.call for e in explorations):
                    waiting = [(each.nodes.call, each.waits) for each in explorations]
                    raise waiting_for_itself(waiting, need.call, setting.own) from None
                if len(explorations) >= DEPTH_LIMIT:
                    raise endless_await(need.call) from None
                current.given.note(current.nodes.call, without_question(need.call))
                explorations.append(current.begun(need))
            except StateLimit as error:
                error.as_total = error.as_total or all(is_the_same_as_total(each.nodes) for each in explorations)
                raise
            except Decides:
                setting.deciding.add(without_question(current.nodes.call).rule)
                explorations.pop()
            else:
                explorations.pop()
                current.nodes.check_total()
                if current is not root:
                    nodes = current.nodes
                    found = outcomes_apart(nodes.graph)
                    setting.solved[nodes.call, current.solves] = (
                        setting.answers_of(outcomes(nodes.graph)) if found is None else found
                    )
    setting.told += setting.untold
