"""All systems by name. A system's module is imported only when it is asked for, and so is what all systems need."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.systems.declaration import System

_BUILT_IN = {
    "mod-dot": "oddsmith.systems.mod_dot",
    "dot": "oddsmith.systems.dot",
    "t13": "oddsmith.systems.t13",
    "humanity-beast": "oddsmith.systems.humanity_beast",
    "edged-coins": "oddsmith.systems.edged_coins",
}
_GROUP = "oddsmith.systems"
_loaded: dict[str, System] = {}
_rulebooks: list[str] = []


def system_names() -> list[str]:
    """The names of all systems: those that come with Oddsmith, then those of packages and loaded rulebooks."""
    from importlib.metadata import entry_points  # slow to import, and only the list of systems needs it

    added = {entry.name for entry in entry_points(group=_GROUP)} | _loaded.keys()
    return [*_BUILT_IN, *sorted(added - _BUILT_IN.keys())]


def built_in_modules() -> list[str]:
    """The modules of the systems that come with Oddsmith, for a process that wants them imported before it is asked."""
    return list(_BUILT_IN.values())


def is_loaded(name: str) -> bool:
    """True for a system that comes with Oddsmith or was loaded; packages are not looked through."""
    return name in _BUILT_IN or name in _loaded


def system(name: str) -> System:
    """The system of that name; BadInput names the systems there are."""
    found = _loaded.get(name)
    if found is None:
        if name in _BUILT_IN:
            found = importlib.import_module(_BUILT_IN[name]).SYSTEM
        else:
            found = _installed(name)
        _loaded[name] = found
    return found


def load_rulebook(path: str) -> System:
    """The `SYSTEM` that a Python file defines, known by its name from now on.

    The file is run: load only what you would run. Raises BadInput for a file that is not there or defines no SYSTEM.
    """
    from oddsmith.systems.declaration import System

    file = Path(path)
    if not file.is_file():
        raise BadInput("rulebook", path, "a Python file that defines SYSTEM")
    spec = importlib.util.spec_from_file_location(f"oddsmith_rulebook_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and saved sessions look their module up
    spec.loader.exec_module(module)
    found = getattr(module, "SYSTEM", None)
    if not isinstance(found, System):
        raise BadInput("rulebook", path, "a Python file that defines SYSTEM, an oddsmith.systems.System")
    _loaded[found.name] = found
    _rulebooks.append(path)
    return found


def rulebooks() -> tuple[str, ...]:
    """The files that were loaded with `load_rulebook`, for another process to load them too."""
    return tuple(_rulebooks)


def _installed(name: str) -> System:
    from importlib.metadata import entry_points

    from oddsmith.systems.declaration import System

    for entry in entry_points(group=_GROUP, name=name):
        found = entry.load()
        if isinstance(found, System):
            return found
    raise BadInput("system", name, ", ".join(system_names()))
