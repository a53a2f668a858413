"""The check of machines: a few steps of a rule, taken side by side with its coroutine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Demand, Question, Use, without_digits
from oddsmith.rules.compile.dataflow.projection import read_field
from oddsmith.rules.compile.engines import AnyActivation, engine, refuse
from oddsmith.rules.compile.forms.face_classes import RollByClasses
from oddsmith.rules.compile.given import Bust
from oddsmith.rules.compile.syntax.reasons import NotCompiled, Reason
from oddsmith.rules.language.calls import Call, Sequel
from oddsmith.rules.language.driver import Activation, Returned, unsteady
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request, Step

#: Tells the answers that a request may have, as far as they are known.
Answers: TypeAlias = Callable[[Request[Any]], Sequence[Any]]

_STEPS = 40
_OTHERWISE = Reason(
    "its machine did something else than the rule",
    "Make the rule depend on nothing but its arguments and its answers: no clock, no counter.",
)


class _Passed(NamedTuple):
    """An await that was passed. gain: before it. then: what the rule came to with the answer."""

    state: State
    gain: int
    answer: Any
    then: Any


def check(call: Call[Any], answers: Answers, question: Question = AS_IT_IS) -> None:
    """Compare one way through a rule that is asked something, as far as answers are known, gains included.

    Raises Refused where the two differ; Outgrown where a state holds too much; RuleError for a rule with a memory.

    The machine is taken up anew at every other await. A rule that draws on the clock, on randomness or on something
    that changes differs too: it is run again from then on, which finds that out. What is kept outside of the rule is
    the same for both, so the machine goes that way again at last, after it went another.
    """
    found = engine(call.rule, question)
    gain = 0
    if isinstance(found, Reason):
        return
    plain, machine = Activation(call), MachineActivation(call, found)
    stood: tuple[State, int, Any] | None = None
    way: list[_Passed] = []
    try:
        for step in range(_STEPS):
            _go_past_remarks(plain)
            _go_past_remarks(machine)
            if stood is not None:
                way.append(_Passed(*stood, then=plain.request))
            if not _at_one(question.demand, plain.request, machine.request, gain):
                _refuse_memory(plain)
                raise NotCompiled(_OTHERWISE)
            asked: Any = machine.request
            known = () if isinstance(asked, Returned) else answers(asked)
            if not known:
                break
            answer = known[-1 - _turn(step, len(known))]
            left, state = machine, machine.state()
            stood = state, gain + state.gain, answer
            if step % 2 == 0:
                state.weigh()
                gain += state.gain
                machine = state.resumed()
                left.close()
            plain.proceed(asked.another(answer) if isinstance(asked, RollByClasses) else answer)
            machine.proceed(answer)
        if way:
            go_astray(MachineActivation(call, found), answers)
        for passed in reversed(way):
            _pass_again(passed, question.demand)
    except NotCompiled as refused:
        raise refuse(call.rule, refused) from None
    except BaseException as error:
        remember(error, plain)
        raise
    finally:
        plain.close()
        machine.close()


def go_astray(at: AnyActivation, answers: Answers) -> None:
    """Run a rule on with other answers than `check` does, so that whatever it keeps outside of it is another."""
    try:
        for step in range(_STEPS):
            _go_past_remarks(at)
            known = () if isinstance(at.request, Returned) else answers(at.request)
            if not known:
                return
            at.proceed(known[_turn(step, len(known))])
    except (Exception, NotCompiled):  # noqa: BLE001  # told where it is explored, if that way is
        return
    finally:
        at.close()


def _turn(step: int, answers: int) -> int:
    """The place of the answer to take at a step: one after the other, and one further after each time round.

    So a loop takes every answer at each of its awaits, however many it has.
    """
    return (step + step // answers) % answers


def _pass_again(passed: _Passed, demand: Demand) -> None:
    """Raise RuleError where a rule does not go on from an await as it did."""
    machine = passed.state.resumed()
    try:
        machine.proceed(passed.answer)
        _go_past_remarks(machine)
        same = _at_one(demand, passed.then, machine.request, passed.gain)
    except Exception as error:
        raise unsteady(passed.state.call) from error
    finally:
        machine.close()
    if not same:
        raise unsteady(passed.state.call)


def _refuse_memory(plain: Activation) -> None:
    """Raise RuleError for a rule that does not come to the same again, which goes back to what it was by turns too."""
    for _ in range(2):
        again = Activation(plain.call, plain.known)
        _go_past_remarks(again)
        again.close()
        if not _same(plain.request, again.request):
            raise unsteady(plain.call)


def _go_past_remarks(at: AnyActivation) -> None:
    while isinstance(at.request, Remark):
        at.heed()


def _at_one(demand: Demand, plain: Any, machine: Any, gain: int) -> bool:
    """Tell whether a machine came to what its rule came to, with the gain before it."""
    if isinstance(plain, Returned):
        return _agree(demand, plain, machine, gain)
    return _same(plain, machine.as_written if isinstance(machine, RollByClasses) else machine)


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
