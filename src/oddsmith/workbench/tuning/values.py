"""Values of the quantities of aims, in the cells of a study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from oddsmith.answers.goals.goal_parser import read_objective, read_quantity
from oddsmith.errors import BadInput, OddsmithError, Unknown
from oddsmith.systems.registry import system
from oddsmith.workbench.study import OfAction, OfNotation, OfRule, Study, reason
from oddsmith.workbench.sweeps import place_of
from oddsmith.workbench.tuning.aims import Term

#: What a notation or a rule has instead of events and measures.
_SUMMARIES = ("chance", "mean")


class TermValues:
    """Values of a term in the cells of a study, exact, each worked out once. axes: those along which it may differ."""

    def __init__(self, study: Study, term: Term) -> None:
        at = {_axis_name(study, name): value for name, value in term.at}
        axes = tuple([axis for axis in study.axes if axis.name not in at])
        self.term = term
        self.axes = frozenset([axis.name for axis in axes])
        self.is_chance = term.quantity == "chance"
        asked: Study
        if isinstance(study, OfAction):
            self.is_chance, asked = _of_action(study, term, at, axes)
        elif term.best or term.quantity not in _SUMMARIES:
            raise BadInput("goal", str(term), "chance or mean, of a notation or a rule")
        elif isinstance(study, OfNotation):
            text = study.text
            for name, value in at.items():
                text = text.replace(f"{{{name}}}", value)
            asked = replace(study, text=text, axes=axes)
        else:
            assert isinstance(study, OfRule)
            given = {name: _read(value) for name, value in at.items()}
            asked = replace(study, arguments={**study.arguments, **given}, axes=axes)
        self._study = asked
        self._answers = asked.answers()
        self._kept: dict[tuple[Any, ...], Fraction | OddsmithError] = {}

    def of(self, given: Mapping[str, Any]) -> Fraction:
        """Return the value of a cell; OddsmithError where that is refused, or its value not known exactly.

        given: the values of all axes; others are passed over.
        """
        place = tuple([given[axis.name] for axis in self._study.axes])
        if place not in self._kept:
            self._kept[place] = self._found(place)
        found = self._kept[place]
        if isinstance(found, OddsmithError):
            raise found
        return found

    def known(self, given: Mapping[str, Any]) -> Fraction | None:
        """Return the value of a cell, None where there is none."""
        try:
            return self.of(given)
        except OddsmithError:
            return None

    def _found(self, place: tuple[Any, ...]) -> Fraction | OddsmithError:
        try:
            (found,) = self._answers(place)
        except Exception as error:  # noqa: BLE001  # as in a sweep, whatever a rulebook does
            return OddsmithError(reason(error))
        if found.unresolved:
            return OddsmithError(f"{self.term} is not known exactly here.")
        if found.is_chance != self.is_chance:
            return OddsmithError(f"It has no {self.term} here.")
        return found.value


def _of_action(study: OfAction, term: Term, at: Mapping[str, str], axes: tuple[Any, ...]) -> tuple[bool, OfAction]:
    game = system(study.system)
    action = game.action(study.action)
    inputs, options = dict(study.inputs), dict(study.options)
    for name, value in at.items():
        (inputs if place_of(game, action, name)[0] == "input" else options)[name] = value
    quantity = read_objective(action, term.quantity).net if term.best else read_quantity(action, term.quantity)
    return quantity.is_chance, replace(
        study,
        inputs=inputs,
        options=options,
        axes=axes,
        of=() if term.best else (term.quantity,),
        best=(term.quantity,) if term.best else (),
    )


def _axis_name(study: Study, name: str) -> str:
    """Return the name of what has a value of its own in an aim, as its study knows it."""
    if isinstance(study, OfAction):
        game = system(study.system)
        return place_of(game, game.action(study.action), name)[1].name
    names = [axis.name for axis in study.axes]
    if name not in (study.rule.parameters if isinstance(study, OfRule) else names):
        raise Unknown("parameter" if isinstance(study, OfRule) else "number", name, names, field="goal")
    return name


def _read(text: str) -> int | Fraction:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput("goal", text, "a number") from None
    return value.numerator if value.denominator == 1 else value
