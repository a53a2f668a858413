"""The exact odds of an action, as a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from oddsmith.answers.format.numbers import measured, probability
from oddsmith.answers.format.plain import exact
from oddsmith.answers.question import Question
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, Policy, UnansweredDecision, first_option, odds
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.declaration import Action

R = TypeVar("R")

#: How odds, simulations and rolls answer a decision when nobody says otherwise.
SPENDS_NOTHING = "the option that spends nothing (the first)"


def odds_document(question: Question, *, limit: int = STATE_LIMIT) -> dict[str, Any]:
    """The exact probability of every event, and every measure's distribution.

    `exact` says whether everything was resolved; if not, every probability is a lower bound, and adding `unresolved`
    gives the upper bound. `policy` is there when the mechanic offers decisions: each is answered with its first option.
    limit: how many states there may be; past it StateLimit is raised.

    >>> from oddsmith.answers import question
    >>> answer = odds_document(question("mod-dot", "test", {"pool": 10}))
    >>> answer["events"]["success"]["p"], answer["measures"]["successes"]["mode"]
    ('242/243', 5)
    """
    document = question.head("odds")
    events: dict[str, Any] = {}
    measures: dict[str, Any] = {}
    unresolved = Fraction(0)
    policy: Policy | None = None
    for asked in asked_together(question.action):
        distribution, policy = with_policy(partial(_odds, question.call(asked), limit), policy)
        found = answers(question, distribution, asked)
        events |= found["events"]
        measures |= found["measures"]
        unresolved = max(unresolved, distribution.unresolved)
    document |= {"exact": unresolved == 0, "unresolved": exact(unresolved)}
    if policy is not None:
        document["policy"] = SPENDS_NOTHING
    action = question.action
    document["events"] = {event.name: events[event.name] for event in question.events}
    document["measures"] = {measure.name: measures[measure.name] for measure in action.measures}
    return document


def measure_odds(question: Question, name: str, *, limit: int = STATE_LIMIT) -> Distribution[Any]:
    """The distribution of one measure, by its exact name; decisions are answered with their first option."""
    measure = next(measure for measure in question.action.measures if measure.name == name)
    found, _ = with_policy(partial(_odds, question.call(frozenset({name})), limit))
    return found.map(measure.of)


def _odds(call: Call[Any], limit: int, policy: Policy | None) -> Distribution[Any]:
    return odds(call, policy, limit=limit)


def asked_together(action: Action[Any, Any, Any]) -> Iterator[frozenset[str]]:
    """The names of events and measures, in the sets in which they are asked; each name is in exactly one."""
    left = set(action.names)
    for group in action.apart:
        yield frozenset(group & left)
        left -= group
    if left:
        yield frozenset(left)


def answers(question: Question, distribution: Distribution[Any], asked: frozenset[str]) -> dict[str, Any]:
    """The `events` and `measures` of a document, for those asked of a distribution."""
    measures = question.action.measures
    return {
        "events": {e.name: probability(distribution.p(e.holds)) for e in question.events if e.name in asked},
        "measures": {m.name: measured(distribution.map(m.of)) for m in measures if m.name in asked},
    }


def with_policy(run: Callable[[Policy | None], R], policy: Policy | None = None) -> tuple[R, Policy | None]:
    """What run(policy) gives, without a policy where no decision comes up, else with the first option taken
    everywhere.
    """
    if policy is None:
        try:
            return run(None), None
        except UnansweredDecision:
            policy = first_option
    return run(policy), policy
