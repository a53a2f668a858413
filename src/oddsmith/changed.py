"""Numbers of a book that are not as it has them, as an argument of rules, and what else records do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final


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


def numbers_of(record: object) -> Mapping[str, Any] | None:
    """Return the numbers in a record's text, by name (its `told_by`), by which decisions are told apart; None where it
    has none: the text is all there is.
    """
    numbers = getattr(record, "told_by", None)
    return numbers if isinstance(numbers, Mapping) else None


def told_parts(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a dataclass or named tuple that are told, by name.

    Names in its `quiet`, if it has one, came when there were logs: they are told only of what is not nothing.
    """
    names = [field.name for field in fields(record)] if is_dataclass(record) else record._fields
    quiet = getattr(record, "quiet", ())
    for name in names:
        part = getattr(record, name)
        if is_told(part) and (part or name not in quiet):
            yield name, part
