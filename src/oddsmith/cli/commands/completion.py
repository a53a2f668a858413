"""`oddsmith completion`: a shell script that completes commands, systems, actions, inputs and house rules."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from oddsmith.cli.parsing.shared_options import Word
from oddsmith.cli.text.terminal import say

_HOW = """\b
Prints the script that makes the Tab key complete commands, systems, actions, inputs and house rules. Once:
  bash   oddsmith completion bash > ~/.local/share/bash-completion/completions/oddsmith
  zsh    oddsmith completion zsh > "${fpath[1]}/_oddsmith"
  fish   oddsmith completion fish > ~/.config/fish/completions/oddsmith.fish
"""


@click.command(
    "completion",
    help=_HOW,
    short_help="Print the script that completes the command line in a shell.",
    epilog='\b\nExample, for this bash only:\n  eval "$(oddsmith completion bash)"',
)
@click.argument("shell", type=Word(("bash", "zsh", "fish")))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell."""
    kind = get_completion_class(shell)
    assert kind is not None
    say(kind(ctx.find_root().command, {}, "oddsmith", "_ODDSMITH_COMPLETE").source())
