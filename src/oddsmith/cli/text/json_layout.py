"""JSON that programs read and people can look at: objects over several lines, rows of numbers on one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def json_text(document: Any) -> str:
    """Write a document as indented JSON; lists and objects without anything nested stay on one line.

    >>> print(json_text({"pmf": [[0, "1/2"], [1, "1/2"]]}))
    {
      "pmf": [
        [0, "1/2"],
        [1, "1/2"]
      ]
    }
    """
    return "".join(_pieces(document, "\n"))


def _pieces(value: Any, newline: str) -> Iterator[str]:
    items: list[tuple[str, Any]]
    if isinstance(value, dict):
        items, brackets = [(f"{json.dumps(key, ensure_ascii=False)}: ", item) for key, item in value.items()], "{}"
    elif isinstance(value, list):
        items, brackets = [("", item) for item in value], "[]"
    else:
        yield json.dumps(value, ensure_ascii=False)
        return
    if not any(isinstance(item, dict | list) for _, item in items):
        yield json.dumps(value, ensure_ascii=False)
        return
    inner = newline + "  "
    yield brackets[0]
    for place, (key, item) in enumerate(items):
        yield f"{',' if place else ''}{inner}{key}"
        yield from _pieces(item, inner)
    yield newline + brackets[1]
