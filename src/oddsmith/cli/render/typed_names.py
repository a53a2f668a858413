"""Names as they are typed on the command line.

Whatever notices a wrong value names fields, events and measures as programs do (`opposing_rank`, `fire_answers`,
`ec_spent`). On the command line the same things are called `--opposing-rank`, `--option fire-answers` and `ec-spent`.
"""

from __future__ import annotations

from collections.abc import Mapping

from oddsmith.errors import OddsmithError
from oddsmith.systems.fields.names import written
from oddsmith.wording import Answer, HouseRule, Input, Named, Price, spelled


def respell(error: OddsmithError, options: Mapping[str, str]) -> None:
    """Put an error into the names that are typed. options: what gives an input its value, by the input's name."""
    error.message = spelled(error.message, lambda named: typed(named, options))
    error.remedy = spelled(error.remedy, lambda named: str(named) if _is_word(named) else typed(named, options))


def _is_word(named: Named) -> bool:
    """Say whether an input reads as a word of the sentence that mentions it."""
    return isinstance(named, Input) and "_" not in named.name


def typed(named: Named, options: Mapping[str, str] | None = None) -> str:
    """Return a name as it is typed. options: what gives an input its value; others are not typed as options.

    >>> typed(Answer("faces", 1), {"faces": "--faces"}), typed(HouseRule("fire_answers", "yes"))
    ('--faces, answer 2', '--option fire-answers=yes')
    """
    match named:
        case Input(name):
            return (options or {}).get(name, name)
        case Answer(name, place):
            return f"{(options or {}).get(name, name)}, answer {place + 1}"
        case HouseRule(name, reading):
            return f"--option {written(name)}" + (f"={reading}" if reading else "")
        case Price(name):
            return f"--price {written(name)}"
    return written(named.name)
