"""Names of systems as people type them, and of files with games; the argument that takes one."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from oddsmith.errors import Unknown
from oddsmith.systems import registry
from oddsmith.systems.declaration import System
from oddsmith.systems.fields.names import written
from oddsmith.systems.gallery import gallery


def intended_system(name: str) -> str:
    """Return the system that a name means: `Mod_Dot` is mod-dot; an unknown name is returned as it is."""
    system = written(name.lower())
    return system if system in registry.system_names() else name


def system_called(name: str) -> System:
    """Return the system that a name means; Unknown says how a game in a file is added."""
    try:
        return registry.system(intended_system(name))
    except Unknown as error:
        error.remedy = f"{error.remedy} A game of your own goes by its file, FILE.py."
        raise


def system_or_file(name: str) -> System:
    """Return the system that a name means, or that of a rulebook's file (`*.py`) or of the gallery, which is loaded."""
    game, _ = game_called(name)
    return game


def game_called(name: str) -> tuple[System, str]:
    """Return the game that a name means, of a system, a file or one of the gallery; and its file, as it was typed,
    or from here where it was loaded before.
    """
    is_file = name.endswith(".py") or os.sep in name or Path(name).is_file()
    if name not in registry.system_names() and (is_file or name in gallery()):
        return registry.load_rulebook(name), name
    found = system_called(name)
    files = [path for path, book in registry.rulebooks().items() if book.name == found.name]
    return found, os.path.relpath(files[0]) if files else ""


def system_argument() -> click.Argument:
    """Return the argument of a command about whole systems: a system's name, or None where it is left out."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in registry.system_names() if name.startswith(incomplete)]

    def intended(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
        return None if name is None else intended_system(name)

    return click.Argument(("name",), metavar="SYSTEM", required=False, shell_complete=complete, callback=intended)
