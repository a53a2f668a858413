"""Comparison of a log with the log that should be there, difference by difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.table.verify.report import Mismatch, Report

#: Errors that a log which is not whole causes in code that relies on it.
BROKEN: Final = (
    *(LookupError, TypeError, ValueError, AssertionError, AttributeError, RecursionError),
    StopIteration,  # of a list that is shorter than another
)


class Comparison:
    """Writes down where a log is not as it should be. at: the number and roll of the event that is looked at."""

    def __init__(self, report: Report) -> None:
        self.at: tuple[int, str | None] = 0, None
        self._mismatches = report.mismatches

    def same(self, what: str, found: Any, expected: Any) -> None:
        """Write down a part of the event that is not as expected."""
        if found != expected:
            self.differs(what, found, expected)

    def differs(self, what: str, found: Any, expected: Any) -> None:
        """Write down a difference."""
        self._mismatches.append(Mismatch(*self.at, what, found, expected))

    def broken(self, needs: str) -> None:
        """Write down that the event is not one that this version knows how to read."""
        self.differs("the event", "not whole, or of another form", f"with all that {needs}")

    def values(self, what: str, found: Any, expected: Any) -> None:
        """Write down the first place at which two values differ, if they do."""
        if isinstance(found, dict) and isinstance(expected, Mapping) and found.keys() == expected.keys():
            for name in sorted(found):
                if found[name] != _as_json(expected[name]):
                    self.values(f"{what}.{name}", found[name], expected[name])
                    return
        expected = _as_json(expected)
        if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
            for place, (one, other) in enumerate(zip(found, expected, strict=True)):
                if one != _as_json(other):
                    self.values(f"{what}[{place}]", one, other)
                    return
        self.same(what, found, expected)


def _as_json(value: Any) -> Any:
    """Return a tuple as JSON has it, a list."""
    return list(value) if isinstance(value, tuple) else value
