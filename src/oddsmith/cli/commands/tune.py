"""`oddsmith tune`: a question asked backwards, from what is wanted to the values that bring it about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import WholeNumber, exact_option, json_option, limit_option, quiet_option
from oddsmith.cli.parsing.spread import Spread, axes_of, number_axes, spread_out
from oddsmith.cli.parsing.verb import NotationVerb, Verb
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.cli.render.tuning import show_tuning
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.terminal import say
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.workbench.axes import Axis
    from oddsmith.workbench.study import Study


def run(spread: Spread, *, across: tuple[str, ...], limit: int, **how: Any) -> None:
    """Tune an action, and print what was found."""
    from oddsmith.systems.registry import rulebooks_of
    from oddsmith.workbench.study import OfAction

    cases = axes_of("across", spread, across)
    known = {axis.name for axis in spread.axes}
    fixed = {axis.name for axis in cases} & {*spread.inputs, *spread.options}
    _refuse({axis.name for axis in cases} & known | fixed)
    study = OfAction(
        spread.system.name, spread.action.name, spread.inputs, spread.options, (*spread.axes, *cases), (), limit=limit,
        rulebooks=rulebooks_of(spread.system.name),
    )  # fmt: skip
    _search(study, cases, **how)


def run_notation(text: str, *, along: tuple[str, ...], across: tuple[str, ...], limit: int, **how: Any) -> None:
    """Tune a notation with names in braces, and print what was found."""
    from oddsmith.workbench.study import OfNotation

    knobs, cases = number_axes("along", along), number_axes("across", across)
    _refuse({axis.name for axis in cases} & {axis.name for axis in knobs})
    _search(OfNotation(text, (*knobs, *cases), limit=limit), cases, **how)


def _refuse(names: set[str]) -> None:
    if names:
        raise BadInput("across", ", ".join(sorted(names)), "what has no value elsewhere on the line")


def _search(
    study: Study, cases: Sequence[Axis], *, goals: tuple[str, ...], most: int, quiet: bool, in_full: bool, as_json: bool
) -> None:
    from oddsmith.cli.text.progress import Progress
    from oddsmith.workbench.tuning.document import tuning_document
    from oddsmith.workbench.tuning.settings import setting_count
    from oddsmith.workbench.tuning.tune import defaults, knobs_of, tuned

    names = [axis.name for axis in cases]
    now = defaults(study)
    with Progress("settings", setting_count(knobs_of(study, names, now)), quiet=quiet) as progress:
        document = tuning_document(tuned(study, names, goals, now, most=most, told=progress.step))
    if as_json:
        say(json_text(document))
        return
    show_tuning(document, in_full=in_full)


def _options() -> Sequence[click.Parameter]:
    return (
        Option(
            ("--goal", "goals"),
            multiple=True,
            metavar="TEXT",
            help="What is wanted, such as 'success in 60..70 %', 'success climbs along rank' or 'best success is at "
            "least success at rank=3'; all that are given shall be met.",
        ),
        Option(("--across",), multiple=True, metavar="NAME=VALUES", help="Values in all of which goals shall be met."),
        Option(
            ("--most",),
            type=WholeNumber(1),
            default=3,
            show_default=True,
            metavar="NUMBER",
            help="How many answers to look for, the shortest change first.",
        ),
        quiet_option(),
        json_option(),
        exact_option(),
        limit_option(),
    )


def _notation_options() -> Sequence[click.Parameter]:
    along = Option(
        ("--along",), multiple=True, metavar="NAME=VALUES", help="The values that a name in braces may have."
    )
    return (along, *_options())


VERB = Verb(
    name="tune",
    summary="Find the values that meet your goals. Inputs and house rules may have several (1..10, "
    "2,4,8); the shortest change comes first.",
    example="oddsmith tune mod-dot test --pool 4..8 --difficulty 5..10 --goal 'success in 60..70 %'",
    run=run,
    options=_options,
    ending=lambda action: "--goal ...",
    asks=spread_out,
    notation=NotationVerb(
        summary="Dice notation with names in braces: which numbers meet goals about its chance or mean.",
        example="oddsmith tune '({pool}d6)>={target}' --along target=5..30 --across pool=4 --goal 'chance in 60..70 %'",
        run=run_notation,
        options=_notation_options,
        reads=str,
    ),
)
command = VerbGroup(VERB)
