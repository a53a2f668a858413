"""Calls that go on alike: they differ in arguments alone that what is asked of the outcome does not need.

return turn(total + face, sixes + (face == 6), left - 1)    # where `of=` asks for the sixes alone
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import dead, engine
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.language.calls import Call


class Alike:
    """The calls that stand for all that go on alike; each is one of them."""

    def __init__(self) -> None:
        self._first: dict[Hashable, Call[Any]] = {}

    def first(self, call: Call[Any], question: Question) -> Call[Any]:
        """Return the call that stands for another, of whose outcome something is asked."""
        if question is AS_IT_IS:
            return call
        machine = engine(call.rule, question)
        if isinstance(machine, Reason):
            return call
        left_out = dead(call.rule, machine)
        if not left_out:
            return call
        pairs = zip(call.rule.parameters, call.args, strict=True)
        needed = tuple([value for name, value in pairs if name not in left_out])
        return self._first.setdefault((call.rule, machine, needed), call)
