"""Names of fields: as programs know them, as people type them, as people read them."""

from __future__ import annotations

_LETTERS = {"ec", "hc", "ocv", "dcv"}


def public(name: str) -> str:
    """Return a field's name as programs know it: without the `_` at the end that keeps a Python keyword apart."""
    return name.rstrip("_")


def written(name: str) -> str:
    """Return a name as people type it: `opposing_rank` is `opposing-rank`."""
    return name.rstrip("_").replace("_", "-")


def spoken(name: str) -> str:
    """Return a name as people read it.

    >>> spoken("opposing_rank"), spoken("hc")
    ('Opposing rank', 'HC')
    """
    words = name.replace("-", "_").split("_")
    text = " ".join(word.upper() if word in _LETTERS else word for word in words)
    return text[:1].upper() + text[1:]
