"""Questions to actions of one rule: what is asked of the outcome, as functions by which the rule is then followed.

Events and measures that read the same of an outcome are one part of it. An action that is asked for one part has the
outcome that this part is; asked for several, the tuple of what each event and measure says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import Any

from oddsmith.answers.format.plan import choice_text
from oddsmith.answers.goals.goal_parser import read_objective
from oddsmith.answers.goals.objective import Objective, with_prices
from oddsmith.answers.goals.tie_breaking import PLAYER
from oddsmith.answers.goals.tokens import TokenReader
from oddsmith.answers.question import Question
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Graph, Reading, Together, asked, compares, offered
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.graph.goals import itself
from oddsmith.rules.graph.totals import gains_around_a_loop
from oddsmith.rules.run.best import unfold
from oddsmith.systems.declaration import Action, Event, Measure, OneRule
from oddsmith.wording import Input, Text


def parts(question: Question) -> Iterator[tuple[Question, frozenset[str]]]:
    """Yield the question for each part of the outcome, with the events and measures that it answers."""
    action = question.action
    by_part: dict[Callable[[Any], Any], set[str]] = {}
    declarations: list[Event[Any] | Measure[Any]] = [*question.events, *action.measures]
    for declared in declarations:
        by_part.setdefault(_part(declared), set()).add(declared.name)
    of_all: set[str] = set()  # what needs the whole outcome, which is then worked out once
    for names in by_part.values():
        alone = asking(question, frozenset(names))
        if alone is question:
            of_all |= names
        else:
            yield alone, frozenset(names)
    if of_all:
        yield question, frozenset(of_all)


def asking(question: Question, names: frozenset[str]) -> Question:
    """Return the question for these events and measures alone, of an action of one rule; else the same question.

    It is the same too where what they need of the outcome is not plain from their source.
    """
    action = question.action
    if not isinstance(action.call, OneRule):
        return question
    events = tuple([event for event in action.events if event.name in names])
    measures = tuple([measure for measure in action.measures if measure.name in names])
    functions = dict.fromkeys([*map(_part, events), *map(_part, measures)])
    # of a part that grows without end, what gains never change is still one of few things
    unending = any(event.per_gain == 0 for event in events)
    of: Callable[[Any], Any]
    # a number that gains add to has a law of its own, and so what it is compared with is asked of that
    grown = grows(question, names)
    if len(events) == 1 and not measures and not grown:
        of = events[0].holds
        events = (replace(events[0], holds=itself, per_gain=None),)
    elif len(functions) == 1 and (grown or not unending):
        (of,) = functions
        events = tuple([replace(event, holds=_of_part(event)) for event in events])
        measures = tuple([replace(measure, of=itself, per_gain=1) for measure in measures])
    elif grown or any(measure.per_gain for measure in measures):
        return question  # what gains add to is no total beside something else
    else:
        every = [*[event.holds for event in events], *[measure.of for measure in measures]]
        of = Together(tuple(every))
        events = tuple([replace(event, holds=itemgetter(place)) for place, event in enumerate(events)])
        measures = tuple(
            [replace(measure, of=itemgetter(place)) for place, measure in enumerate(measures, len(events))]
        )
    call = action.call(question.inputs, question.rules, names)
    projected = asked(call, of)
    if projected is None or (unending and compares(projected)):  # gains to a number are told by the rule itself
        return question
    return replace(question, action=replace(action, call=_Given(projected), events=events, measures=measures))


def grows(question: Question, names: frozenset[str]) -> bool:
    """Tell whether gains add to what one of these events or measures reads."""
    read = {_part(event) for event in question.action.events if event.name in names}
    return any(measure.name in names or measure.of in read for measure in question.action.measures if measure.per_gain)


def asking_for(
    question: Question, goal: str, prices: Mapping[str, Fraction | int | str]
) -> tuple[Question, Objective, frozenset[str]]:
    """Return the question for what an objective uses, the objective as it reads there, and the names of what it uses.

    Raises BadInput for a goal or price that is not understood, and for an input that it needs and that is missing.
    """
    objective = with_prices(question.action, read_objective(question.action, goal), prices)
    question.refuse_unsaid(objective.uses)
    names = objective.uses if question.action.asks_apart else question.action.names
    grown = grows(question, names)
    alone = question if grown and objective.net.per_gain is None else asking(question, names)
    if alone is not question:
        objective = with_prices(alone.action, read_objective(alone.action, goal), prices)
        unit = objective.net.per_gain
        alone = replace(alone, added=objective.constraint is None and unit is not None and (grown or unit != 0))
    return alone, objective, names


def states_for(question: Question, objective: Objective, names: frozenset[str], limit: int) -> Graph | Subgames:
    """Return all states in which an objective is played for: with those options alone that it lets the player take.

    names: the events and measures that outcomes must answer. What is compared with a bound, and adds up without end, is
    a gain. Raises as `Question.bounded_call` and `unfold` do, and BadInput for an option that the player is never
    offered.
    """
    states = _states(question, objective, names, limit)
    bounded = objective.net.bound is not None and objective.constraint is None and not question.added
    if not bounded or isinstance(states, Subgames) or not (states.has_gains and gains_around_a_loop(states)):
        return states
    return _states(replace(question, added=True), objective, names, limit)


def _states(question: Question, objective: Objective, names: frozenset[str], limit: int) -> Graph | Subgames:
    if not objective.only:
        with question.lightened():
            return unfold(question.bounded_call(names, limit), limit=limit, added=question.added)
    return graph_for(question, objective, names, limit)


def graph_for(question: Question, objective: Objective, names: frozenset[str], limit: int) -> Graph:
    """Return the graph in which an objective is played for; raises as `states_for`."""
    graph = question.graph(names, limit)
    if not objective.only:
        return graph
    decisions = chain(graph.decisions.values(), *graph.simultaneous.values())
    options = dict.fromkeys([option for each in decisions if each.who == PLAYER for option in each.options])
    known = set().union(*map(_typed, options))
    for name in objective.only:
        if name not in known:
            raise _never_offered(name, [choice_text(option) for option in options], question.action)
    return offered(graph, PLAYER, lambda option: not _typed(option).isdisjoint(objective.only))


def _never_offered(name: str, options: list[str], action: Action[Any, Any, Any]) -> BadInput:
    """Return what is wrong with an option that the player is never offered; options say what is there instead."""
    phrases = action.phrases(options)
    there = ", ".join([f"{option} ({phrases[option]})" if option in phrases else option for option in options])
    never = BadInput("goal", f"with only {name}", there or "no options: the player decides nothing")
    if not options:
        return never
    return never.reworded(Text(Input("goal"), f": the player is never offered {name!r}."), f"There are: {there}.")


def _typed(option: Hashable) -> set[str]:
    """The names of an option as goals spell them; of `you: force` it is also `force`."""
    text = choice_text(option)
    return {" ".join(TokenReader(name).tokens) for name in (text, text.rpartition(": ")[2])}


@dataclass(frozen=True)
class _Given:
    """A mechanic with its inputs."""

    call: Call[Any]

    def __call__(self, inputs: Any, rules: Any, asked: frozenset[str] = frozenset()) -> Call[Any]:
        return self.call


def _part(declared: Event[Any] | Measure[Any]) -> Callable[[Any], Any]:
    """The part of an outcome that an event or a measure reads."""
    if isinstance(declared, Measure):
        return declared.of
    return declared.holds.part if isinstance(declared.holds, Reading) else declared.holds


def _of_part(event: Event[Any]) -> Callable[[Any], Any]:
    return event.holds.holds if isinstance(event.holds, Reading) else itself


def is_one_rule(action: Action[Any, Any, Any]) -> bool:
    """Tell whether one rule answers whatever is asked of an action."""
    return isinstance(action.call, OneRule)
