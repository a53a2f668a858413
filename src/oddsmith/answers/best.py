"""The best way to play an action, as a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from oddsmith.answers.choices import label
from oddsmith.answers.odds import answers
from oddsmith.answers.plain import arguments, exact, first_line, number, plain
from oddsmith.answers.question import Question
from oddsmith.errors import BadInput
from oddsmith.rules import Advice, Call, Decision, Goal, Linear, Next, Plan, Solution, best, first_option, odds
from oddsmith.rules.explore import STATE_LIMIT
from oddsmith.systems.declare import Action, Event, Measure, written

#: A plan lists no more decisions than this, unless more are asked for.
MOST_LISTED = 10_000


def best_document(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
    most: int = MOST_LISTED,
) -> dict[str, Any]:
    """Optimal play for a goal, what it is worth, and the odds of what then happens.

    goal: the name of an event (its probability counts) or measure (its mean counts). prices: what one unit of a
    measure costs, in units of the goal; the goal's expectation minus what is paid is maximised by "player", and
    minimised by "opponent". limit: how many states there may be; past it StateLimit is raised. most: how many
    decisions the plan lists at most; `decisions` counts all there are and those that best play comes to.

    `value` is what best play is worth, `unspent` the same when every decision is answered with its first option, the
    one that spends nothing. `plan` lists the decisions, those that best play comes to first: `at` (the rule and its
    arguments, and what it knows by then), `who`, `choose`, `values` (what every option is worth) and `reached` (how
    often the decision comes up under best play).

    Raises BadInput for a goal or price that names no event or measure of the action.
    """
    action = question.action
    wanted = named(action, goal)
    paid = _prices(action, prices or {})
    asked = frozenset({wanted.name, *paid}) if action.apart else action.names
    solution = _solved(question, asked, wanted, paid, limit)
    document = question.head("best") | {
        "exact": solution.unresolved == 0,
        "unresolved": exact(solution.unresolved),
        "goal": wanted.name,
        "prices": {name: exact(price) for name, price in paid.items()},
        "value": number(solution.value),
        "unspent": number(_unspent(question, wanted, paid, limit)),
        "decisions": {"all": len(solution.decisions), "reached": sum(1 for a in solution.decisions if a.reached)},
        "plan": [_planned(advice) for advice in _listed(solution.decisions, most)],
    }
    return document | answers(action, solution.distribution, asked)


def advice_document(
    question: Question,
    decision: Decision,
    total: int,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
) -> dict[str, Any]:
    """What every option of a decision that has come up is worth, and which one best play takes.

    decision: as a `Session` of the question's call (for all that can be asked) has it pending. total: what gains have
    added up to by then. goal, prices, limit, errors: as for `best_document`.
    """
    wanted = named(question.action, goal)
    paid = _prices(question.action, prices or {})
    solution = _solved(question, question.action.names, wanted, paid, limit)
    met = [advice for advice in solution.decisions if advice.decision == decision]
    if not met:
        raise BadInput("decision", decision.call.rule.name, "one that the action comes to")
    # Beyond some total it makes no difference any more, and the last one stands for all.
    advice = max((a for a in met if a.total <= total), key=lambda a: a.total, default=met[0])
    return question.head("advice") | {
        "goal": wanted.name,
        "prices": {name: exact(price) for name, price in paid.items()},
        "who": decision.who,
        "choose": label(advice.best),
        "values": {label(option): number(value) for option, value in advice.values.items()},
    }


def best_policy(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
) -> Plan:
    """The policy of best play for a goal, to roll with; raises as `best_document` does."""
    action = question.action
    return _solved(question, action.names, named(action, goal), _prices(action, prices or {}), limit).policy


def _solved(
    question: Question,
    asked: frozenset[str],
    wanted: Event[Any] | Measure[Any],
    prices: Mapping[str, Fraction],
    limit: int,
) -> Solution[Any]:
    return best(question.call(asked), _worth(question.action, wanted, prices), limit=limit)


def _unspent(
    question: Question, wanted: Event[Any] | Measure[Any], prices: Mapping[str, Fraction], limit: int
) -> Fraction:
    """The goal less what is paid when every decision is answered with its first option. Its parts are asked one by one,
    since each alone may be exact where all together are not."""
    worth = Fraction(0)
    for part, share in _parts(question.action, wanted, prices):
        found = odds(question.call(frozenset({part.name})), first_option, limit=limit)
        of = part.holds if isinstance(part, Event) else part.of
        worth += share * found.map(of).mean * (1 - found.unresolved)
    return worth


def _parts(
    action: Action[Any, Any, Any], wanted: Event[Any] | Measure[Any], prices: Mapping[str, Fraction]
) -> list[tuple[Event[Any] | Measure[Any], Fraction]]:
    """What is wanted and what is paid, each with what one of it is worth."""
    paid = [(measure, -prices[measure.name]) for measure in action.measures if measure.name in prices]
    return [(wanted, Fraction(1)), *paid]


def _per_gain(
    action: Action[Any, Any, Any], wanted: Event[Any] | Measure[Any], prices: Mapping[str, Fraction]
) -> Fraction | None:
    """What a gain of 1 adds to the goal less what is paid, None when that depends on the outcome."""
    total = Fraction(0)
    for part, share in _parts(action, wanted, prices):
        if part.per_gain is None:
            return None
        total += share * part.per_gain
    return total


def _worth(action: Action[Any, Any, Any], wanted: Event[Any] | Measure[Any], prices: Mapping[str, Fraction]) -> Goal:
    """What an outcome is worth to the player: the event (1 or 0) or measure that is wanted, less what is paid."""
    of = wanted.holds if isinstance(wanted, Event) else wanted.of
    spent = [(measure.of, prices[measure.name]) for measure in action.measures if measure.name in prices]

    def worth(outcome: Any) -> int | Fraction:
        return of(outcome) - sum(price * measure(outcome) for measure, price in spent)

    per_gain = _per_gain(action, wanted, prices)
    goal = worth if spent else of
    return goal if per_gain is None else Linear(goal, per_gain)


def named(action: Action[Any, Any, Any], goal: str) -> Event[Any] | Measure[Any]:
    """The event or measure that a goal names; BadInput lists all there are."""
    candidates: list[Event[Any] | Measure[Any]] = [*action.events, *action.measures]
    for candidate in candidates:
        if written(candidate.name) == written(goal):
            return candidate
    raise BadInput("goal", goal, ", ".join(candidate.name for candidate in candidates))


def _prices(action: Action[Any, Any, Any], prices: Mapping[str, Fraction | int | str]) -> dict[str, Fraction]:
    return {_measure(action, name).name: _price(name, price) for name, price in prices.items()}


def _measure(action: Action[Any, Any, Any], name: str) -> Measure[Any]:
    for measure in action.measures:
        if written(measure.name) == written(name):
            return measure
    measures = ", ".join(measure.name for measure in action.measures)
    raise BadInput("price", name, f"a measure of the action: {measures}" if measures else "none: it has no measures")


def _price(name: str, price: Fraction | int | str) -> Fraction:
    try:
        return Fraction(price)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"price of {name}", price, "a number such as 2, 0.001 or 1/1000") from None


def _listed(decisions: Sequence[Advice], most: int) -> list[Advice]:
    """The decisions to list: those that best play comes to (of too many the most frequent), then others; as they
    come.
    """
    reached = [advice for advice in decisions if advice.reached]
    if len(reached) > most:
        threshold = sorted((advice.reached for advice in reached), reverse=True)[most - 1]
        return [advice for advice in reached if advice.reached >= threshold][:most]
    return (reached + [advice for advice in decisions if not advice.reached])[:most]


def _planned(advice: Advice) -> dict[str, Any]:
    decision = advice.decision
    at = _standing(decision.call, decision.known)
    if advice.total:
        at["total"] = advice.total
    if decision.within:
        at["within"] = [_standing(call, known) for call, known in _waiting(decision)]
    return {
        "at": at,
        "who": decision.who,
        "choose": str(plain(advice.best)),
        "values": {str(plain(option)): number(value) for option, value in advice.values.items()},
        "reached": number(advice.reached),
    }


def _standing(call: Call[Any] | Next[Any], known: tuple[object, ...]) -> dict[str, Any]:
    """Where a rule stands: which one, what it says, with what arguments, and what it has awaited so far."""
    return {
        "rule": call.rule.name,
        "says": first_line(call.rule.__doc__),
        "arguments": arguments(call),
        "known": [plain(value) for value in known],
    }


def _waiting(decision: Decision) -> list[tuple[Call[Any] | Next[Any], tuple[object, ...]]]:
    return [waiting for waiting in decision.within if isinstance(waiting, tuple)]
