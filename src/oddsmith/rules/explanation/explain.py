"""An explanation of a call: how its rules run, where its states and its time are, and the change that would help."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from oddsmith.errors import TooLarge
from oddsmith.rules.compile.dataflow.demand import Question
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.programs import seconds_making
from oddsmith.rules.compile.questions import asked
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.explanation.changes import best_change, points
from oddsmith.rules.explanation.explanation import Explanation, Law, LineFigures, MostValues, Spent
from oddsmith.rules.explanation.how_run import how_run
from oddsmith.rules.explanation.record import Record, Recorded
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT
from oddsmith.rules.exploration.limits.places import Line, line_of, widest
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.exploration.with_policy import explore_for
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.policies import UnansweredDecision
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.run.best import explored_for_best
from oddsmith.rules.solvers.totals.solved import solved
from oddsmith.rules.unknowns import Undecided

_RUN_AGAIN = 20_000  # so many states of rules that are run again are run once more to find their lines


def explain(
    *calls: Call[Any], of: Callable[[Any], Any] | None = None, limit: int = STATE_LIMIT, bound: Fraction = BOUND
) -> Explanation:
    """Explain how a call is answered: for each rule the way it runs, states by line, time, the change that would help.

    A call without decisions is explored and solved as `odds` does it, one with decisions explored as `best` does it
    without a goal; of one that is taken apart into subgames, these are explained. Where
    that is given up at a limit, what was seen until then is explained. Several calls are explained together.

    of, limit, bound: as for `odds`.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import explain, roll, rule
    >>> @rule
    ... async def until_six() -> int:
    ...     rolls, others = 1, 0
    ...     while (face := await roll(d6)) != 6:
    ...         rolls += 1
    ...         others += face
    ...     return rolls
    >>> told = explain(until_six())
    >>> told.states, [(each.kept, each.gains, each.forgotten) for each in told.rules]
    (3, [((), ('rolls',), ('others', 'face'))])

    Raises RuleError as `odds` does.
    """
    record, started, made = Record(), process_time(), seconds_making()
    stopped = ""
    try:
        for call in calls:
            _follow(record, call, of, limit, bound)
    except TooLarge as error:
        stopped = str(error)
    making, checking, exploring = seconds_making() - made, record.checking, sum(record.seconds.values())
    solving = process_time() - started - making - checking - exploring
    graphs = [nodes.graph for nodes in record.nodes]
    states = record.states
    return Explanation(
        call=", ".join(map(repr, calls)),
        states=states,
        ends=sum(len(graph.ends) for graph in graphs),
        decisions=sum(len(graph.decisions) + len(graph.simultaneous) for graph in graphs),
        stopped=stopped,
        rules=tuple(how_run(record)),
        lines=_lines(record),
        laws=tuple(
            [
                Law(code.co_name, code.co_filename, outline.line, found, used)
                for outline, (code, found, used) in record.laws.items()
            ]
        ),
        most=_most(record),
        change=best_change(record, states),
        spent=Spent(making, checking, exploring, max(0.0, solving)),
        whole=of is not None and any(asked(call, of) is None for call in calls),
    )


def _follow(record: Record, call: Call[Any], of: Callable[[Any], Any] | None, limit: int, bound: Fraction) -> None:
    """Explore a call as `odds` or `best` does, and solve it where nobody decides.

    Of the graphs that were begun, that of the answer is recorded; where there is none, the largest.
    """
    tried: list[Record] = []

    def begun(calls: Sequence[Call[Any]], setting: Setting, question: Question) -> Recorded:
        tried.append(Record())
        return Recorded(tried[-1], calls, setting, question)

    def seen(states: Graph | Subgames, _: object, __: int) -> Graph:
        return states.graph if isinstance(states, Subgames) else states

    graph = None
    try:
        try:
            graph, _ = explore_for(call, of, None, limit=limit, bound=bound, begun=begun)
            solved(graph)
        except UnansweredDecision:
            graph = explored_for_best(call, None, seen, of=of, limit=limit, bound=bound, begun=begun)
    finally:
        answer = [each for each in tried if graph is not None and each.nodes[0].graph is graph]
        kept = max(answer or tried, key=lambda each: each.states, default=None)
        for each in tried:
            if each is kept:
                record.take(each)
            else:
                record.take_seconds(each)


def _lines(record: Record) -> tuple[LineFigures, ...]:
    """States and seconds by line, most states first."""
    left = _RUN_AGAIN
    states: Counter[Line] = Counter()
    seconds: defaultdict[Line, float] = defaultdict(float)
    of: Counter[tuple[Line, Line]] = Counter()
    for place, known, _ in points(record):
        line = at = line_of(place)
        if isinstance(place, Call) and left and (known or isinstance(engine(place.rule), Reason)):
            left -= 1
            at = _line_within(place, known) or line
        states[at] += 1
        of[line, at] += 1
    for (line, at), number in of.items():  # a rule that is run again is timed as a whole
        whole = sum(states_there for (one, _), states_there in of.items() if one == line)
        seconds[at] += record.seconds[line] * number / whole
    figures = [LineFigures(line, number, seconds[line]) for line, number in states.items()]
    return tuple(sorted(figures, key=lambda each: (-each.states, each.line.file, each.line.line)))


def _line_within(call: Call[Any], known: tuple[Any, ...]) -> Line | None:
    """The line at which a rule that is run again stands; None where that cannot be found so."""
    try:
        at = Activation(call, known)
    except (Exception, Undecided):  # noqa: BLE001 (whatever the rule raises, its line is not known so)
        return None
    frames = at.frames
    at.close()
    if not frames:
        return None
    code = frames[-1].f_code
    return Line(call.rule, code.co_name, code.co_filename, frames[-1].f_lineno or code.co_firstlineno)


def _most(record: Record) -> MostValues | None:
    """The variable with most values at the line with most states."""
    spread = widest([(place, known) for place, known, _ in points(record)])
    return None if spread is None else MostValues(str(spread.variable), spread.number, spread.line, spread.states)
