"""The exact odds of an action, as a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from oddsmith.answers.asking import asking, is_one_rule, parts
from oddsmith.answers.format.distribution_summary import summary
from oddsmith.answers.format.json_values import exact, fraction, probability
from oddsmith.answers.question import Question
from oddsmith.answers.readings import reading
from oddsmith.answers.rulings import Ruled, ruling, settled
from oddsmith.answers.tried_values import word_events
from oddsmith.distribution import Distribution
from oddsmith.errors import Moment, RulebookError
from oddsmith.rules import Call, Graph, Policy, UnansweredDecision, first_option, odds
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.exploration.sharing import sharing
from oddsmith.rules.solvers.totals.solved import solved
from oddsmith.systems.declaration import Action

R = TypeVar("R")


def spends_nothing(action: Action[Any, Any, Any]) -> str:
    """Say what odds, simulations and rolls take at every decision where no policy is given."""
    here = f"; here {action.undecided}" if action.undecided else ""
    return f"the option that spends nothing (the first{here})"


def odds_document(question: Question, *, limit: int = STATE_LIMIT, graph: Graph | None = None) -> dict[str, Any]:
    """Return the exact probability of every event, and every measure's distribution.

    `exact` is true if everything was resolved; if not, every probability is a lower bound, and adding `unresolved`
    gives the upper bound. `policy` is there when the mechanic offers decisions: each is answered with its first option.
    What hinges on a ruling of the game master is not among events and measures: `ruling` has it for each of their
    `options`, and `says` it. limit: the most states; past it StateLimit is raised.
    graph: of the whole question, where it is explored already and nobody decides.

    >>> from oddsmith.answers.question import question
    >>> answer = odds_document(question("mod-dot", "test", {"pool": 10}))
    >>> answer["events"]["success"]["p"], answer["measures"]["successes"]["mode"]
    ('242/243', 5)
    """
    document = question.head("odds")
    found, unresolved, policy = _found(question, limit) if graph is None else _of_graph(question, graph)
    document |= {"exact": unresolved == 0, "unresolved": exact(unresolved)}
    if unresolved == 0:
        _words_sum(question, found["events"])
    if policy is not None and question.action.ruling:
        ruled = {option: Ruled(option) for option in question.action.ruling}
        hinges = ruling(question, {option: _found(question, limit, answer)[0] for option, answer in ruled.items()})
        if hinges is not None:
            document["ruling"] = hinges
            found = {
                kind: {name: entry for name, entry in entries.items() if name not in hinges["hinging"]}
                for kind, entries in found.items()
            }
        policy = policy if hinges is None or any(answer.others for answer in ruled.values()) else None
    if policy is not None:
        document["policy"] = spends_nothing(question.action)
    return document | found


def _words_sum(question: Question, events: Mapping[str, Any]) -> None:
    """Raise RulebookError where the words of an outcome, of which it has one, do not come to 1 in all."""
    for words in word_events(question.action):
        told = [events[name] for name in words if name in events]
        if len(told) == len(words) and abs(1 - sum(each["float"] for each in told)) > _ROUNDED:
            total = exact(sum((fraction(each["p"]) for each in told), Fraction(0)))
            call = question.call()
            file, line = call.rule.file_line
            stood = Moment(call.rule.name, repr(call), file, line)
            problem = (
                f"{', '.join(words[:-1])} and {words[-1]} come to {total} in all: it returns another word, or none."
            )
            remedy = "Return one of the words that its type has; `oddsmith check` shows what is returned."
            raise RulebookError(file, problem, line=line, remedy=remedy, moment=stood)


#: What rounding may add to floats that come to 1.
_ROUNDED = 1e-9


def _found(
    question: Question, limit: int, policy: Policy | None = None
) -> tuple[dict[str, dict[str, Any]], Fraction, Policy | None]:
    """Return events and measures in the order of their declaration, what is not resolved, and the policy taken."""
    events: dict[str, Any] = {}
    measures: dict[str, Any] = {}
    unresolved = Fraction(0)
    with sharing():
        for part, names in _runs(question):
            distribution, policy = odds_with_first_option(part.call(names), limit, policy)
            found = event_and_measure_odds(part, distribution, names)
            events |= found["events"]
            measures |= found["measures"]
            unresolved = max(unresolved, distribution.unresolved)
    ordered = {
        "events": {event.name: events[event.name] for event in question.events},
        "measures": {measure.name: measures[measure.name] for measure in question.action.measures},
    }
    return ordered, unresolved, policy


def _of_graph(question: Question, graph: Graph) -> tuple[dict[str, dict[str, Any]], Fraction, Policy | None]:
    """Return what `_found` does, of a graph in which nobody decides."""
    distribution = solved(graph)
    return event_and_measure_odds(question, distribution, question.action.names), distribution.unresolved, None


def _runs(question: Question) -> Iterator[tuple[Question, frozenset[str]]]:
    """Yield what is computed together: the question as it is then put, and the events and measures it answers."""
    if is_one_rule(question.action):
        yield from parts(question)
    else:
        for names in question.together():
            yield question, names


def measure_odds(question: Question, name: str, *, limit: int = STATE_LIMIT) -> Distribution[Any]:
    """Return the distribution of one measure, or of an event as 0 or 1, by its exact name.

    Decisions are answered with their first option. Undecidable: it hinges on a ruling of the game master.
    """
    question = asking(question, frozenset({name}))
    call = question.call(frozenset({name}))
    found, policy = odds_with_first_option(call, limit)
    title, of = _reading(question.action, name)
    if policy is not None and question.action.ruling:
        settled(question.action, lambda ruled: odds_with_first_option(call, limit, ruled)[0], {title: of})
    return found.map(of)


def _reading(action: Action[Any, Any, Any], name: str) -> tuple[str, Callable[[Any], Any]]:
    """Return the title of a measure or an event, and its number, of an event 0 or 1."""
    for measure in action.measures:
        if measure.name == name:
            return measure.title, measure.of
    event = next(event for event in action.events if event.name == name)
    return event.title, lambda outcome: int(event.holds(outcome))


def odds_with_first_option(
    call: Call[Any], limit: int, policy: Policy | None = None
) -> tuple[Distribution[Any], Policy | None]:
    """Return the odds of a call and the policy that it took; see `with_first_option`."""
    return with_first_option(lambda answer: odds(call, answer, limit=limit), policy)


def event_and_measure_odds(
    question: Question, distribution: Distribution[Any], names: frozenset[str]
) -> dict[str, Any]:
    """Return the `events` and `measures` of a document, for the names that a distribution was made for."""
    measures = question.action.measures

    events = {each.name: each for each in question.events if each.name in names}
    return {
        "events": {name: probability(distribution.p(reading(question, each))) for name, each in events.items()},
        "measures": {m.name: summary(distribution.map(reading(question, m))) for m in measures if m.name in names},
    }


def with_first_option(run: Callable[[Policy | None], R], policy: Policy | None = None) -> tuple[R, Policy | None]:
    """Call run(policy) with no policy, and once more with the first option everywhere if a decision comes up. Return
    its result and the policy that it took.
    """
    if policy is None:
        try:
            return run(None), None
        except UnansweredDecision:
            policy = first_option
    return run(policy), policy
