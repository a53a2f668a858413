"""Outcomes of which rules that wait ask for fields: what of each they read, and to which field gains are added."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any, Final

from oddsmith.rules.compile.dataflow.demand import DEAD, WHOLE, Demand, Question, Use, added
from oddsmith.rules.compile.dataflow.projection import NotSplit, fields_of
from oddsmith.rules.compile.dataflow.sums import added_to, outcome_kind
from oddsmith.rules.compile.engines import refuse
from oddsmith.rules.compile.sequels import asks_of_first
from oddsmith.rules.compile.shapes import NoShape
from oddsmith.rules.exploration.waiting.frames import Stack
from oddsmith.rules.exploration.waiting.multiples import asked_by, multiplies
from oddsmith.rules.language.calls import Next, Rule

_PLAIN: Final = frozenset({bool, int, str})


class FieldsAsked:
    """The outcomes that come to what waits for them, in one exploration. asked: the question to the outcome of all.

    waits: the rule for which all is explored, if any; no stack stands for it.
    """

    def __init__(self, asked: Question, waits: Rule[..., Any] | None) -> None:
        self._asked = asked
        self._waits = waits
        self._came: dict[Stack, set[type]] = {}  # the kinds of outcomes that came
        self._come: dict[Stack, type] = {}  # the kind that must come, since gains were paid for one of its fields
        self._read: dict[tuple[Stack, type], tuple[str, ...]] = {}
        self._on_sums: dict[tuple[Stack, Rule[..., Any]], Demand] = {}

    def on_sum(self, stack: Stack, rule: Rule[..., Any]) -> Demand:
        """Return the demand on what the gains of a rule are added to: its outcome, or the field that is its total.

        Raises Refused where there is no such field.
        """
        demand = self._on_sums.get((stack, rule))
        if demand is None:
            demand = self._on_sums[stack, rule] = self._on_sum(stack, rule)
        return demand

    def _on_sum(self, stack: Stack, rule: Rule[..., Any]) -> Demand:
        demand = self._of_waiting(stack)
        if demand.use is not Use.FIELDS:
            return demand
        kind = outcome_kind(rule)
        field = None if kind is None else added_to(kind)
        if kind is None or field is None or not self._came.get(stack, set()) <= {kind}:
            raise self._refused(stack, "something is added to an outcome of which fields are asked")
        self._come[stack] = kind
        return dict(demand.fields).get(field, DEAD)

    def _of_waiting(self, stack: Stack) -> Demand:
        """The demand of what waits on the outcome that comes, also of a rule that goes on with it."""
        if stack is None or not isinstance(stack[0], Next) or multiplies(stack[0]):
            return asked_by(stack, self._asked).demand
        rule, beyond = stack[0].rule, self._of_waiting(stack[3])
        kind = outcome_kind(rule)
        total = None if kind is None else added_to(kind)
        if beyond == WHOLE and stack[3] is None and self._waits is None and kind is not None and total is not None:
            # what is added to the outcome of all is added to one field of it
            fields = [(name, added(1) if name == total else WHOLE) for name in fields_of(kind) or ()]
            beyond = Demand(Use.FIELDS, 0, frozenset(fields))
        return asks_of_first(rule, Question(beyond)).demand

    def came(self, stack: Stack, outcome: Any) -> tuple[Hashable, ...] | None:
        """Note an outcome, and return what waits with all that it reads of it; None where that is much.

        Raises Refused where gains were paid for an outcome of another kind.
        """
        kind = type(outcome)
        fields = self._read.get((stack, kind))
        if fields is None:
            fields = self._read[stack, kind] = self._fields(stack, kind)
        if not fields:
            return None
        read: list[Hashable] = [stack]
        for name in fields:
            part: Any = getattr(outcome, name, None)
            its: Any = type(part)  # 1 is True
            if its not in _PLAIN:
                return None
            read += [its, part]
        return tuple(read)

    def _fields(self, stack: Stack, kind: type) -> tuple[str, ...]:
        """The fields that are read of outcomes of a kind; none where more is."""
        self._came.setdefault(stack, set()).add(kind)
        if self._come.get(stack, kind) is not kind:
            raise self._refused(stack, f"something is added to a {kind.__name__}")
        demand = asked_by(stack, self._asked).demand
        if demand.use is not Use.FIELDS:
            return ()
        names = [name for name, part in demand.fields if part.use is not Use.DEAD]
        named = tuple([name for name in names if isinstance(name, str)])
        return named if len(named) == len(names) and dataclasses.is_dataclass(kind) else ()

    def _refused(self, stack: Stack, reason: str) -> Exception:
        """Ask no fields from now on in the rule that waits; the error to raise."""
        waits = self._waits if stack is None else stack[0].rule
        if waits is None:
            return NoShape()
        return refuse(waits, NotSplit(reason))
