"""Arguments that are made anew whenever a rule is run again, and are equal only to themselves.

The sub-rule that is given one is another call each time: it is solved, and then asked for once more, without end.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.slips import given_anew, is_one_of_a_kind

_TIMES: Final = 20  # so often the same is given but for what is made anew


class MadeAnew:
    """The sub-rules that a rule has asked for."""

    def __init__(self) -> None:
        self._latest: dict[Rule[..., Any], Call[Any]] = {}
        self._times: Counter[Rule[..., Any]] = Counter()

    def note(self, caller: Call[Any], call: Call[Any]) -> None:
        """Note one that must be solved first. Raises RuleError where it is always another one for that reason."""
        before, self._latest[call.rule] = self._latest.get(call.rule), call
        if before is None or not _differ_so(before, call):
            return
        self._times[call.rule] += 1
        if self._times[call.rule] > _TIMES:
            raise given_anew(caller, call)


def _differ_so(one: Call[Any], other: Call[Any]) -> bool:
    pairs = [(a, b) for a, b in zip(one.args, other.args, strict=True) if a is not b and a != b]
    return bool(pairs) and all(type(a) is type(b) and is_one_of_a_kind(b) for a, b in pairs)
