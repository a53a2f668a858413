"""Builtins that a rulebook has otherwise than other modules: words for its author, and questions to nobody."""

from __future__ import annotations

import builtins
import sys
from typing import Any, NoReturn

from oddsmith.errors import OddsmithError


def builtins_of_rulebooks() -> dict[str, Any]:
    """Return the built-in names of a rulebook: `print` writes to standard error, and `input` is refused.

    Standard output is for answers.
    """
    return {**vars(builtins), "print": _print, "input": _input}


def _print(*values: object, file: Any = None, **how: Any) -> None:
    print(*values, file=sys.stderr if file is None else file, **how)


def _input(*_: object) -> NoReturn:
    remedy = 'Let a parameter say it, or a decision: `await choose("player", (...))`.'
    raise OddsmithError("input() asks whoever sits at the terminal, and nobody may sit there.", remedy=remedy)
