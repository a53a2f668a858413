"""Moments of rules, which errors carry along: whoever mends a rule wants to know with which answers it failed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oddsmith.errors import Moment
from oddsmith.rules.language.unawaited import brief


def remember(error: BaseException, call: object, request: object, answers: tuple[Hashable, ...]) -> None:
    """Let an error carry along where a rule stood, unless it carries what is further inside."""
    kept: dict[str, Any] = error.__dict__
    kept.setdefault("_stood", (call, request, answers))


def moment(error: BaseException) -> Moment | None:
    """Where the rule stood from which an error came; None for any other error."""
    stood = error.__dict__.get("_stood")
    if stood is None:
        return None
    call, request, answers = stood
    return Moment(repr(call), "" if request is None else brief(request), tuple(map(brief, answers)))
