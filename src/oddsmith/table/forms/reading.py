"""JSON read strictly: what other readers might read otherwise is refused, so that a log says one thing to everybody."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from oddsmith.errors import BadInput, TooLarge
from oddsmith.table.fairness import canonical
from oddsmith.table.forms.log import SCHEMA, in_words
from oddsmith.table.forms.receipt import RECEIPT, Receipt

#: Levels of lists and objects in each other; logs have far fewer.
LEVELS: Final = 100

#: Memory for a byte of a file, at most: logs take 4 to 7, and what is made of nothing but brackets takes 50.
_DENSEST: Final = 8
#: Memory that any file may take beside.
_SPARE: Final = 32 * 2**20
#: Memory for parts of JSON, at most, by the letter that stands before or in them. Letters in texts count as well.
_LIST, _OBJECT, _FIELD, _ELEMENT = 92, 190, 60, 68
#: Bytes without any bracket, of which logs have no more; and the memory for each where an object has so many fields.
_FLAT, _FLAT_COST = 128 * 1024, 25
_BRACKET: Final = re.compile(rb"[][{}]")
#: Bytes that begin letters for which a whole text takes two or four times the memory.
_WIDE, _WIDEST = re.compile(rb"[\xc4-\xef]"), re.compile(rb"[\xf0-\xf4]")
#: Names of fields that differ; those of a log are few, beside the numbers of events that are shown.
_NAMES: Final = 100_000


def read_log(data: bytes) -> dict[str, Any]:
    """Return a log.

    Raises BadInput for what is none: not JSON in UTF-8, or without the schema and a list of events; and for JSON that
    may be read in more ways than one: a name twice in an object, numbers that are not whole or beyond 2^53, halves of
    characters, more than 100 levels. TooLarge for what would take far more memory than logs do.
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
        raise _none("receipt", RECEIPT, f"its schema is not {RECEIPT}")
    try:
        return Receipt.model_validate_json(json.dumps(found))
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "points"
        raise BadInput("receipt", place, f"the form of a receipt ({RECEIPT}): {in_words(fault)}") from None


def _read(data: bytes, what: str, schema: str) -> Any:
    """Return JSON that can be read in one way only."""
    _check_memory(data, what)
    read = partial(_object, names=set())
    try:
        found = json.loads(
            data.decode(), object_pairs_hook=read, parse_float=_whole, parse_int=_whole, parse_constant=_no_json
        )
        _look_through(found, 1)
    except RecursionError:
        error = _Ambiguous("lists in lists", f"{LEVELS} levels at most")
    except _Ambiguous as ambiguous:
        error = ambiguous
    except ValueError:
        raise _none(what, schema, "it is not JSON in UTF-8") from None
    else:
        return found
    raise BadInput(what, error.found, f"{error.allowed}, since a {what} ({schema}) can be read in one way only")


def _check_memory(data: bytes, what: str) -> None:
    """Raise TooLarge for JSON whose lists, objects and fields would take far more memory than those of a log.

    They are counted before anything is read.
    """
    lists, objects, fields, commas = map(data.count, (b"[", b"{", b":", b","))
    needed = _LIST * lists + _OBJECT * objects + _FIELD * fields + _ELEMENT * max(0, commas - fields)
    flat = sum(_BRACKET.search(data, place, place + _FLAT) is None for place in range(0, len(data) - _FLAT, _FLAT))
    needed += flat * _FLAT * _FLAT_COST
    needed += len(data) * (3 if _WIDEST.search(data) else 1 if _WIDE.search(data) else 0)
    limit = _DENSEST * len(data) + _SPARE
    if needed > limit:
        raise _hoard(what, "bytes of memory", needed, limit)


def _hoard(what: str, of: str, needed: int, limit: int) -> TooLarge:
    return TooLarge(of, needed, limit, remedy=f"No {what} of a table has so many parts: this file is none.")


def checked_log(found: Any) -> dict[str, Any]:
    """Return what was read, if it says that it is a log; BadInput otherwise."""
    if not isinstance(found, dict) or found.get("schema") != SCHEMA or not isinstance(found.get("events"), list):
        raise _none("log", SCHEMA, f"its schema is not {SCHEMA}, or it has no list of events")
    return found


def _none(what: str, schema: str, why: str) -> BadInput:
    """Return the error about something else than a log or a receipt."""
    error = BadInput(what, "this file", f"a {what} of a table as JSON ({schema})")
    return error.reworded(f"This is no {what} of a table: {why}.", error.remedy)


class _Ambiguous(Exception):
    """JSON that other readers might read otherwise."""

    def __init__(self, found: object, allowed: str) -> None:
        super().__init__()
        self.found = found
        self.allowed = allowed


def _object(pairs: list[tuple[str, Any]], names: set[str]) -> dict[str, Any]:
    """Return an object that has each name once. names: all names of fields so far."""
    made = dict(pairs)
    names.update(made)
    if len(names) > _NAMES:
        raise _hoard("log", "names of fields", len(names), _NAMES)
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
