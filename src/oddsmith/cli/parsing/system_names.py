"""Names of systems as people type them, and the argument that takes one."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from oddsmith.systems import registry
from oddsmith.systems.fields.names import written


def intended_system(name: str) -> str:
    """Return the system that a name means: `Mod_Dot` is mod-dot; an unknown name is returned as it is."""
    system = written(name.lower())
    return system if system in registry.system_names() else name


def system_argument() -> click.Argument:
    """Return the argument of a command about whole systems: a system's name, or None where it is left out."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in registry.system_names() if name.startswith(incomplete)]

    def intended(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
        return None if name is None else intended_system(name)

    return click.Argument(("name",), metavar="SYSTEM", required=False, shell_complete=complete, callback=intended)
