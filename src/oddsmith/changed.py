"""Numbers of a book that are not as it has them, as an argument of rules."""

from __future__ import annotations

from typing import Final


class Changed(tuple[tuple[str, int | None], ...]):
    """Names and numbers, as part of a record that is an argument of rules. Where nothing is changed it is empty, costs
    nothing to compare, and is not told with the rest of the record.

    >>> Changed(), Changed([("target", 4)]) == (("target", 4),)
    ((), True)
    """

    __slots__ = ()


#: All numbers as the book has them.
UNCHANGED: Final = Changed()


def is_told(part: object) -> bool:
    """Say whether a part of a record is told: all are, but what is changed where nothing is."""
    return type(part) is not Changed or part != ()
