"""The check of machines: a few steps of a rule, taken side by side with its coroutine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Demand, Question, Use, without_digits
from oddsmith.rules.compile.dataflow.projection import read_field
from oddsmith.rules.compile.engines import engine, refuse
from oddsmith.rules.compile.lowering.face_classes import RollByClasses
from oddsmith.rules.compile.lowering.source import NotCompiled, Reason
from oddsmith.rules.compile.programs import Bust
from oddsmith.rules.language.calls import Call, Sequel
from oddsmith.rules.language.driver import Activation, Returned
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request, Step

_STEPS = 40
_OTHERWISE = Reason(
    "its machine did something else than the rule",
    "Make the rule depend on nothing but its arguments and its answers: no clock, no counter.",
)


def check(call: Call[Any], answers: Callable[[Request[Any]], Sequence[Any]], question: Question = AS_IT_IS) -> None:
    """Compare one way through a rule that is asked something, as far as answers are known, gains included.

    Raises Refused where the two differ; Outgrown where a state holds too much.

    The machine is taken up anew at every other await. A rule that draws on the clock, on randomness or on something
    that changes differs too: it is run again from then on, which finds that out.
    """
    found = engine(call.rule, question)
    gain = 0
    if isinstance(found, str):
        return
    plain, machine = Activation(call), MachineActivation(call, found)
    try:
        for step in range(_STEPS):
            _go_past_remarks(plain, machine)
            request = plain.request
            if isinstance(request, Returned):
                if not _agree(question.demand, request, machine.request, gain):
                    raise NotCompiled(_OTHERWISE)
                return
            asked: Any = machine.request
            by_classes = isinstance(asked, RollByClasses)
            if not _same(request, asked.written if by_classes else asked):
                raise NotCompiled(_OTHERWISE)
            known = answers(asked)
            if not known:
                return
            answer = known[(3 * step + 1) % len(known)]
            if step % 2 == 0:
                left, state = machine, machine.state()
                state.weigh()
                gain += state.gain
                machine = state.resumed()
                left.close()
            plain.proceed(asked.another(answer) if by_classes else answer)
            machine.proceed(answer)
    except NotCompiled as refused:
        raise refuse(call.rule, refused) from None
    except BaseException as error:
        remember(error, plain)
        raise
    finally:
        plain.close()
        machine.close()


def _go_past_remarks(plain: Activation, machine: MachineActivation) -> None:
    while isinstance(plain.request, Remark):
        plain.heed()
    while isinstance(machine.request, Remark):
        machine.heed()


def _agree(demand: Demand, plain: Returned, machine: Any, gain: int) -> bool:
    """Tell whether a machine returned what was asked of the rule's outcome, with the gain before it."""
    if not isinstance(machine, Returned):
        return False
    value: Any = plain.value
    its: Any = machine.value
    if not gain and _same(plain, machine):
        return True
    lost: tuple[int, ...] = ()
    if isinstance(its, Bust):
        if its.lost is None:
            return _same(plain, Returned(its.value))
        its, lost = its.value, its.lost
    if demand.use is Use.FIELDS and type(value) is type(its) and not isinstance(value, Step):
        total = 0
        for field, part in demand.fields:
            one, other = read_field(value, field), read_field(its, field)
            if part.use is Use.ADDED and type(one) is int and type(other) is int:
                total += (part.times or 0) * (one - other)
            elif part.use is not Use.DEAD and not _same(Returned(one), Returned(other)):
                return False
        return not without_digits(total - gain, lost)
    gain //= demand.times or 1
    if gain and isinstance(its, (int, Step)):
        its = its + gain
    return _same(plain, Returned(its))


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Returned) or isinstance(b, Returned):
        return type(a) is type(b) and _equal(a.value, b.value)
    return type(a) is type(b) and _equal(a, b)


def _equal(a: Any, b: Any) -> bool:
    """Tell whether two values are equal, or cannot be told apart by anything but their identity."""
    if isinstance(a, Sequel) and isinstance(b, Sequel):
        return (a.first, a.next, a.gain) == (b.first, b.next, b.gain)
    if a == b or type(a) is not type(b):
        return bool(a == b)
    by_identity: bool = getattr(type(a), "__eq__") is object.__eq__  # noqa: B009
    return by_identity or bool(a != a)
