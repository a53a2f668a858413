"""`oddsmith sweep`: a question in many versions at once, as a table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import WholeNumber, exact_option, json_option, limit_option, quiet_option
from oddsmith.cli.parsing.spread import Spread, number_axes, spread_out
from oddsmith.cli.parsing.verb import NotationVerb, Verb
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.cli.render.picture import picture_file, write_picture
from oddsmith.cli.render.table import show_table
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.workbench.study import OfAction, OfNotation

#: So few cells are not worth other processes.
_FEW: Final = 50


def run(
    spread: Spread,
    *,
    of: tuple[str, ...],
    goals: tuple[str, ...],
    prices: tuple[str, ...],
    in_full: bool,
    limit: int,
    **how: Any,
) -> None:
    """Work a sweep out over an action, and print or write its table."""
    from oddsmith.answers.goals.goal_parser import read_objective
    from oddsmith.answers.goals.objective import with_prices
    from oddsmith.cli.commands.best import given_prices
    from oddsmith.systems.fields.field import fields_of
    from oddsmith.systems.registry import rulebooks_of
    from oddsmith.workbench.study import OfAction
    from oddsmith.workbench.sweeps import asked_of

    system, action = spread.system, spread.action
    if not spread.axes:
        name = next((field.typed for field in fields_of(action.inputs).values()), "option")
        raise BadInput("inputs", None, f"several values for one or more of them, such as --{name} 1..10 or 2,4,8")
    of = of or (() if goals else asked_of(action, spread.inputs, spread.axes))
    for goal in goals:
        with_prices(action, read_objective(action, goal), given_prices(prices))
    study = OfAction(
        system.name, action.name, spread.inputs, spread.options, spread.axes, of, goals, given_prices(prices), in_full,
        limit, rulebooks_of(system.name),
    )  # fmt: skip
    _work(study, **how)


def run_notation(text: str, *, along: tuple[str, ...], in_full: bool, limit: int, **how: Any) -> None:
    """Work a sweep out over a notation with names in braces, and print or write its table."""
    from oddsmith.workbench.study import OfNotation

    _work(OfNotation(text, number_axes("along", along), in_full, limit), **how)


def _work(
    study: OfAction | OfNotation,
    *,
    out: str | None,
    jobs: int | None,
    scheduler: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    from oddsmith.cli.text.progress import Progress
    from oddsmith.workbench.axes import cell_count
    from oddsmith.workbench.parts import Parts
    from oddsmith.workbench.sweeps import runner_of, swept
    from oddsmith.workbench.table import checked_path, key

    if scheduler is not None and jobs is not None:
        raise BadInput("jobs", jobs, "not together with --scheduler, whose workers do the work")
    path = picture = None
    if out is not None and out.endswith((".svg", ".png", ".pdf")):
        from oddsmith.workbench.pictures import check_drawable, sweep_picture

        picture = picture_file(out)
        check_drawable(study)
    elif out is not None:
        path = checked_path(out)
    cells = cell_count(study.axes)
    folder = None if path is None else path.with_name(f"{path.name}.parts")
    jobs = jobs or (1 if cells < _FEW else os.cpu_count() or 1)
    with _written(path):
        parts = Parts(folder, key(study))
    try:
        with Progress("cells", cells, done=parts.count, quiet=quiet) as progress, _written(path):
            table = swept(study, parts, lambda: runner_of(study, jobs, scheduler), progress.step)
    except KeyboardInterrupt:
        if folder is None:
            raise
        kept = f"{parts.count:,} of {cells:,} cells are kept in {folder}; the same command goes on from there."
        raise KeyboardInterrupt(kept) from None
    if path is not None:
        with _written(path):
            table.write(path)
            parts.discard()
    if picture is not None:
        write_picture(sweep_picture(study, table), picture)
    show_table(table, path, as_json=as_json)


@contextmanager
def _written(path: Path | None) -> Iterator[None]:
    """Raise BadInput for a file that cannot be written, of the table or of what is kept beside it."""
    try:
        yield
    except OSError as error:
        if path is None or error.filename is None:
            raise
        raise BadInput("out", str(path), f"a file that can be written ({error.filename}: {error.strerror})") from None


def _options() -> Sequence[click.Parameter]:
    return (
        Option(
            ("--of",),
            multiple=True,
            metavar="TEXT",
            help="An event, a measure, or successes >= 3; by default all events.",
        ),
        Option(("--best", "goals"), multiple=True, metavar="GOAL", help="What best play for a goal is worth."),
        Option(("--price", "prices"), multiple=True, metavar="MEASURE=NUMBER", help="As for best."),
        *_shared(),
    )


def _notation_options() -> Sequence[click.Parameter]:
    along = Option(("--along",), multiple=True, metavar="NAME=VALUES", help="What a name in braces stands for.")
    return (along, *_shared())


def _shared() -> Sequence[click.Parameter]:
    return (
        Option(
            ("--out",),
            metavar="FILE",
            help="Write the table to a .parquet, .csv or .json, and keep what is done; or draw it: .svg, .png, .pdf.",
        ),
        Option(("--jobs",), type=WholeNumber(1), metavar="NUMBER", help="How many processes; by default all cores."),
        Option(("--scheduler",), metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.5:8786."),
        quiet_option(),
        json_option(),
        exact_option(),
        limit_option(),
    )


VERB = Verb(
    name="sweep",
    summary="Ask a question in many versions at once. Each input or house rule may have several values (1..10, 2,4,8).",
    example="oddsmith sweep mod-dot test --pool 1..12 --difficulty 2..6 --of success",
    run=run,
    options=_options,
    asks=spread_out,
    notation=NotationVerb(
        summary="Dice notation with names in braces, for all values that they take.",
        example="oddsmith sweep '({pool}d6)>={target}' --along pool=1..6 --along target=5,10,15",
        run=run_notation,
        options=_notation_options,
        reads=str,
    ),
)
command = VerbGroup(VERB)
