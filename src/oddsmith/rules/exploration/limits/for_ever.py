"""Loops of decisions in which nothing changes: whoever takes that option again and again never comes to an end."""

from __future__ import annotations

import dis
from copy import deepcopy
from types import FrameType
from typing import Any, Final

from oddsmith.errors import RuleError
from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.language.unawaited import brief

_ROUND: Final = 100  # decisions that a loop may have


def asked_for_ever(at: AnyActivation) -> RuleError | None:
    """Return the error for a rule that asks for the same decision in the same state; None for any other.

    It is run on with the answer that it had last.
    """
    if not at.known:
        return None
    taken, seen = at.known[-1], []
    for _ in range(_ROUND):
        request = at.request
        if not isinstance(request, DecisionRequest) or taken not in request.options:
            return None
        now = _interpreted(at.frames) if isinstance(at, Activation) else _compiled(at)
        if now is None:
            return None
        if now in seen:
            file, line = (at.state() if isinstance(at, MachineActivation) else at.call).file_line
            return RuleError(
                at.call.rule.name,
                f"goes on without end: {brief(request)} is asked again after {brief(taken)}, and nothing changes.",
                remedy="Let its loop end: what it waits for must change within it, or the decision be asked once.",
                file=file,
                line=line,
            )
        seen.append(now)
        at.proceed(taken)
    return None


def _compiled(at: MachineActivation) -> Any:
    """Return all by which a compiled rule goes on; None where that cannot be kept."""
    try:
        state = at.state()
    except NotCompiled:
        return None
    return state, state.gain


def _interpreted(frames: list[FrameType]) -> list[Any] | None:
    """Return all by which functions go on; None where more may be hidden in them, as the place in a `for` is."""
    if any(each.opname == "FOR_ITER" for frame in frames for each in dis.get_instructions(frame.f_code)):
        return None
    try:
        return [(frame.f_code, frame.f_lasti, deepcopy(frame.f_locals)) for frame in frames]
    except Exception:  # noqa: BLE001  # whatever values say that cannot be copied
        return None
