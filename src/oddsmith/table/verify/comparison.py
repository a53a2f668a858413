"""Comparison of a log with the log that should be there, difference by difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.rules.language.moved import NO_MORE
from oddsmith.table.verify.report import Mismatch, Report

#: Errors that a log which is not whole causes in code that relies on it.
BROKEN: Final = (
    *(LookupError, TypeError, ValueError, AssertionError, AttributeError, RecursionError),
    StopIteration,  # of a list that is shorter than another
)


#: Differences after which nobody wants to know of more.
_ENOUGH: Final = 1000


class Comparison:
    """Writes down where a log is not as it should be. at: the number and roll of the event that is looked at."""

    def __init__(self, report: Report) -> None:
        self.at: tuple[int, str | None] = 0, None
        self._mismatches = report.mismatches

    @property
    def full(self) -> bool:
        """True when there are so many differences that nothing more is checked."""
        return len(self._mismatches) >= _ENOUGH

    def same(self, what: str, found: Any, expected: Any) -> None:
        """Write down a part of the event that is not as expected."""
        if not _alike(found, expected):
            self.differs(what, found, expected)

    def differs(self, what: str, found: Any, expected: Any) -> None:
        """Write down a difference."""
        self._mismatches.append(Mismatch(*self.at, what, found, expected))

    def broken(self, needs: str) -> None:
        """Write down that the event is not one that this version knows how to read."""
        self.differs("the event", "not whole, or of another form", f"with all that {needs}")

    def values(self, what: str, found: Any, expected: Any) -> None:
        """Write down the first place at which two values differ, if they do."""
        if isinstance(found, dict) and isinstance(expected, Mapping) and _same_names(found, expected):
            for name in sorted(expected):
                if not _alike(found[name], expected[name]):
                    self.values(f"{what}.{name}", found[name], expected[name])
                    return
        if isinstance(found, list) and isinstance(expected, list | tuple) and len(found) == len(expected):
            for place, (one, other) in enumerate(zip(found, expected, strict=True)):
                if not _alike(one, other):
                    self.values(f"{what}[{place}]", one, other)
                    return
        self.same(what, found, expected)


def _alike(one: Any, other: Any) -> bool:
    """Tell whether two values are the same as JSON has them: a tuple is a list, and `true` is not 1.

    The first may have fields that are no more.
    """
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return _same_names(one, other) and all(_alike(one[name], value) for name, value in other.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def _same_names(found: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    return found.keys() - (NO_MORE - expected.keys()) == expected.keys()
