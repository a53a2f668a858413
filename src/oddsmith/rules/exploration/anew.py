"""Explorations begun anew: where a rule turns out not to be compiled, or numbers to have limits, after all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from oddsmith.errors import RuleError
from oddsmith.rules.caps import Recapped
from oddsmith.rules.compile.engines import NoTotal, Refused
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.language.calls import Rule

T = TypeVar("T")


def retried(built: Callable[[], T], setting: Setting) -> T:
    """Return what `built` makes, from the start again where a rule turns out not to be compiled after all.

    Raises RuleError for a rule of which the outcome turns out twice to be no total.
    """
    refused: set[Rule[..., Any]] = set()
    while True:
        try:
            return built()
        except NoTotal as error:
            if error.rule in refused:
                file, line = error.rule.file_line
                raise RuleError(
                    error.rule.name,
                    f"something is added up without end, but {error.reason}.",
                    remedy="Begin with 0, and return a whole number on every way.",
                    file=file,
                    line=line,
                ) from None
            refused.add(error.rule)
            setting.reset()
        except (Refused, Recapped):
            setting.reset()
