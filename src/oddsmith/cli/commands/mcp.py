"""`oddsmith mcp`: tools for assistants, by the Model Context Protocol over standard input and output."""

from __future__ import annotations

import click

from oddsmith.errors import NotInstalled


@click.command(
    "mcp",
    help="Answer an assistant, by the Model Context Protocol. Games, odds, best play and rolls, over standard input "
    "and output.",
    epilog="\b\nExample of a client's settings:\n"
    '  {"mcpServers": {"oddsmith": {"command": "oddsmith", "args": ["mcp"]}}}',
)
def command() -> None:
    """Serve until standard input ends."""
    try:
        from oddsmith.cli.commands.assistants.server import server
    except ModuleNotFoundError as error:
        raise NotInstalled("A server of the Model Context Protocol", error.name, "mcp") from None
    server().run("stdio")
