"""`tune`: which values of inputs, house rules or numbers meet some aims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsmith.answers.question import Question
from oddsmith.answers.question import values as values_of
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.rules import Call, Rule
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.fields.field import field_called
from oddsmith.systems.registry import system
from oddsmith.workbench.study import OfAction, Study
from oddsmith.workbench.sweeps import study_of
from oddsmith.workbench.tuning.aims import Aim, read_aim, shortfall
from oddsmith.workbench.tuning.cases import cases_of, distinct, groups
from oddsmith.workbench.tuning.settings import Knob, Setting, setting_count, settings
from oddsmith.workbench.tuning.values import TermValues


@dataclass(frozen=True)
class Figure:
    """A quantity in a case, and what it is now; None where that cannot be answered."""

    of: str
    where: Mapping[str, Any]
    now: Fraction | None
    value: Fraction | None
    is_chance: bool


@dataclass(frozen=True)
class Tuned:
    """A setting with the figures that the aims speak of; `SideEffects` has those of everything else.

    missed: in how many places aims are not met; shortfall: by how much in all.
    """

    setting: Setting
    figures: tuple[Figure, ...]
    missed: int
    shortfall: Fraction


@dataclass(frozen=True)
class Tuning:
    """What came of a search.

    now: the question as it is; None where a knob has no value now. found: settings that meet all aims, the shortest
    change first. nearest: the setting that comes nearest, where none is found. settings: how many there are. tried,
    refused: how many of them were looked at, and how many of these are not allowed. reason: why the first was refused.
    """

    study: Study
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
    search = _Search(study, knobs, aims)
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
    if before is not None:
        with suppress(OddsmithError):
            unchanged = search.told(before, before, search.missed(before))
    return Tuning(study, aims, knobs, unchanged, tuple(found), nearest, setting_count(knobs), tried, refused, reason)


class _Search:
    """The quantities of aims, worked out once for each cell of a study."""

    def __init__(self, study: Study, knobs: Sequence[Knob], aims: Sequence[Aim]) -> None:
        self._aims = aims
        self._cases = cases_of(study, knobs)
        self._along = {_dashed(name): name for name in self._cases[0]}
        terms = dict.fromkeys([term for aim in aims for term in aim.terms])
        self._values = {term: TermValues(study, term) for term in terms}
        for aim in aims:
            if aim.relation != "in" and not self._has_steps(aim):
                raise BadInput("goal", aim.text, f"an input with two values or more, as in --across {aim.along}=1..5")

    def _has_steps(self, aim: Aim) -> bool:
        along = self._along.get(_dashed(aim.along), "")
        return along in self._values[aim.term].axes and any(
            case[along] != self._cases[0][along] for case in self._cases
        )

    def missed(self, setting: Setting) -> tuple[int, Fraction]:
        """Return in how many places aims are not met, and by how much in all; raises where a cell is refused."""
        missed, amount = 0, Fraction(0)
        for aim in self._aims:
            cases = distinct(self._cases, {name for term in aim.terms for name in self._values[term].axes})
            runs = [cases] if aim.relation == "in" else groups(self._along[_dashed(aim.along)], cases)
            for cases in runs:
                ours, *theirs = [
                    [self._values[term].of({**setting.values, **case}) for case in cases] for term in aim.terms
                ]
                places, short = shortfall(aim, ours, theirs[0] if theirs else ())
                missed += places
                amount += short
        return missed, amount

    def told(self, setting: Setting, before: Setting | None, missed: tuple[int, Fraction]) -> Tuned:
        """Return a setting with the figures of the aims."""
        figures = []
        for term, values in self._values.items():
            for case in distinct(self._cases, values.axes):
                value = values.known({**setting.values, **case})
                now = None if before is None else values.known({**before.values, **case})
                figures.append(Figure(str(term), case, now, value, values.is_chance))
        return Tuned(setting, tuple(figures), *missed)
