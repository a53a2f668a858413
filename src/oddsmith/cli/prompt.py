"""A decision put to the person at the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Hashable

from oddsmith.answers import label, option_named
from oddsmith.answers.choices import in_words
from oddsmith.cli.terminal import ask, strong, tell
from oddsmith.errors import MissingAnswer
from oddsmith.rules import Decision


def prompted(decision: Decision) -> Hashable:
    """The option that is typed: its name or the beginning of it, its number, or nothing for the first.

    Asks again for anything else. Raises MissingAnswer where the input ends.
    """
    names = [label(option) for option in decision.options]
    numbered = not any(name.isdigit() for name in names)
    shown = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1)) if numbered else ", ".join(names)
    while True:
        ask(f"{strong(decision.who)}: {shown} [{names[0]}] ")
        line = sys.stdin.readline()
        if not line:
            raise MissingAnswer("ask", 1, f"{decision.who} decides: {in_words(decision)}")
        typed = line.strip()
        if not typed:
            return decision.options[0]
        place = option_named(decision, typed)
        if place is None and numbered and typed.isdigit() and 1 <= int(typed) <= len(names):
            place = int(typed) - 1
        if place is not None:
            return decision.options[place]
        tell(f"{typed!r} is none of them.")
