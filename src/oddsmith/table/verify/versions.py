"""Versions that are said to have written a log or made its rolls, and are not this one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import oddsmith

#: The numbers that a version begins with.
_RELEASE: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})(?![0-9])")


def remarks(log: Any, rolls: Iterable[Any]) -> Iterator[str]:
    """Say what versions leave in doubt. log: the one that wrote the log. rolls: those that made its rolls."""
    own = oddsmith.__version__
    if _later(str(log)):
        yield f"The log says that Oddsmith {log} wrote it, which this one, {own}, does not know."
    others = sorted({str(version) for version in rolls if version} - {own})
    if others:
        yield f"Some rolls were made by Oddsmith {', '.join(others)}; this is {own}, whose rules may differ."


def _later(version: str) -> bool:
    """Tell whether a version is later than this one, or no version at all."""
    found, own = (_RELEASE.match(each) for each in (version, oddsmith.__version__))
    if found is None or own is None:
        return version != oddsmith.__version__
    return tuple(map(int, found.groups())) > tuple(map(int, own.groups()))
