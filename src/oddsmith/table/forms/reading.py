"""JSON read strictly: what other readers might read otherwise is refused, so that a log says one thing to everybody."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from oddsmith.errors import BadInput
from oddsmith.table.fairness import canonical
from oddsmith.table.forms.log import SCHEMA

#: Levels of lists and objects in each other; logs have far fewer.
LEVELS: Final = 100


def read_log(data: bytes) -> dict[str, Any]:
    """Return a log.

    Raises BadInput for what is none: not JSON in UTF-8, or without the schema and a list of events; and for JSON that
    may be read in more ways than one: a name twice in an object, numbers that are not whole or beyond 2^53, halves of
    characters, more than 100 levels.
    """
    try:
        found = json.loads(
            data.decode(), object_pairs_hook=_object, parse_float=_whole, parse_int=_whole, parse_constant=_no_json
        )
    except RecursionError:
        raise _ambiguous("lists in lists", f"{LEVELS} levels at most") from None
    except ValueError:
        raise BadInput("log", "this", f"a log of a table as JSON ({SCHEMA})") from None
    _look_through(found, 1)
    return checked_log(found)


def checked_log(found: Any) -> dict[str, Any]:
    """Return what was read, if it says that it is a log; BadInput otherwise."""
    if not isinstance(found, dict) or found.get("schema") != SCHEMA or not isinstance(found.get("events"), list):
        raise BadInput("log", found if isinstance(found, str) else "this file", f"a log of a table ({SCHEMA})")
    return found


def _ambiguous(found: object, allowed: str) -> BadInput:
    return BadInput("log", found, f"{allowed}, since a log ({SCHEMA}) can be read in one way only")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise _ambiguous(next(name for name in names if names.count(name) > 1), "each name once in an object")
    return made


def _whole(written: str) -> int:
    if len(written) < 18 and written.lstrip("-").isdecimal() and written != "-0":
        number = int(written)
        if abs(number) <= canonical.SAFE:
            return number
    raise _ambiguous(written if len(written) < 40 else f"{written[:37]}...", "whole numbers up to 2^53")


def _no_json(written: str) -> NoReturn:
    raise ValueError(written)


def _look_through(value: Any, level: int) -> None:
    """Refuse halves of characters, and levels without end."""
    if isinstance(value, str):
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise _ambiguous(ascii(value)[:40], "texts without halves of characters") from None
    elif isinstance(value, list | dict):
        if level > LEVELS:
            raise _ambiguous("lists in lists", f"{LEVELS} levels at most")
        for part in value.items() if isinstance(value, dict) else value:
            if isinstance(part, tuple):
                _look_through(part[0], level)
                part = part[1]
            if isinstance(part, str | list | dict):
                _look_through(part, level + 1)
