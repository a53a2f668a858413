"""Games that packages bring by the entry point `oddsmith.systems`."""

from __future__ import annotations

import hashlib
import importlib.util
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from oddsmith.errors import RulebookError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from oddsmith.systems.declaration import System

_GROUP = "oddsmith.systems"
_LOADING = 20.0  # seconds that a package may take to be imported; what it imports may be large


@dataclass(frozen=True)
class Package:
    """The code of a game of a package. name: of the game. path: the file that has it. files: all of its package."""

    name: str
    path: str
    files: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the one file, or of the digests of several with their places, in hexadecimal."""
        digests = {file: hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in self.files}
        if len(digests) == 1:
            return digests[self.path]
        told = "".join(f"{os.path.relpath(file, self.files[0])} {digest}\n" for file, digest in digests.items())
        return hashlib.sha256(told.encode()).hexdigest()

    @property
    def source(self) -> bytes:
        """The text of the file that has the game."""
        return Path(self.path).read_bytes()


def brought() -> list[EntryPoint]:
    """Return the games that packages say they bring."""
    from importlib.metadata import entry_points  # slow to import, and only what packages bring needs it

    return list(entry_points(group=_GROUP))


def installed(name: str) -> tuple[System, Package | None] | None:
    """Return the game of a package, with its code where that is in files; None where no package brings it.

    Raises RulebookError for one that cannot be used.
    """
    from oddsmith.systems.declaration import System
    from oddsmith.systems.endless import watched
    from oddsmith.systems.faults import said

    for entry in brought():
        if entry.name != name:
            continue
        try:
            package = _package_of(entry)
            with watched(() if package is None else package.files, _LOADING):
                given = entry.load()
            found = given if isinstance(given, System) else getattr(given, "system", None)
            if isinstance(found, System):
                read_through(found)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise unusable(entry, said(error)) from error
        if not isinstance(found, System):
            raise unusable(entry, f"it is no game: {type(given).__name__}")
        if found.name != name:
            raise unusable(entry, f"its game is called {found.name}")
        return found, package
    return None


def read_through(system: System) -> None:
    """Read all inputs and house rules of a game, so that what is wrong with one shows before anybody asks for all."""
    from oddsmith.systems.fields.field import fields_of

    for model in (system.house_rules, *[action.inputs for action in system.actions]):
        fields_of(model)


def unusable(entry: EntryPoint, reason: str) -> RulebookError:
    """Return the error about a game of a package that cannot be used."""
    package = f"of the package {entry.dist.name} " if entry.dist is not None else ""
    told = f"the game {entry.name} {package}cannot be used: {' '.join(reason.split()).removesuffix('.')}."
    return RulebookError(entry.value, told, remedy="Update or remove the package.")


def _package_of(entry: EntryPoint) -> Package | None:
    """Return the code that an entry point names, which is not run; None for what is in no file."""
    top, *inside = entry.value.partition(":")[0].strip().split(".")
    found = importlib.util.find_spec(top)
    if found is None:
        return None
    folders = [Path(folder) for folder in found.submodule_search_locations or ()]
    named = [Path(*folder.parts, *inside) for folder in folders] if inside else []
    places = [place for each in named for place in (each.with_suffix(".py"), each / "__init__.py")]
    module = next((str(place) for place in places if place.is_file()), found.origin)
    if module is None:
        return None
    every = {str(file) for folder in folders for file in folder.rglob("*.py")}
    return Package(entry.name, module, tuple(sorted({module, *every})))
