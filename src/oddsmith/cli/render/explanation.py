"""Explanations as text: sections of lines, broken to the width."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.text.terminal import say, strong, width, wrapped


def show_explanation(document: dict[str, Any]) -> None:
    """Print an explanation: the states, how each rule runs, states by line, the time, and a change that would help."""
    say()
    for line in document["text"]:
        indent = " " * (len(line) - len(line.lstrip()))
        if line and not indent:
            say(strong(wrapped(line)))
        else:
            say(wrapped(line, indent, "  ") if len(line) > width() else line)
