"""What is in a report: figures with their captions and commands, what best play changes, and the findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from oddsmith.answers.auditing.document import audit_document
from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.pictures import odds_picture
from oddsmith.answers.question import house_rules
from oddsmith.answers.subjects import Subject, command_line, subject_of
from oddsmith.errors import OddsmithError
from oddsmith.plots import Chart
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import fields_of
from oddsmith.workbench.axes import Axis
from oddsmith.workbench.parts import Parts
from oddsmith.workbench.pictures import sweep_picture
from oddsmith.workbench.reporting.ladders import LIMIT, ladders
from oddsmith.workbench.runners.runner import Here
from oddsmith.workbench.study import OfAction
from oddsmith.workbench.sweeps import swept
from oddsmith.workbench.table import key

#: States past which best play has no figure: its cells take longer than odds do.
_LIMIT_OF_PLAY: Final = 5_000

#: What a report asks of each action: odds, a ladder, a map, best play.
_STEPS: Final = 4


@dataclass(frozen=True)
class Figure:
    """A chart, or where it has none the reason for that. command: what shows it."""

    title: str
    chart: Chart | None
    command: str
    told: str = ""


@dataclass(frozen=True)
class Play:
    """What best play changes. value, unspent: with it, and with nothing spent. thumbs: the plan in rules of thumb."""

    goal: str
    value: float
    unspent: float
    is_chance: bool
    opening: tuple[str, ...]
    thumbs: tuple[str, ...]
    command: str


@dataclass(frozen=True)
class Section:
    """What a report tells of an action."""

    title: str
    summary: str
    figures: tuple[Figure, ...]
    play: Play | None


@dataclass(frozen=True)
class Report:
    """All that stands on the page. findings: those of the audit, as its document has them."""

    system: System
    sections: tuple[Section, ...]
    findings: tuple[Mapping[str, Any], ...]
    audit: str
    options: Mapping[str, str]


def report_of(
    system: System, options: Mapping[str, str], told: Callable[[int], None] = lambda count: None, *, file: str = ""
) -> Report:
    """Work out the report of a game under house rules.

    Each action is asked at the example of its help. A figure that would take too many states is left out, and says so.
    told: called with how many more steps are done, of `steps`. file: the game's, where it is one of a file, as commands
    are to name it; by default without its folder. Raises BadInput for a house rule that is not known.
    """
    rules = house_rules(system, options)
    sections = tuple([_section(system, action.under(rules), options, told, file) for action in _by_chance(system)])
    findings = tuple(audit_document(system, rules, file=file)["findings"])
    told(1)
    given = [part for name, text in options.items() for part in ("--option", f"{name}={text}")]
    return Report(
        system,
        sections,
        findings,
        command_line("oddsmith", "audit", system.name, *given, system=system, file=file),
        options,
    )


def steps(system: System) -> int:
    """Return how many steps a report takes."""
    return _STEPS * len(_by_chance(system)) + 1


def _by_chance(system: System) -> list[Action[Any, Any, Any]]:
    return [action for action in system.actions if action.chance]


def _section(
    system: System, action: Action[Any, Any, Any], options: Mapping[str, str], told: Callable[[int], None], file: str
) -> Section:
    subject = subject_of(system, action, options, file)
    figures = []
    for figure in _figures(subject):
        told(1)
        if figure is not None:
            figures.append(figure)
    play = _play(subject)
    told(1)
    return Section(action.title, action.summary, tuple(figures), play)


def _figures(subject: Subject) -> Iterator[Figure | None]:
    """Yield the curve, the ladder and the heat map of an action; None for one that it has not."""
    asked = subject.command("odds")

    def curve() -> Chart:
        document = odds_document(subject.question, limit=LIMIT)
        return odds_picture(document, subject.action.title)

    yield _drawn("How it comes out", asked, curve)
    try:
        axes = list(ladders(subject))
    except OddsmithError:
        axes = []
    yield _ladder(subject, axes[0]) if axes else None
    yield _map(subject, axes[0], axes[1]) if len(axes) > 1 else None


def _ladder(subject: Subject, axis: Axis) -> Figure:
    best = (subject.action.aim,) if _plays(subject.action) else ()
    told = best[0] if best else subject.action.lead  # both lines are of one event
    study = replace(_study(subject, (axis,), best, _LIMIT_OF_PLAY if best else LIMIT), of=(told,))
    words = [*_flag(axis), "--of", told, *(word for goal in best for word in ("--best", goal))]
    title = f"{_title(subject.action, told)} along {_typed(subject.action, axis)}"
    return _drawn(
        _capital(title), subject.command("sweep", *words, without=_names(subject.action, axis)), _sweep(study)
    )


def _map(subject: Subject, across: Axis, up: Axis) -> Figure:
    study = _study(subject, (across, up), (), LIMIT)
    words = [*_flag(across), *_flag(up), "--of", subject.action.lead]
    names = _typed(subject.action, across), _typed(subject.action, up)
    title = f"{_title(subject.action, subject.action.lead)} along {names[0]} and {names[1]}"
    command = subject.command("sweep", *words, without=_names(subject.action, across, up))
    return _drawn(_capital(title), command, _sweep(study))


def _study(subject: Subject, axes: tuple[Axis, ...], best: tuple[str, ...], limit: int) -> OfAction:
    given = {name: text for name, text in subject.inputs.items() if name not in _names(subject.action, *axes)}
    study = OfAction(
        subject.system.name, subject.action.name, given, dict(subject.options), axes, (subject.action.lead,)
    )
    return replace(study, best=best, limit=limit)


def _sweep(study: OfAction) -> Callable[[], Chart]:
    def drawn() -> Chart:
        table = swept(study, Parts(None, key(study)), lambda: Here(study))
        at = [place for place, name in enumerate(table.columns) if name in study.columns]
        if not any(row[place] is not None for row in table.rows for place in at):
            raise OddsmithError("it takes more states than a report looks at")
        return sweep_picture(study, table)

    return drawn


def _drawn(title: str, command: str, chart: Callable[[], Chart]) -> Figure:
    try:
        return Figure(title, chart(), command)
    except OddsmithError as error:
        return Figure(title, None, command, f"Left out: {error.message}")


def _play(subject: Subject) -> Play | None:
    """Return what best play for the aim changes; None where no player decides, or it is too large."""
    action = subject.action
    if not action.decides or action.ruling:
        return None
    try:
        document = best_document(subject.question, action.aim, limit=LIMIT, most=1)
    except OddsmithError:
        return None
    value, unspent = document["value"]["float"], document["unspent"]["float"]
    opening = [action.phrase(option) for option in document["opening"]]
    thumbs = [
        line
        for group in document["rules"]
        if group["rules"] is not None and group["who"] == "player" and group["situations"] > len(group["rules"])
        for line in _in_short(action, group)
    ]
    return Play(
        read_quantity(action, action.aim).title, value, unspent, document["chance"], tuple(opening), tuple(thumbs),
        subject.command("best", "--goal", action.aim),
    )  # fmt: skip


def _in_short(action: Action[Any, Any, Any], group: Mapping[str, Any]) -> list[str]:
    """Return what a plan does at a decision: a line that begins with it, or several where it has no words."""
    lines = [
        f"{', or '.join([_condition(thumb['if'], place) for thumb in alike])}: {action.phrase(choose)}"
        for place, (choose, alike) in enumerate(groupby(group["rules"], itemgetter("choose")))
    ]
    return [f"{group['says']} {_capital('; '.join(lines))}."] if group["says"] else lines


def _condition(conditions: list[dict[str, Any]], place: int) -> str:
    if not conditions:
        return "otherwise" if place else "always"
    return "if " + " and ".join(
        f"{each['name'].replace('_', ' ')} {_SIGNS.get(each['sign'], each['sign'])} {each['value']}"
        for each in conditions
    )


_SIGNS: Final = {"<=": "≤", ">=": "≥", "!=": "≠", "=": "is", "==": "is"}


def _flag(axis: Axis) -> list[str]:
    first, last = axis.values[0], axis.values[-1]
    return [f"--{axis.name.replace('_', '-')}", f"{first}..{last}"]


def _names(action: Action[Any, Any, Any], *axes: Axis) -> frozenset[str]:
    return frozenset([_typed(action, axis) for axis in axes])


def _typed(action: Action[Any, Any, Any], axis: Axis) -> str:
    return fields_of(action.inputs)[axis.name].typed


def _plays(action: Action[Any, Any, Any]) -> bool:
    """Tell whether a ladder has a line for best play: a player decides, and an event is what is aimed at."""
    return bool(action.decides) and not action.ruling and action.aim in {event.name for event in action.events}


def _title(action: Action[Any, Any, Any], name: str) -> str:
    titles = {event.name: event.title for event in action.events}
    return (titles | {measure.name: measure.title for measure in action.measures})[name]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
