"""`oddsmith compare`: notations and saved questions side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import click

from oddsmith.answers.documents.compare import compare_document, side_by_side
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import (
    WholeNumber,
    exact_option,
    json_option,
    limit_option,
    picture_option,
    quiet_option,
)
from oddsmith.cli.render.comparison import show_comparison
from oddsmith.cli.render.picture import picture_file, write_picture
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.progress import Progress, telling
from oddsmith.cli.text.terminal import say
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.workbench.study import OfAction, OfNotation


def run(
    texts: tuple[str, ...],
    measure: str | None,
    versions: str | None,
    of: str | None,
    most: int,
    quiet: bool,
    as_json: bool,
    plot: bool,
    out: str | None,
    in_full: bool,
    limit: int,
) -> None:
    """Print how several rolls compare, or which versions of a question are most like each."""
    picture = picture_file(out)
    if versions is not None and out is not None:
        raise BadInput("out", out, "not together with --with")
    with telling(quiet=quiet):
        entries = side_by_side(texts, measure=measure, limit=limit)
    if versions is not None:
        from oddsmith.cli.render.comparison import show_conversion
        from oddsmith.workbench.axes import cell_count
        from oddsmith.workbench.conversion import conversion_document

        study = _study(versions, of, limit, chances=all(entry.happens for entry in entries))
        with Progress("versions", cell_count(study.axes), quiet=quiet) as progress:
            document = conversion_document(entries, study, most=most, told=progress.step)
        if as_json:
            say(json_text(document))
        else:
            show_conversion(document, in_full=in_full)
        return
    if of is not None:
        raise BadInput("of", of, "only together with --with")
    with telling(quiet=quiet):
        document = compare_document(entries)
    if picture is not None:
        from oddsmith.answers.pictures import comparison_picture

        write_picture(comparison_picture(document), picture)
    if as_json:
        say(json_text(document))
        return
    show_comparison(document, plot=plot, in_full=in_full)


def _study(text: str, of: str | None, limit: int, *, chances: bool) -> OfAction | OfNotation:
    """Read the versions that rolls are converted to: a notation or an action, then NAME=VALUES.

    chances: whether rolls that happen or not are converted, so that an event is asked about, else a number.
    """
    from oddsmith.cli.parsing.spread import Spread, axes_of, number_axes
    from oddsmith.cli.parsing.system_names import system_or_file
    from oddsmith.systems.registry import rulebooks_of
    from oddsmith.workbench.study import OfAction, OfNotation

    words = text.split()
    named = [word for word in words if _ASSIGNED.match(word)]
    rest = words[: len(words) - len(named)]
    if named != words[len(rest) :] or not named or not rest:
        raise BadInput("with", text, _VERSIONS)
    if not rest[0][0].isalpha() or "{" in rest[0]:
        if of is not None:
            told = "--of says what of an action is compared, and a notation has only its total."
            raise BadInput("of", of, "only of an action").reworded(told, "Leave it out.")
        return OfNotation(" ".join(rest), number_axes("with", named), limit=limit)
    if len(rest) != 2:
        raise BadInput("with", text, _VERSIONS)
    game = system_or_file(rest[0])
    action = game.action(rest[1])
    axes = axes_of("with", Spread(game, action, {}, {}, ()), named)
    leading = action.events or action.measures if chances else action.measures or action.events
    asked = leading[0].name if of is None else of
    return OfAction(game.name, action.name, {}, {}, axes, (asked,), limit=limit, rulebooks=rulebooks_of(game.name))


_ASSIGNED: Final = re.compile(r"[a-z][\w-]*=\S")
_VERSIONS: Final = "SYSTEM ACTION NAME=VALUES ... or NOTATION NAME=VALUES ..., such as 'dot check dots=1..10'"

command = Command(
    "compare",
    params=[
        click.Argument(("texts",), nargs=-1, required=True, metavar="NOTATION|QUESTION|FILE.json ..."),
        Option(
            ("--measure",),
            metavar="NAME",
            help="Which number, or event, of questions. [default: the first number that is not spent; beside a yes "
            "or no the first event]",
        ),
        Option(
            ("--with", "versions"),
            metavar="TEXT",
            help="Convert: which version of 'dot check dots=1..10' or '{pool}d10>=6 pool=1..9' is most like each.",
        ),
        Option(
            ("--of",),
            metavar="TEXT",
            help="What of an action --with compares. [default: its first event; of numbers its first measure]",
        ),
        Option(
            ("--most",),
            type=WholeNumber(1),
            default=5,
            show_default=True,
            metavar="NUMBER",
            help="How many versions to list.",
        ),
        quiet_option(),
        json_option(),
        Option(("--plot",), is_flag=True, help="Bars beside the numbers."),
        picture_option(),
        exact_option(),
        limit_option(),
    ],
    callback=run,
    help="Compare rolls. Dice notations, questions (a game or a rulebook's file, an action, and inputs), or saved "
    "questions (documents that --json printed).",
    epilog='\b\nExamples:\n  oddsmith compare "4d6kh3" "3d6"\n  oddsmith compare "5d10>=7! vs 4d10>=6!"\n'
    '  oddsmith compare "dot check dots=4" "dot check dots=5"\n  oddsmith compare "old.py attack bonus=3" '
    '"new.py attack bonus=3"\n  oddsmith compare "(3d6)<=14" --with "dot check dots=1..10"',
)
