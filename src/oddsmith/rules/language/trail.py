"""The trail of a run: what happened at the table, in order, for people to read and programs to check."""

from __future__ import annotations

from abc import abstractmethod
from html import escape
from typing import Any


class Entry:
    """Something that happened. Each kind of request has its own kind of entry, defined beside it.

    depth: how many rules were waiting for the one that ran.
    """

    depth: int

    @property
    def indent(self) -> int:
        """The depth at which it stands in the story of a run: what a rule does stands below the rule."""
        return self.depth + 1

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The entry as JSON data, with its `kind`."""

    def __str__(self) -> str:
        return self.in_words()

    def __repr__(self) -> str:
        return f"<{self.in_words()}>"

    def in_words(self) -> str:
        """The entry as a text: of a kind that has no words of its own, the kind and the data that it has."""
        document = dict(self.to_json())
        kind = document.pop("kind", type(self).__name__)
        document.pop("depth", None)
        data = ", ".join(f"{name} {value}" for name, value in document.items())
        return f"{kind}: {data}" if data else str(kind)


class Trail(tuple[Entry, ...]):
    """The entries of a run, in order. It prints as its story."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(["  " * entry.indent + str(entry) for entry in self])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {'; '.join(map(str, self))}>"

    def _repr_html_(self) -> str:
        return f"<div>{''.join(map(_line, self))}</div>"


def _line(entry: Entry) -> str:
    return f'<div style="padding-left: {2 * entry.indent}em">{escape(str(entry))}</div>'
