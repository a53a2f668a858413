"""`oddsmith odds|roll|simulate NOTATION`: the verbs for dice notation.

They need neither rules nor games, and only a simulation needs numpy: those are slow to import.
"""

from __future__ import annotations

from typing import Any

from oddsmith.answers.documents.notation import notation_odds, notation_roll
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import (
    WholeNumber,
    exact_option,
    json_option,
    limit_option,
    picture_option,
    quiet_option,
    random_seed,
    typed_faces,
    warn_of_unused_faces,
)
from oddsmith.cli.parsing.verb import NotationVerb
from oddsmith.cli.render.odds import show_odds
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.progress import telling
from oddsmith.cli.text.terminal import faint, grid, say, strong, warn, wrapped
from oddsmith.dice import Notation, SeededSource
from oddsmith.errors import BadInput


def _odds(
    notation: Notation, *, as_json: bool, plot: bool, out: str | None, in_full: bool, limit: int, quiet: bool
) -> None:
    picture = None
    if out is not None:
        from oddsmith.cli.render.picture import picture_file, write_picture

        picture = picture_file(out)
    with telling(quiet=quiet):
        document = notation_odds(notation, limit=limit)
    if picture is not None:
        from oddsmith.answers.pictures import odds_picture

        write_picture(odds_picture(document, document["inputs"]["notation"]), picture)
    if as_json:
        say(json_text(document))
        return
    show_notation(notation, document)
    show_odds(document, plot=plot, in_full=in_full, or_less=True)
    for title, entry in ((document["titles"][name], entry) for name, entry in document["measures"].items()):
        if not entry["pmf"]:
            say(wrapped(f"    {title}: from {entry['min']:,} to {entry['max']:,}, more numbers than can be listed"))


def _roll(
    notation: Notation,
    *,
    seed: str | None,
    faces: str | None,
    times: int | None,
    as_table: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    if times is not None:
        _roll_many(notation, seed=seed, faces=faces, times=times, as_json=as_json, quiet=quiet)
        return
    if seed is not None and faces is not None:
        raise BadInput("faces", faces, "not together with --seed")
    typed = typed_faces(faces)
    document = notation_roll(notation, typed if seed is None else SeededSource(seed))
    if as_json:
        say(json_text(document))
    elif as_table:
        for line in grid(document["table"], "<<>", indent=""):
            say(line)
    else:
        say(document["line"])
    warn_of_unused_faces(typed)


def _roll_many(
    notation: Notation, *, seed: str | None, faces: str | None, times: int, as_json: bool, quiet: bool
) -> None:
    if faces is not None:
        raise BadInput("faces", faces, "not together with --times")
    from oddsmith.answers.documents.notation_simulation import notation_rolls  # numpy is slow to import
    from oddsmith.dice.simulation.seeds import read_seed

    with telling(quiet=quiet):
        document = notation_rolls(notation, times, None if seed is None else read_seed(seed))
    if as_json:
        say(json_text(document))
        return
    say("\n".join(_line(value) for value in document["values"]))


def _line(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _simulate(notation: Notation, *, runs: int | None, seed: str | None, as_json: bool, quiet: bool) -> None:
    if runs is None:
        raise BadInput("runs", None, "how many, from 1 to 10^9")
    from oddsmith.answers.documents.notation_simulation import notation_simulation
    from oddsmith.cli.render.simulation import show_simulation
    from oddsmith.dice.simulation.seeds import read_seed

    source = random_seed() if seed is None else read_seed(seed)
    with telling(quiet=quiet):
        document = notation_simulation(notation, runs, source)
    if as_json:
        say(json_text(document))
        return
    show_notation(notation, document)
    show_simulation(document)


def show_notation(notation: Notation, document: dict[str, Any]) -> None:
    """Print the canonical notation, the comments of the text, and what else it may be meant to say."""
    say(strong(document["action"]))
    for comment in notation.comments:
        say(faint(wrapped(f"# {comment}")))
    for warning in document["warnings"]:
        warn(warning)


ODDS = NotationVerb(
    summary="The exact odds of a dice notation: mean, spread, and how likely each number is, or more, or less.",
    example='oddsmith odds "4d6kh3"',
    run=_odds,
    options=lambda: (
        json_option(),
        Option(("--plot",), is_flag=True, help="Larger charts, with more rows."),
        picture_option(),
        exact_option(),
        limit_option("steps of work, of 10 microseconds or a kilobyte"),
        quiet_option(),
    ),
)
ROLL = NotationVerb(
    summary="Roll a dice notation, with the fate of every die.",
    example='oddsmith roll "4d6kh3 + 2"',
    run=_roll,
    options=lambda: (
        Option(("--seed",), metavar="TEXT", help="The same seed gives the same faces."),
        Option(("--faces",), metavar="LIST", help="Faces of real dice, in order: 6,6,2 or H,T."),
        Option(
            ("--times",),
            type=WholeNumber(1),
            metavar="NUMBER",
            help="Roll so many times; the totals alone, one on each line.",
        ),
        Option(("--table", "as_table"), is_flag=True, help="Every part with its faces and sub-total."),
        json_option(),
        quiet_option(),
    ),
)
SIMULATE = NotationVerb(
    summary="Roll a dice notation many times and count, also where the exact odds are out of reach.",
    example='oddsmith simulate "10d10>=7!" --runs 1000000',
    run=_simulate,
    options=lambda: (
        Option(("--runs",), type=WholeNumber(1, "to 10^9"), metavar="NUMBER", help="How many rolls, up to 10^9."),
        Option(("--seed",), metavar="TEXT", help="The same seed gives the same result."),
        json_option(),
        quiet_option(),
    ),
)
