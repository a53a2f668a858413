"""Sweeps as charts: a ladder or a fan along one axis, a heat map along two."""

from __future__ import annotations

from typing import Any, Final

from oddsmith.answers.expected import read_quantities
from oddsmith.answers.goals.goal_parser import read_objective
from oddsmith.errors import BadInput
from oddsmith.plots import Chart, fan, heat_map, ladder
from oddsmith.systems.declaration import Action
from oddsmith.systems.registry import system
from oddsmith.workbench.study import OfAction, OfNotation, column
from oddsmith.workbench.table import Table

#: No chart has more lines.
_MOST_LINES: Final = 6


def check_drawable(study: OfAction | OfNotation) -> None:
    """Raise BadInput for a sweep along more than a chart has room for."""
    if len(study.axes) > 2:
        names = ", ".join(axis.name.replace("_", "-") for axis in study.axes)
        refused = BadInput("out", names, "one or two that take several values")
        told = f"A chart has room for two that take several values, and here are {len(study.axes)}: {names}."
        raise refused.reworded(told, "Write the table instead: --out table.csv.")


def sweep_picture(study: OfAction | OfNotation, table: Table) -> Chart:
    """Draw the table of a sweep.

    Along one axis: chances, or numbers that best play is worth, as lines; a single number of the roll as a fan of its
    outcomes. Along two axes: a heat map of the first column. Raises BadInput for more axes, and where chances and other
    numbers would share a chart.
    """
    check_drawable(study)
    if all(_refused(table, row) for row in table.rows):
        raise BadInput("out", "a chart", f"a table with an answer in one row or more ({table.rows[0][-1]})")
    columns, are_chances = _drawn(study, table)
    names = {axis.name: axis.name.replace("_", " ") for axis in study.axes}
    title = study.text if isinstance(study, OfNotation) else _title(study)
    if len(study.axes) == 2:
        shown, at = columns[0], table.columns.index(columns[0])
        cells = {(row[0], row[1]): row[at] for row in table.rows}
        across, up = names.values()
        return heat_map(cells, title=title, across=across, up=up, is_chance=are_chances, note=shown.replace("_", " "))
    (axis,) = study.axes
    plays = isinstance(study, OfAction) and study.best
    if len(columns) == 1 and not are_chances and not plays:
        steps = {
            row[0]: study.law((value,))
            for row, value in zip(table.rows, axis.values, strict=True)
            if not _refused(table, row)
        }
        if len(steps) < 2:
            raise BadInput("out", "a chart", "a table with answers in two rows or more")
        return fan(steps, title=title, along=names[axis.name], outcome=columns[0].replace("_", " "))
    series = {
        shown.replace("_", " "): [row[table.columns.index(shown)] for row in table.rows]
        for shown in columns[:_MOST_LINES]
    }
    left = len(columns) - len(series)
    return ladder(
        [row[0] for row in table.rows], series, title=title, input_name=names[axis.name],
        of=next(iter(series)) if len(series) == 1 else ("chance" if are_chances else "number"), is_chance=are_chances,
        note=f"{left} more columns are in the table alone" if left else "",
    )  # fmt: skip


def _refused(table: Table, row: list[Any]) -> bool:
    return table.columns[-1] == "refused" and bool(row[-1])


def _drawn(study: OfAction | OfNotation, table: Table) -> tuple[list[str], bool]:
    """Return the columns that can be drawn together, and whether they are chances."""
    if isinstance(study, OfNotation):
        chance = column(study, "chance")
        return ([chance], True) if chance in table.columns else ([column(study, "mean")], False)
    action = system(study.system).action(study.action)
    are_chances = {name: each.is_chance for name, each in zip(study.of, _read(action, study.of), strict=True)}
    are_chances |= {f"best {goal}": read_objective(action, goal).net.is_chance for goal in study.best}
    if len(set(are_chances.values())) != 1:
        raise BadInput("of", ", ".join(study.of), "either chances or numbers, for a chart")
    return [column(study, name) for name in are_chances], next(iter(are_chances.values()))


def _read(action: Action[Any, Any, Any], of: tuple[str, ...]) -> list[Any]:
    return read_quantities(action, of) if of else []


def _title(study: OfAction) -> str:
    game = system(study.system)
    return f"{game.title}: {game.action(study.action).title}"
