"""Canonical JSON: each value has only one form, so that its digest means something.

It is written as RFC 8785 asks, for the values that events hold: objects with ASCII names, lists, texts,
whole numbers, true, false and null. There are no floats, and whole numbers beyond 2^53 are written as texts, since a
browser could not read them exactly.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

SAFE: Final = 2**53 - 1

_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode

_encode_as_it_is = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

#: Finds every number that is not allowed, and now and then a text that looks like one.
_SUSPECT = re.compile(r"[:,\[]-?(?:\d{16}|\d+[.eE])")


def safe(value: Any) -> tuple[Any, str]:
    """Return a value as events hold it, and its one form.

    >>> safe({"n": 2**60, "x": 0.5})
    ({'n': '1152921504606846976', 'x': '0.5'}, '{"n":"1152921504606846976","x":"0.5"}')
    """
    written = text(value)
    if _SUSPECT.search(written) is None:
        return value, written
    value = _made_safe(value)
    return value, text(value)


def _made_safe(value: Any) -> Any:
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if -SAFE <= value <= SAFE else str(value)
        case float():
            return repr(value)
        case Mapping():
            return {str(name): _made_safe(item) for name, item in value.items()}
    return [_made_safe(item) for item in value]


def _in_order(value: Any) -> Any:
    """Return a value with its names in the order of RFC 8785: by UTF-16 code units."""
    if isinstance(value, Mapping):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return {name: _in_order(value[name]) for name in names}
    return [_in_order(item) for item in value] if isinstance(value, list | tuple) else value


def text(value: Any) -> str:
    """Return the one form of a value.

    >>> text({"b": [1, None], "a": "é"})
    '{"a":"é","b":[1,null]}'
    """
    written = _encode(value)
    if written.isascii() or max(written) <= "\uffff":
        return written
    return _encode_as_it_is(_in_order(value))  # code points and code units are in another order only now


def sha256(written: str) -> str:
    """Return the digest of a text, in hexadecimal."""
    return hashlib.sha256(written.encode()).hexdigest()
