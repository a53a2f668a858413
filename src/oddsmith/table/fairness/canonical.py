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


#: Finds every number that is not allowed, and now and then a text that looks like one.
_SUSPECT = re.compile(r"[:,\[]-?(?:\d{16}|\d+[.eE])")


def safe(value: Any) -> tuple[Any, str]:
    """Return a value as events hold it, and its one form.

    >>> safe({"n": 2**60, "x": 0.5})
    ({'n': '1152921504606846976', 'x': '0.5'}, '{"n":"1152921504606846976","x":"0.5"}')
    """
    written = _encode(value)
    if _SUSPECT.search(written) is None:
        return value, written
    value = _made_safe(value)
    return value, _encode(value)


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


def text(value: Any) -> str:
    """Return the one form of a value.

    >>> text({"b": [1, None], "a": "é"})
    '{"a":"é","b":[1,null]}'
    """
    return _encode(value)


def sha256(written: str) -> str:
    """Return the digest of a text, in hexadecimal."""
    return hashlib.sha256(written.encode()).hexdigest()
