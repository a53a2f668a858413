"""`sweep`: a question in many versions at once, as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from oddsmith.answers.question import Question
from oddsmith.answers.question import values as values_of
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, Unknown
from oddsmith.rules import Call, Rule
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import Field, field_called, fields_of, readings_of
from oddsmith.systems.registry import rulebooks, rulebooks_of, system
from oddsmith.wording import Named
from oddsmith.workbench.axes import Axis, Kind, cell_count
from oddsmith.workbench.cells import work_through
from oddsmith.workbench.parts import Parts
from oddsmith.workbench.runners.runner import Here, Runner
from oddsmith.workbench.study import OfAction, OfNotation, OfRule, Study
from oddsmith.workbench.table import Table, key, table_of

if TYPE_CHECKING:
    import polars as pl


def sweep(
    asked: str | Question | Rule[..., Any] | Call[Any],
    action: str | None = None,
    *,
    of: Iterable[str] = (),
    best: Iterable[str] = (),
    exact: bool = False,
    jobs: int = 1,
    scheduler: str | None = None,
    keep: str | Path | None = None,
    limit: int = STATE_LIMIT,
    **values: Any,
) -> pl.DataFrame:
    """Return the answers to a question in many versions, a row for each combination of the values given.

    asked, action: the names of a system and its action; or a `question(...)`; a rule, or a call of one; or a notation
    with names in braces, such as `"({pool}d6)>={target}"`. values: of inputs, house rules, arguments or names in
    braces; a list or range has a row for each of its items. of: events and measures of an action; by default all
    events, or measures where there is none. best: goals of an action that are played best. exact: exact numbers as
    texts, beside the floats.
    jobs: how many processes work it out; with more than one, a script needs `if __name__ == "__main__":`. scheduler:
    the address of a Dask scheduler instead. keep: a folder for what is done, so that the same call goes on after it was
    stopped; what is kept of a rule that has been changed since is not used. limit: the most states of a cell.

    A cell that is refused has the reason in the column `refused`. Raises BadInput for a name that is not known,
    NotInstalled where Polars (or Dask) is not installed.

    >>> sweep("dot", "check", of=["success"], dots=[1, 2], exact=True).rows()
    [(1, 0.3333333333333333, '1/3'), (2, 0.5555555555555556, '5/9')]
    """
    study = study_of(asked, action, values, of=tuple(of), best=tuple(best), in_full=exact, limit=limit)
    folder = None if keep is None else Path(keep)
    return swept(study, Parts(folder, key(study)), lambda: runner_of(study, jobs, scheduler)).frame()


def study_of(
    asked: str | Question | Rule[..., Any] | Call[Any],
    action: str | None,
    given: Mapping[str, Any],
    *,
    of: tuple[str, ...] = (),
    best: tuple[str, ...] = (),
    in_full: bool = False,
    limit: int = STATE_LIMIT,
) -> Study:
    """Return what a sweep asks; arguments and what is raised as for `sweep`."""
    along = {name: tuple(several) for name, several in given.items() if _is_several(several)}
    fixed = {name: value for name, value in given.items() if name not in along}
    if not along or not all(along.values()):
        raise BadInput("values", None, "a list or a range of values for one name or more")
    if isinstance(asked, str) and action is not None:
        game = system(asked)
        return _of_action(game, game.action(action), {}, {}, given, of, best, in_full, limit)
    if isinstance(asked, Question):
        inputs, options = values_of(asked.inputs), values_of(asked.rules)
        return _of_action(asked.system, asked.action, inputs, options, given, of, best, in_full, limit)
    if of or best:
        raise BadInput("of" if of else "best", ", ".join(of or best), "nothing, but for an action")
    if isinstance(asked, str):
        numbers = {name: (value,) for name, value in fixed.items()} | along
        return OfNotation(asked, _axes(numbers, "number"), in_full, limit)
    rule = asked if isinstance(asked, Rule) else asked.rule
    for name in given:
        if name not in rule.parameters:
            raise Unknown("parameter", name, rule.parameters, field="values")
    before = {} if isinstance(asked, Rule) else dict(zip(rule.parameters, asked.args, strict=True))
    return OfRule(rule, before | fixed, _axes(along, "parameter"), in_full, limit, tuple(rulebooks().values()))


def _is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping | Distribution)


def _axes(along: Mapping[str, tuple[Any, ...]], what: Kind) -> tuple[Axis, ...]:
    return tuple([Axis(name, given, what) for name, given in along.items()])


def _of_action(
    game: System,
    action: Action[Any, Any, Any],
    inputs: Mapping[str, Any],
    options: Mapping[str, Any],
    given: Mapping[str, Any],
    of: tuple[str, ...],
    best: tuple[str, ...],
    in_full: bool,
    limit: int,
) -> OfAction:
    """given: what takes the place of inputs and options, or several values of these."""
    fixed: dict[Kind, dict[str, Any]] = {"input": dict(inputs), "option": dict(options)}
    axes = []
    for name, value in given.items():
        what, field = place_of(game, action, name)
        fixed[what].pop(field.name, None)
        if _is_several(value):
            axes.append(Axis(field.name, tuple(value), what))
        else:
            fixed[what][field.name] = value
    return OfAction(
        game.name,
        action.name,
        fixed["input"],
        fixed["option"],
        tuple(axes),
        of or (() if best else asked_of(action, fixed["input"], axes)),
        best,
        in_full=in_full,
        limit=limit,
        rulebooks=rulebooks_of(game.name),
    )


def asked_of(action: Action[Any, Any, Any], inputs: Mapping[str, Any], axes: Iterable[Axis]) -> tuple[str, ...]:
    """Return what is asked of an action where nothing is named: its events, or its measures where it has none.

    inputs, axes: what is given. Events that need another input are left out.
    """
    given = {name for name, value in inputs.items() if value is not None} | {axis.name for axis in axes}
    events = [event for event in action.events if not event.needs or event.needs in given]
    return tuple([each.name for each in events or action.measures])


def place_of(game: System, action: Action[Any, Any, Any], name: str) -> tuple[Kind, Field]:
    """Return the input of a name or, where there is none, the house rule; and which of the two it is."""
    models: dict[Kind, type[BaseModel]] = {"input": action.inputs, "option": game.house_rules}
    for what, model in models.items():
        field = field_called(model, name)
        if field is not None:
            return what, field
    names = map(Named, [*fields_of(action.inputs), *readings_of(game.house_rules)])
    raise Unknown("input or house rule", name, names, field="values")


def runner_of(study: Study, jobs: int, scheduler: str | None) -> Runner:
    """Return who works a study out: this process, several, or the workers of a cluster."""
    if scheduler is not None:
        from oddsmith.workbench.runners.cluster import Cluster

        return Cluster(study, scheduler)
    if jobs < 1:
        raise BadInput("jobs", jobs, "a whole number, 1 or more")
    if jobs == 1:
        return Here(study)
    from oddsmith.workbench.runners.processes import Processes

    return Processes(study, jobs)


def swept(
    study: Study, parts: Parts, runner: Callable[[], Runner], told: Callable[[int], None] = lambda count: None
) -> Table:
    """Do what is left of a sweep, and return the whole table.

    runner: makes who works it out, where anything is left. told: called with how many more cells are done.
    """
    study.open()  # what is wrong with the whole of it is told here, not cell by cell
    if parts.count < cell_count(study.axes):
        work_through(study, parts, runner(), told)
    return table_of(study, parts.rows())
