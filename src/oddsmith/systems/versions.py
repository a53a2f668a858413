"""Versions of rulebooks: the text of each file as it was loaded, held for rolls that were opened by it.

Texts are cheap and are all that is held of a version that nobody answers by any more; it is run again when it is asked
for (`registry.version`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: Texts that are held at most: those that were loaded last.
_MOST: Final = 200

_versions: dict[tuple[str, str], Rulebook] = {}  # by name and digest


@dataclass(frozen=True)
class Rulebook:
    """A file with a game, as it was when it was loaded. name: of the game."""

    path: str
    source: bytes
    name: str

    @property
    def files(self) -> tuple[str, ...]:
        """The one file, as packages may have several."""
        return (self.path,)

    @property
    def digest(self) -> str:
        """SHA-256 of the file, in hexadecimal."""
        return hashlib.sha256(self.source).hexdigest()


def hold(book: Rulebook) -> None:
    """Hold a version that was loaded."""
    hold_older([book])


def hold_older(books: Iterable[Rulebook]) -> None:
    """Hold versions that were loaded elsewhere; nothing of them is run."""
    for book in books:
        _versions.pop((book.name, book.digest), None)
        _versions[book.name, book.digest] = book
    while len(_versions) > _MOST:
        _versions.pop(next(iter(_versions)))


def held(name: str, digest: str) -> Rulebook | None:
    """Return a version of the rulebook of a game, by its digest; None where it is not held."""
    return _versions.get((name, digest))


def held_versions() -> tuple[Rulebook, ...]:
    """Return all versions that are held, the one that was loaded last at the end."""
    return tuple(_versions.values())


def versioned(file: str, digest: str) -> str:
    """Return the name that the code of an older version goes by, as if it lay in a folder with the name of its digest.

    Lines are looked up by it as long as the code runs, and those of the file's own name are of the version loaded last.
    """
    return str(Path(file).parent / digest[:12] / Path(file).name)
