"""JSON read strictly: what other readers might read otherwise is refused, so that a log says one thing to everybody."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from oddsmith.errors import BadInput
from oddsmith.table.fairness import canonical
from oddsmith.table.forms.log import SCHEMA
from oddsmith.table.forms.receipt import RECEIPT, Receipt

#: Levels of lists and objects in each other; logs have far fewer.
LEVELS: Final = 100


def read_log(data: bytes) -> dict[str, Any]:
    """Return a log.

    Raises BadInput for what is none: not JSON in UTF-8, or without the schema and a list of events; and for JSON that
    may be read in more ways than one: a name twice in an object, numbers that are not whole or beyond 2^53, halves of
    characters, more than 100 levels.
    """
    return checked_log(_read(data, "log", SCHEMA))


def read_receipt(data: bytes) -> Receipt:
    """Return a receipt; BadInput for what is none, or may be read in more ways than one."""
    return checked_receipt(_read(data, "receipt", RECEIPT))


def read_log_and_receipt(data: bytes) -> tuple[dict[str, Any], Receipt | None]:
    """Return a log, and the receipt that was sent with it as `{"log": ..., "seen": ...}`, if there is one.

    Raises BadInput as `read_log` and `read_receipt` do.
    """
    found = _read(data, "log", SCHEMA)
    if isinstance(found, dict) and found.keys() == {"log", "seen"}:
        return checked_log(found["log"]), checked_receipt(found["seen"])
    return checked_log(found), None


def checked_receipt(found: Any) -> Receipt:
    """Return what was read as a receipt; BadInput where its form is another."""
    if not isinstance(found, dict) or found.get("schema") != RECEIPT:
        raise BadInput("receipt", "this file", f"a receipt of a table ({RECEIPT})")
    try:
        return Receipt.model_validate_json(json.dumps(found))
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "points"
        raise BadInput("receipt", place, f"the form of a receipt ({RECEIPT}): {fault['msg']}") from None


def _read(data: bytes, what: str, schema: str) -> Any:
    """Return JSON that can be read in one way only."""
    try:
        found = json.loads(
            data.decode(), object_pairs_hook=_object, parse_float=_whole, parse_int=_whole, parse_constant=_no_json
        )
        _look_through(found, 1)
    except RecursionError:
        error = _Ambiguous("lists in lists", f"{LEVELS} levels at most")
    except _Ambiguous as ambiguous:
        error = ambiguous
    except ValueError:
        raise BadInput(what, "this", f"a {what} of a table as JSON ({schema})") from None
    else:
        return found
    raise BadInput(what, error.found, f"{error.allowed}, since a {what} ({schema}) can be read in one way only")


def checked_log(found: Any) -> dict[str, Any]:
    """Return what was read, if it says that it is a log; BadInput otherwise."""
    if not isinstance(found, dict) or found.get("schema") != SCHEMA or not isinstance(found.get("events"), list):
        raise BadInput("log", found if isinstance(found, str) else "this file", f"a log of a table ({SCHEMA})")
    return found


class _Ambiguous(Exception):
    """JSON that other readers might read otherwise."""

    def __init__(self, found: object, allowed: str) -> None:
        super().__init__()
        self.found = found
        self.allowed = allowed


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        times = Counter(name for name, _ in pairs)
        raise _Ambiguous(times.most_common(1)[0][0], "each name once in an object")
    return made


def _whole(written: str) -> int:
    if len(written) < 18 and written.lstrip("-").isdecimal() and written != "-0":
        number = int(written)
        if abs(number) <= canonical.SAFE:
            return number
    raise _Ambiguous(written if len(written) < 40 else f"{written[:37]}...", "whole numbers up to 2^53")


def _no_json(written: str) -> NoReturn:
    raise ValueError(written)


def _look_through(value: Any, level: int) -> None:
    """Refuse halves of characters, and levels without end."""
    if isinstance(value, str):
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise _Ambiguous(ascii(value)[:40], "texts without halves of characters") from None
    elif isinstance(value, list | dict):
        if level > LEVELS:
            raise _Ambiguous("lists in lists", f"{LEVELS} levels at most")
        for part in value.items() if isinstance(value, dict) else value:
            if isinstance(part, tuple):
                _look_through(part[0], level)
                part = part[1]
            if isinstance(part, str | list | dict):
                _look_through(part, level + 1)
