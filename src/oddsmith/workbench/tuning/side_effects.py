"""Side effects: what changed settings do to everything that no aim speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from oddsmith.answers.goals.goal_parser import read_objective, read_quantity
from oddsmith.answers.goals.name_matching import declared_by
from oddsmith.answers.tried_values import example_inputs
from oddsmith.systems.declaration import Action
from oddsmith.systems.registry import system
from oddsmith.workbench.study import OfAction
from oddsmith.workbench.tuning.aims import Term
from oddsmith.workbench.tuning.cases import cases_of, distinct
from oddsmith.workbench.tuning.tune import Figure, Tuned, Tuning
from oddsmith.workbench.tuning.values import TermValues

#: Best play and other actions are looked at in so many states at most.
_STATES = 5_000


class SideEffects:
    """Changes that settings of a tuning make to everything else, worked out when they are asked for.

    Everything else is what the action tells with nothing spent, its best play, and, where house rules are changed, the
    other actions of the system, with inputs from the midst of what is allowed. A notation or a rule has nothing else.
    """

    def __init__(self, tuning: Tuning) -> None:
        self._cases = cases_of(tuning.study, tuning.knobs)
        self._now = {knob.axis.name: knob.now for knob in tuning.knobs if knob.known}
        self._chosen = {knob.axis.name for knob in tuning.knobs if not knob.known}
        self._told: list[tuple[str, TermValues]] = []
        if isinstance(tuning.study, OfAction):
            action = system(tuning.study.system).action(tuning.study.action)
            aimed = {_declared(action, term) for aim in tuning.aims for term in aim.terms}
            self._told = [
                (prefix, TermValues(study, term))
                for prefix, study, term in _told(tuning.study)
                if prefix or _declared(action, term) not in aimed
            ]

    def of(self, one: Tuned) -> tuple[Figure, ...]:
        """Return figures that are other ones now, best play's where they are not those of nothing spent.

        All are told that hang on a knob which has no value now.
        """
        figures = []
        unspent: set[tuple[object, ...]] = {
            (each.of, *each.where.items(), each.now, each.value) for each in one.figures
        }
        for prefix, values in self._told:
            chosen = not self._chosen.isdisjoint(values.axes)
            if not chosen and values.axes.isdisjoint(one.setting.changed):
                continue
            for case in distinct(self._cases, values.axes):
                value = values.known({**one.setting.values, **case})
                now = None if chosen else values.known({**self._now, **case})
                same = values.term.quantity, *case.items(), now, value
                if value == now or (values.term.best and same in unspent):
                    continue
                unspent.add(same)
                figures.append(Figure(f"{prefix}{values.term}", case, now, value, values.is_chance))
        return tuple(figures)


def _told(study: OfAction) -> Iterator[tuple[str, OfAction, Term]]:
    """Yield terms, each with what is written before it and the study that asks for it."""
    game = system(study.system)
    for term in _unspent(study):
        yield "", study, term
    modest = replace(study, limit=min(study.limit, _STATES))
    action = game.action(study.action)
    if any(measure.spends for measure in action.measures):
        yield "", modest, Term(action.aim, best=True)
    rules = tuple([axis for axis in study.axes if axis.what == "option"])
    for other in game.actions if rules else ():
        if other.name != study.action:
            there = replace(modest, action=other.name, inputs=example_inputs(other), axes=rules)
            for term in _unspent(there):
                yield f"{other.name}: ", there, term


def _declared(action: Action[Any, Any, Any], term: Term) -> Term:
    """Return a term in the names of the action, however it is typed."""
    if not term.best:
        return replace(term, quantity=read_quantity(action, term.quantity).name)
    objective = read_objective(action, term.quantity)
    whole = not objective.only and objective.constraint is None
    return replace(term, quantity=objective.net.name) if whole else term


def _unspent(study: OfAction) -> list[Term]:
    return [Term(each.name, best=False) for each in declared_by(system(study.system).action(study.action))]
