"""The best way to play an action, as a document."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsmith.answers.documents.frontier import constrained
from oddsmith.answers.documents.odds import answers
from oddsmith.answers.format.numbers import probability
from oddsmith.answers.format.plain import exact, number
from oddsmith.answers.format.plan import MOST_LISTED, counted, listed, opening, planned, planned_for
from oddsmith.answers.format.rules_of_thumb import in_short
from oddsmith.answers.goals.goal_text import aim
from oddsmith.answers.goals.objective import Aim, priced, unpriced
from oddsmith.answers.goals.tie_breaking import best_play
from oddsmith.answers.goals.wanted import Wanted, named
from oddsmith.answers.question import Question
from oddsmith.distribution import Distribution
from oddsmith.rules import Plan, Point, Prospects, Solution, first_choices, first_option, odds
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.run.best import unfold
from oddsmith.systems.declaration import Action


def best_document(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
    most: int = MOST_LISTED,
) -> dict[str, Any]:
    """Optimal play for a goal, what it is worth, and the odds of what then happens.

    goal: what play is for, as people say it (see `goal_text`): the name of an event (its probability counts) or measure
    (its mean counts), or several of these put together, with prices and a constraint. prices: what one unit of a
    measure costs, in units of the goal; the goal's expectation minus what is paid is maximised by "player", and
    minimised by "opponent". limit: how many states there may be; past it StateLimit is raised. most: how many decisions
    the plan lists at most; `decisions` counts all there are and those that best play comes to.

    Of plans that are equally good it is the one that spends least, where nobody else decides. `value` is what it is
    worth, `chance` whether that is a probability, and `unspent` the same when every decision is answered with its first
    option, the one that spends nothing. `plan` lists the decisions, those that best play comes to first: `at` (the rule
    and its arguments, and what it knows by then), `who`, `choose`, `values` (what every option is worth) and `reached`
    (how often the decision comes up under best play). `rules` say the same as rules of thumb (see `in_short`), and
    `opening` what is chosen before anything happens by chance. `phrases` tells what options are whose names say little.

    A goal with a constraint has also a `constraint`, the `cost` to expect, and `parts`: the plans of which one is drawn
    before play begins, each with its `share`. Every entry of the plan then says of which `part` it is, and beside the
    `values` of the options what they are expected to cost (`costs`). `single` is the best choice without a draw, where
    that is known (where all is chosen before anything happens by chance).

    Raises BadInput for a goal or price that is not understood, and for a constraint that no plan meets.
    """
    action = question.action
    wanted = priced(action, aim(action, goal), prices or {})
    asked = wanted.asked if action.apart else action.names
    document = question.head("best")
    distribution: Distribution[Any]
    if wanted.constraint is None:
        states = unfold(question.decided(asked, limit), limit=limit)
        plan = best_play(action, states, wanted.worth, asked, limit)
        distribution = plan.distribution
        answer = {"opening": opening(first_choices(plan)), "rules": in_short(plan), **_told(plan, wanted.worth, most)}
    else:
        distribution, answer = constrained(question, wanted, asked, limit=limit, most=most)
    document |= {
        "exact": distribution.unresolved == 0,
        "unresolved": exact(distribution.unresolved),
        "goal": wanted.wanted.name,
        "chance": wanted.is_chance,
        "prices": {declared.name: exact(price) for declared, price in wanted.prices.items()},
        "unspent": number(_unspent(question, wanted, limit)),
    }
    document |= answer | answers(question, distribution, asked)
    document["titles"] = document["titles"] | {wanted.wanted.name: wanted.wanted.title}
    document["phrases"] = _phrases(action, document)
    if wanted.wanted.chance:
        document["events"].setdefault(wanted.wanted.name, probability(distribution.p(wanted.wanted.of)))
    return document


def best_policy(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
) -> Plan:
    """The policy of best play for a goal, to roll with; raises as `best_document` does, and for a constraint."""
    action = question.action
    worth = unpriced(priced(action, aim(action, goal), prices or {}))
    states = unfold(question.decided(None, limit), limit=limit)
    return best_play(action, states, worth, action.names, limit).policy


def _phrases(action: Action[Any, Any, Any], document: Mapping[str, Any]) -> dict[str, str]:
    """What the options of a plan are in a phrase, where their names alone say too little."""
    options = {option for entry in document["plan"] for option in entry["values"]}
    return {option: said for option in sorted(options) if (said := action.phrase(option)) != option}


def _told(plan: Solution[Any] | Point[Any], worth: Wanted, most: int) -> dict[str, Any]:
    """What a plan is worth, and what each of its options is."""
    if isinstance(plan, Solution):
        return {
            "value": number(plan.value),
            "decisions": counted(plan.decisions),
            "plan": [planned(advice) for advice in listed(plan.decisions, most)],
        }
    prospects = list(Prospects(plan, {worth.name: worth.goal}).decisions())
    return {
        "value": number(plan.gain),
        "decisions": counted(prospects),
        "plan": [planned_for(prospect, worth.name) for prospect in listed(prospects, most)],
    }


def _unspent(question: Question, wanted: Aim, limit: int) -> Fraction:
    """The goal less what is paid when every decision is answered with its first option. Its parts are asked one by one,
    since each alone may be exact where all together are not."""
    parts: list[tuple[Wanted, Fraction]] = [(wanted.wanted, Fraction(1))]
    parts += [(named(declared), -price) for declared, price in wanted.prices.items()]
    worth = Fraction(0)
    for part, share in parts:
        found = odds(question.call(part.asked), first_option, limit=limit)
        worth += share * found.map(part.of).mean * (1 - found.unresolved)
    return worth
