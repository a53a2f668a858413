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

    @property
    def untold(self) -> bool:
        """True where nothing is changed."""
        return self == ()


#: All numbers as the book has them.
UNCHANGED: Final = Changed()


def is_told(part: object) -> bool:
    """Say whether a part of a record is told: all are, but those that say themselves that there is nothing to tell."""
    return not getattr(part, "untold", False)
