"""`tune`: which values of inputs, house rules or numbers meet some aims, and what they do to everything else."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from oddsmith.answers.documents.tried_values import example_inputs
from oddsmith.answers.goals.goal_parser import read_objective, read_quantity
from oddsmith.answers.goals.name_matching import declared_by
from oddsmith.answers.question import Question
from oddsmith.answers.question import values as values_of
from oddsmith.errors import BadInput, OddsmithError, Unknown
from oddsmith.rules import Call, Rule
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.fields.field import field_called
from oddsmith.systems.registry import system
from oddsmith.workbench.study import OfAction, OfNotation, OfRule, Study, row_of
from oddsmith.workbench.sweeps import place_of, study_of
from oddsmith.workbench.tuning.aims import Aim, Term, groups, read_aim, shortfall
from oddsmith.workbench.tuning.settings import Knob, Setting, setting_count, settings

#: What a notation or a rule has instead of events and measures.
_SUMMARIES = ("chance", "mean")

#: What a change does to other actions, and to best play, is looked at in so many states at most.
_ELSEWHERE = 5_000


@dataclass(frozen=True)
class Figure:
    """What a quantity is in a case, and what it is now; None where that cannot be answered.

    aimed: an aim speaks of it.
    """

    of: str
    where: Mapping[str, Any]
    now: Fraction | None
    value: Fraction | None
    is_chance: bool
    aimed: bool


@dataclass(frozen=True)
class Tuned:
    """A setting with its figures: those that the aims speak of, and of everything else what it changes, with nothing
    spent and with best play.

    missed: in how many places aims are not met; shortfall: by how much in all. elsewhere: what changed house rules
    do to the other actions of the system, with inputs from the midst of what is allowed.
    """

    setting: Setting
    figures: tuple[Figure, ...]
    missed: int
    shortfall: Fraction
    elsewhere: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Tuning:
    """What came of a search.

    now: the question as it is; None where a knob has no value now. found: settings that meet all aims, the shortest
    change first. nearest: the setting that comes nearest, where none is found. settings: how many there are. tried,
    refused: how many of them were looked at, and how many of these are not allowed. reason: why the first was refused.
    """

    aims: tuple[Aim, ...]
    knobs: tuple[Knob, ...]
    now: Tuned | None
    found: tuple[Tuned, ...]
    nearest: Tuned | None
    settings: int
    tried: int
    refused: int
    reason: str


def tune(
    asked: str | Question | Rule[..., Any] | Call[Any],
    action: str | None = None,
    *,
    goals: Iterable[str] | str,
    across: Mapping[str, Iterable[Any]] | None = None,
    most: int = 3,
    limit: int = STATE_LIMIT,
    **knobs: Any,
) -> Tuning:
    """Return the settings of knobs that meet all goals: an exact search, the fewest and smallest changes first.

    asked, action: as for `sweep`. goals: texts such as `success in 60..70 %`, `success climbs along rank`, `mean is at
    least 7`, `best success equals success at rank=3`; "best" is best play, and a notation or rule has `chance` or
    `mean`. across: inputs with values in all of which the goals must be met. most: after how many settings the search
    ends. knobs: inputs, house rules, arguments or names in braces with the values that they may have; one value is
    fixed. A change is a value that differs from the default, or from that of the question or call.

    Raises BadInput for a goal or a name that is not known, TooLarge for more than a million settings.

    >>> found = tune("dot", "check", goals="success in 60..75 %", dots=range(1, 11)).found
    >>> [dict(each.setting.values) for each in found]
    [{'dots': 3}]
    """
    along = {name: tuple(values) for name, values in (across or {}).items()}
    for name, values in along.items():
        if not values or name in knobs:
            raise BadInput("across", name, "inputs that are no knobs, each with one value or more")
    study = study_of(asked, action, {**knobs, **along}, limit=limit)
    cases = [axis.name for axis in study.axes if axis.name.replace("_", "-") in {_dashed(name) for name in along}]
    texts = [goals] if isinstance(goals, str) else list(goals)
    return tuned(study, cases, texts, _now(study, asked), most=most)


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _now(study: Study, asked: object) -> dict[str, Any]:
    """Return the values that axes have in what is asked."""
    if isinstance(asked, Question):
        return {**values_of(asked.inputs), **values_of(asked.rules)}
    if isinstance(asked, Call):
        return dict(zip(asked.rule.parameters, asked.args, strict=True))
    return defaults(study)


def defaults(study: Study) -> dict[str, Any]:
    """Return the values that inputs and house rules along the axes of a study have when nobody says anything."""
    if not isinstance(study, OfAction):
        return {}
    game = system(study.system)
    models = {"input": game.action(study.action).inputs, "option": game.house_rules}
    fields = [field_called(models[axis.what], axis.name) for axis in study.axes]
    # A number of the book that the book has not (no second toss) is as printed; an input that is left out has no value.
    kept = [field for field in fields if field is not None and (field.book or field.default is not None)]
    return {field.name: "none" if field.default is None else field.default for field in kept}


def knobs_of(study: Study, across: Sequence[str], now: Mapping[str, Any]) -> tuple[Knob, ...]:
    """Return the axes of a study that are no cases as knobs, with the values that they have now."""
    return tuple([Knob(axis, now.get(axis.name), axis.name in now) for axis in study.axes if axis.name not in across])


def tuned(
    study: Study,
    across: Sequence[str],
    goals: Sequence[str],
    now: Mapping[str, Any],
    *,
    most: int,
    told: Callable[[int], None] = lambda count: None,
) -> Tuning:
    """Search the settings of the axes of a study; what is raised as for `tune`.

    across: the names of the axes that hold cases. now: values that knobs have before anything is changed. told: called
    with how many more settings were tried.
    """
    if not goals:
        raise BadInput("goal", None, "what is to be reached, such as 'success in 60..70 %'")
    aims = tuple([read_aim(text) for text in goals])
    knobs = knobs_of(study, across, now)
    if not knobs:
        raise BadInput("inputs", None, "several values for one or more of them, such as 1..10, which may be chosen")
    search = _Search(study, across, aims)
    found: list[Tuned] = []
    refused = tried = 0
    reason = ""
    best: tuple[tuple[int, Fraction], Setting] | None = None
    start = Setting({knob.axis.name: knob.now for knob in knobs}, (), Fraction(0))
    before = start if all(knob.known for knob in knobs) else None
    for setting in settings(knobs):
        tried += 1
        try:
            missed = search.missed(setting)
        except OddsmithError as error:
            refused += 1
            reason = reason or str(error)
        else:
            if not missed[0]:
                found.append(search.told(setting, before, missed))
            if best is None or missed < best[0]:
                best = missed, setting
        told(1)
        if len(found) == most:
            break
    nearest = None if found or best is None else search.told(best[1], before, best[0])
    unchanged = None
    if before is not None and not search.refuses(before):
        unchanged = search.told(before, before, search.missed(before))
    return Tuning(aims, knobs, unchanged, tuple(found), nearest, setting_count(knobs), tried, refused, reason)


class _Search:
    """The quantities of aims, worked out once for each cell of a study."""

    def __init__(self, study: Study, across: Sequence[str], aims: Sequence[Aim]) -> None:
        self._study = study
        self._aims = aims
        axes = [axis for axis in study.axes if axis.name in across]
        self._cases: list[Mapping[str, Any]] = [
            dict(zip([axis.name for axis in axes], values, strict=True))
            for values in itertools.product(*[axis.values for axis in axes])
        ]
        for aim in aims:
            if aim.relation != "in" and self._along(aim) not in across:
                raise BadInput("goal", aim.text, f"an input that is given with its values across: {', '.join(across)}")
        terms = dict.fromkeys([term for aim in aims for term in aim.terms])
        self._quantities = {term: _Asked(study, term) for term in terms}
        others = [Term(name, best=False) for name in _everything(study)]
        self._others = {term: _Asked(study, term) for term in others if term not in terms}
        if isinstance(study, OfAction) and (played := _aim(study)) is not None and played not in terms:
            self._others[played] = _Asked(replace(study, limit=min(study.limit, _ELSEWHERE)), played)

    def _along(self, aim: Aim) -> str:
        return next((axis.name for axis in self._study.axes if _dashed(axis.name) == _dashed(aim.along)), aim.along)

    def missed(self, setting: Setting) -> tuple[int, Fraction]:
        """Return in how many places aims are not met, and by how much in all; raises where a cell is refused."""
        missed, amount = 0, Fraction(0)
        for aim in self._aims:
            cases = _distinct(self._cases, {name for term in aim.terms for name in self._quantities[term].axes})
            runs = [cases] if aim.relation == "in" else groups(self._along(aim), cases)
            for cases in runs:
                ours, *theirs = [[self._quantities[term].of(setting, case) for case in cases] for term in aim.terms]
                places, short = shortfall(aim, ours, theirs[0] if theirs else ())
                missed += places
                amount += short
        return missed, amount

    def refuses(self, setting: Setting) -> bool:
        """Tell whether a cell of a setting is refused."""
        try:
            self.missed(setting)
        except OddsmithError:
            return True
        return False

    def told(self, setting: Setting, before: Setting | None, missed: tuple[int, Fraction]) -> Tuned:
        """Return a setting with what it does; of best play what it does not do without spending, too."""
        figures = []
        unspent: set[tuple[object, ...]] = set()
        for aimed, asked in ((True, self._quantities), (False, self._others)):
            for term, quantity in asked.items():
                for case in _distinct(self._cases, quantity.axes):
                    value = quantity.known(setting, case)
                    now = None if before is None else quantity.known(before, case)
                    same = term.quantity, *case.values(), now, value
                    if not term.best:
                        unspent.add(same)
                    if aimed or (value != now and not (term.best and same in unspent)):
                        figures.append(Figure(str(term), case, now, value, quantity.is_chance, aimed))
        return Tuned(setting, tuple(figures), *missed, self._elsewhere(setting, before))

    def _elsewhere(self, setting: Setting, before: Setting | None) -> tuple[Figure, ...]:
        study = self._study
        if before is None or not isinstance(study, OfAction) or not setting.changed:
            return ()
        axes = tuple([axis for axis in study.axes if axis.what == "option" and axis.name in setting.changed])
        figures = []
        for other in system(study.system).actions if axes else ():
            if other.name == study.action:
                continue
            inputs, limit = example_inputs(other), min(study.limit, _ELSEWHERE)
            there = replace(study, action=other.name, inputs=inputs, axes=axes, limit=limit)
            for name in _everything(there):
                quantity = _Asked(there, Term(name, best=False))
                now, value = quantity.known(before, {}), quantity.known(setting, {})
                if now != value:
                    figures.append(Figure(f"{other.name}: {name}", {}, now, value, quantity.is_chance, aimed=False))
        return tuple(figures)


def _distinct(cases: Iterable[Mapping[str, Any]], names: Collection[str]) -> list[Mapping[str, Any]]:
    """Return what cases are apart from inputs that make no difference, each once."""
    found = [{name: value for name, value in case.items() if name in names} for case in cases]
    return [case for place, case in enumerate(found) if case not in found[:place]]


class _Asked:
    """A quantity of a study, exact in each cell. axes: those of the study along which it may differ."""

    def __init__(self, study: Study, term: Term) -> None:
        at = {_axis_name(study, name): value for name, value in term.at}
        self.axes = [axis.name for axis in study.axes if axis.name not in at]
        axes = tuple([axis for axis in study.axes if axis.name not in at])
        self.is_chance = term.quantity == "chance"
        self._column = term.quantity
        asked: Study
        if isinstance(study, OfAction):
            self.is_chance, asked = _of_action(study, term, at, axes)
            self._column = f"{'best ' if term.best else ''}{term.quantity}, exact"
        elif term.best or term.quantity not in _SUMMARIES:
            raise BadInput("goal", str(term), "chance or mean, of a notation or a rule")
        elif isinstance(study, OfNotation):
            text = study.text
            for name, value in at.items():
                text = text.replace(f"{{{name}}}", value)
            asked = replace(study, text=text, axes=axes, in_full=True)
        else:
            assert isinstance(study, OfRule)
            given = {name: _read(value) for name, value in at.items()}
            asked = replace(study, arguments={**study.arguments, **given}, axes=axes, in_full=True)
        self._study = asked
        self._cell = asked.open()
        self._place = {name: place for place, name in enumerate(asked.columns, len(axes))}
        self._kept: dict[tuple[Any, ...], Fraction | OddsmithError] = {}

    def of(self, setting: Setting, case: Mapping[str, Any]) -> Fraction:
        """Return its value; OddsmithError where the cell is refused, or its value not known exactly."""
        given = {**setting.values, **case}
        place = tuple([given[name] for name in self.axes])
        if place not in self._kept:
            self._kept[place] = self._found(place)
        found = self._kept[place]
        if isinstance(found, OddsmithError):
            raise found
        return found

    def known(self, setting: Setting, case: Mapping[str, Any]) -> Fraction | None:
        """Return its value, None where there is none."""
        try:
            return self.of(setting, case)
        except OddsmithError:
            return None

    def _found(self, place: tuple[Any, ...]) -> Fraction | OddsmithError:
        row = row_of(self._study, self._cell, place)
        if row[-1] is not None:
            return OddsmithError(row[-1])
        if row[self._place["unresolved"]]:
            return OddsmithError(f"{self._column} is not known exactly here.")
        if self._column in _SUMMARIES:
            if row[self._place[self._column]] is None:
                return OddsmithError(f"It has no {self._column} here.")
            return Fraction(row[self._place["exact"]])
        return Fraction(row[self._place[self._column]])


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
        in_full=True,
    )


def _axis_name(study: Study, name: str) -> str:
    """Return the name of what has a value of its own in an aim, as its study knows it."""
    if isinstance(study, OfAction):
        game = system(study.system)
        return place_of(game, game.action(study.action), name)[1]
    names = [axis.name for axis in study.axes]
    if name not in (study.rule.parameters if isinstance(study, OfRule) else names):
        raise Unknown("parameter" if isinstance(study, OfRule) else "number", name, names, field="goal")
    return name


def _everything(study: Study) -> Sequence[str]:
    """Return what an action tells of an outcome; a notation or a rule has nothing beside what is asked of it."""
    if not isinstance(study, OfAction):
        return ()
    return [each.name for each in declared_by(system(study.system).action(study.action))]


def _aim(study: OfAction) -> Term | None:
    """Return what best play of an action is for when nobody says, None where there is nothing to spend."""
    action = system(study.system).action(study.action)
    return Term(action.aim, best=True) if any(measure.spends for measure in action.measures) else None


def _read(text: str) -> int | Fraction:
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value
