"""Best play of an action, as a document."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsmith.answers.asking import asking, asking_for, states_for
from oddsmith.answers.documents.frontier import constrained
from oddsmith.answers.documents.odds import event_and_measure_odds
from oddsmith.answers.format.json_values import exact, number, probability
from oddsmith.answers.format.plan import (
    MOST_LISTED,
    decision_counts,
    in_situations,
    most_frequent,
    opening_by,
    plan_entry,
    plan_entry_for,
)
from oddsmith.answers.format.rules_of_thumb import rules_of_thumb
from oddsmith.answers.goals.goal_parser import read_objective, read_quantity
from oddsmith.answers.goals.objective import Objective, single_roll_quantity, with_prices
from oddsmith.answers.goals.quantity import Quantity, quantity_of
from oddsmith.answers.goals.tie_breaking import best_play
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import chosen_first, is_ruling, leave_open, ruling, settled_by
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules import (
    Decision,
    Plan,
    Point,
    Policy,
    Prospects,
    Solution,
    StateLimit,
    compares,
    first_choices,
    first_option,
    odds,
)
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.exploration.sharing import sharing
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.totals import EndlessTotals
from oddsmith.rules.run.best import unfold
from oddsmith.systems.declaration import Action, Event, Measure


def best_document(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
    most: int = MOST_LISTED,
) -> dict[str, Any]:
    """Find optimal play for a goal, its value, and the odds under it.

    goal: in words (see `goal_parser`): the name of an event (its probability counts) or measure (its mean counts), or
    several of these put together, with prices and a constraint. prices: the cost of one unit of a measure, in units of
    the goal; the goal's expectation minus what is paid is maximised by "player", and minimised by "opponent". limit:
    the most states; past it StateLimit is raised. most: the most decisions that the plan lists; `decisions` counts all
    there are and those that best play comes to.

    Of plans that are equally good it is the one that spends least, where nobody else decides. `value` is its worth,
    `chance` says whether that is a probability, and `unspent` is the same when every decision is answered with its
    first option, the one that spends nothing. `plan` lists the decisions, those that best play comes to first: `at`
    (the rule and its arguments, and what it knows by then), `situation` (by name what tells it from other decisions at
    that rule), `who`, `choose`, `values` (the worth of every option; where the game master rules it, the option is
    among `ruled` instead) and `reached` (the probability that the decision comes up under best play). `rules` give the
    same as rules of thumb (see `rules_of_thumb`), and `opening` the choices before anything happens by chance
    (`opened_by` has who makes each, where several people do). `phrases` explain options whose names say little.

    A goal with a constraint has also a `constraint`, the `cost` to expect, and `parts`: the plans of which one is drawn
    before play begins, each with its `share`. Every entry of the plan then names its `part`, and beside the `values` of
    the options the costs to expect (`costs`). `single` is the best choice without a draw, where that is known (where
    all is chosen before anything happens by chance). `only` names the options that a goal lets the player take beside
    those that spend nothing.

    Raises BadInput for a goal or price that is not understood, for a constraint that no plan meets, and for a goal that
    would be asked of totals without end.
    """
    with sharing(), without_collection():
        try:
            return _document(question, goal, prices or {}, limit, most)
        except EndlessTotals:
            allowed = _without_totals(question.action)
            if not allowed:
                raise
            raise BadInput("goal", goal, allowed) from None


def _without_totals(action: Action[Any, Any, Any]) -> str:
    """The goals that are played for without a total where something adds up without end, in words; "" for none."""
    events = [event.name for event in action.events if event.per_gain == 0]
    numbers = [measure.name for measure in action.measures if measure.per_gain is not None]
    if not events and not numbers:
        return ""
    return f"{', '.join([*events, *numbers])}, since there is no end to what adds up here"


def _document(
    question: Question, goal: str, prices: Mapping[str, Fraction | int | str], limit: int, most: int
) -> dict[str, Any]:
    document = question.head("best")
    whole = question
    question, objective, names = asking_for(whole, goal, prices)
    action = question.action
    quantity = objective.quantity
    distribution: Distribution[Any]
    if objective.constraint is None:
        states = states_for(question, objective, names, limit)
        plan = best_play(action, states, objective.net, names, limit)
        distribution = plan.distribution
        begun = opening_by(chosen_first(action, plan)) | {"rules": rules_of_thumb(plan)}
        answer = begun | _value_and_plan(action, plan, objective.net, most)
    else:
        ruled, answer = constrained(question, objective, names, limit=limit, most=most)
        distribution = ruled[0]
    document |= {
        "exact": distribution.unresolved == 0,
        "unresolved": exact(distribution.unresolved),
        "goal": quantity.name,
        "chance": objective.net.is_chance,
        "prices": {declared.name: exact(price) for declared, price in objective.prices.items()},
        "unspent": number(_unspent(whole, objective, limit)),
    }
    if objective.only:
        document["only"] = list(objective.only)
    document |= answer | event_and_measure_odds(question, distribution, names)
    if action.ruling:
        if objective.constraint is None:
            laws = _leave_options(document, question, objective, plan.policy, names, limit)
        else:
            laws = dict(zip(action.ruling, ruled, strict=True))
        _leave_rulings(document, question, laws, names)
    document["titles"] = document["titles"] | {quantity.name: quantity.title}
    document["phrases"] = action.phrases(_named_options(document))
    if quantity.is_chance:
        document["events"].setdefault(quantity.name, probability(distribution.p(quantity.of)))
    return document


def _named_options(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the options that a document names: in its plan, of which few decisions may be listed, and in short."""
    for entry in document["plan"]:
        yield from (*entry["values"], *entry.get("ruled", ()))
    for told in (document, *document.get("parts", ())):
        for group in told.get("rules", ()):
            yield from [rule["choose"] for rule in group["rules"] or ()]
        yield from told.get("opening", ())
    if document.get("single"):
        yield from document["single"]["opening"]


def _leave_options(
    document: dict[str, Any],
    question: Question,
    objective: Objective,
    plan: Plan,
    names: frozenset[str],
    limit: int,
) -> Mapping[str, Distribution[Any]]:
    """Leave to the game master the options that hinge on a ruling, and return what comes of a plan under each ruling.

    Raises Undecidable where the goal itself hinges on one.
    """
    ruled = settled_by(question, objective.net, plan, names, limit)
    leave_open(document["plan"], ruled)
    document["rules"] = [entry for entry in document["rules"] if entry["who"] == "player"]
    return ruled.laws


def _leave_rulings(
    document: dict[str, Any], question: Question, laws: Mapping[str, Distribution[Any]], names: frozenset[str]
) -> None:
    """Leave to the game master what hinges on a ruling: `ruling` has it, as in the odds. laws: under each ruling."""
    hinges = ruling(question, {option: event_and_measure_odds(question, law, names) for option, law in laws.items()})
    if hinges is not None:
        document["ruling"] = hinges
        for kind in ("events", "measures"):
            document[kind] = {name: one for name, one in document[kind].items() if name not in hinges["hinging"]}


def best_policy(
    question: Question, goal: str, prices: Mapping[str, Fraction | int | str] | None = None, *, limit: int = STATE_LIMIT
) -> Policy:
    """Return the policy of best play for a goal, to roll with; raises as `best_document`, and for a constraint.

    Where nothing is decided once dice fall, no more is worked out than for that.
    """
    quantity = single_roll_quantity(with_prices(question.action, read_objective(question.action, goal), prices or {}))
    alone, objective, names = asking_for(question, goal, prices or {})
    if alone is question and names != question.action.names:  # told what is asked, its decisions are other ones
        states = states_for(question, objective, names, limit)
        taken = at_first(best_play(question.action, states, single_roll_quantity(objective), names, limit))
        if taken is not None:
            return Opening(taken)
    if not compares(alone.call(names)):  # a number that is only compared may have no end
        try:
            states = unfold(question.bounded_call(None, limit), limit=limit)
            return best_play(question.action, states, quantity, question.action.names, limit).policy
        except StateLimit as error:
            if alone is question or not error.early:
                raise
    states = states_for(alone, objective, names, limit)
    return best_play(alone.action, states, single_roll_quantity(objective), names, limit).policy


@dataclass
class Opening:
    """A policy that takes options in the order in which they are decided upon, all before dice fall."""

    taken: Sequence[Hashable]
    _next: int = 0

    def __call__(self, decision: Decision) -> Hashable:
        option = self.taken[self._next % len(self.taken)]
        self._next += 1
        return option


def at_first(plan: Solution[Any] | Point[Any]) -> list[Hashable] | None:
    """Return the options that a plan takes, where all that it comes to are decided before dice fall; else None."""
    taken = first_choices(plan)
    prospects = plan.decisions if isinstance(plan, Solution) else Prospects(plan, {}).decisions()
    reached = sum(1 for one in prospects if one.reached)
    return [option for _, option in taken] if taken and reached == len(taken) else None


def _value_and_plan(
    action: Action[Any, Any, Any], plan: Solution[Any] | Point[Any], quantity: Quantity, most: int
) -> dict[str, Any]:
    if isinstance(plan, Solution):
        decisions = [advice for advice in plan.decisions if not is_ruling(action, advice.decision.options)]
        return {
            "value": number(plan.value),
            "decisions": decision_counts(decisions),
            "plan": in_situations(plan_entry(advice) for advice in most_frequent(decisions, most)),
        }
    every = Prospects(plan, {quantity.name: quantity.goal}).decisions()
    prospects = [prospect for prospect in every if not is_ruling(action, prospect.decision.options)]
    return {
        "value": number(plan.gain),
        "decisions": decision_counts(prospects),
        "plan": in_situations(plan_entry_for(prospect, quantity.name) for prospect in most_frequent(prospects, most)),
    }


def _unspent(question: Question, objective: Objective, limit: int) -> Fraction:
    """Return the objective's net value when every decision is answered with its first option.

    Its parts are computed one by one, since each alone may be exact where all together are not.
    """
    every: list[Event[Any] | Measure[Any]] = [*question.action.events, *question.action.measures]
    declared = {each.name: each for each in every}
    terms = objective.quantity.terms.items()
    parts = [(quantity_of(declared[name]), share) for name, share in terms] or [(objective.quantity, Fraction(1))]
    parts += [(quantity_of(declared), -price) for declared, price in objective.prices.items()]
    value = Fraction(0)
    for part, share in parts:
        alone = asking(question, part.uses)
        its = read_quantity(alone.action, part.name)
        distribution = odds(alone.call(part.uses), first_option, limit=limit)
        value += share * distribution.map(its.of).mean * (1 - distribution.unresolved)
    return value
