"""Chances that are entered together and total 1: what nobody gives shares evenly what is left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsmith.errors import BadInput

_CHANCE = re.compile(r"\d{1,6}/\d{1,6}|\d{1,6}(\.\d{1,6})?|\.\d{1,6}")


def shared(values: Any, names: tuple[str, ...]) -> Any:
    """Complete the chances of these names in what was entered; BadInput where they cannot total 1."""
    if not isinstance(values, Mapping):
        return values
    given = {name: _chance(name, values[name]) for name in names if values.get(name) is not None}
    missing = [name for name in names if name not in given]
    left = Fraction(1) - sum(given.values())
    if left < 0 or (left > 0 and not missing):
        total = "a chance of" if len(given) == 1 else "chances that total"
        raise BadInput(tuple(given), ", ".join(map(str, given.values())), f"{total}{' at most' if missing else ''} 1")
    return {**values, **given, **{name: left / len(missing) for name in missing}}


def _chance(name: str, value: Any) -> Fraction:
    """A chance as people write it; what is longer would make exact results unreadable and slow."""
    if _CHANCE.fullmatch(str(value).strip()) is None or re.search(r"/0+$", str(value)):
        raise BadInput(name, value, "a number from 0 to 1 such as 1/3 or 0.25")
    return Fraction(str(value).strip())
