"""The trail of a run: what happened at the table, in order, for people to read and programs to check."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any


class Entry:
    """Something that happened. Each kind of request has its own kind of entry, defined beside it.

    depth: how many rules were waiting for the one that ran.
    """

    depth: int

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The entry as JSON data, with its `kind`."""

    def __str__(self) -> str:
        return self.in_words()

    def in_words(self) -> str:
        """The entry as a text: of a kind that has no words of its own, the kind and the data that it has."""
        document = dict(self.to_json())
        kind = document.pop("kind", type(self).__name__)
        document.pop("depth", None)
        data = ", ".join(f"{name} {value}" for name, value in document.items())
        return f"{kind}: {data}" if data else str(kind)
