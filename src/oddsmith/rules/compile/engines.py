"""The engine of each rule: its machine, or the coroutine itself, run again for every branch, with the reason.

A machine is asked for at the first use of a rule. It may turn out later that values of a rule cannot be kept; from then
on that rule is run again too.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from types import FunctionType
from typing import Any, Final, TypeAlias, cast
from weakref import WeakKeyDictionary, WeakSet

from oddsmith.rules.caps import Caps
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, TOTAL, Question, Use
from oddsmith.rules.compile.dataflow.projection import NotSplit
from oddsmith.rules.compile.forms.own_functions import NotFormed
from oddsmith.rules.compile.lowering.brief import brief
from oddsmith.rules.compile.programs import Machine, leave_forms_out, machine, put
from oddsmith.rules.compile.syntax.reasons import NotCompiled, Reason
from oddsmith.rules.compile.syntax.source import without_file
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request

#: A rule under way, in one engine or the other.
AnyActivation: TypeAlias = Activation | MachineActivation

#: Where a rule stands: a call and the answers it has had, or a state and the answers after it.
Standing: TypeAlias = tuple[Call[Any] | State, tuple[Hashable, ...]]

#: The reason why a rule of which a machine could be made is run again all the same, unless fields alone are asked.
ONCE: Final = Reason("it awaits at most once, or but a choice or two, so that nothing can merge")

_as_they_are: WeakSet[Rule[..., Any]] = WeakSet()  # rules of which no less can be asked
_no_totals: WeakKeyDictionary[Rule[..., Any], str] = WeakKeyDictionary()


class Refused(Exception):
    """A rule that was thought to be compiled is run again for every branch from now on: all must be explored anew."""


class NoTotal(Refused):
    """The outcome of a rule is asked as it is from now on: all must be explored anew. It is no total for a reason."""

    def __init__(self, rule: Rule[..., Any], reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason


def engine(rule: Rule[..., Any], question: Question = AS_IT_IS) -> Machine | Reason:
    """The machine of a rule that is asked something, or the reason why there is none."""
    found: Machine | Reason | None = rule.engine
    if found is None:
        function = rule.function
        rule.check()
        try:
            if not isinstance(function, FunctionType):
                raise NotCompiled("it is no plain function")
            found = ONCE if not asks(rule) and brief(function) else machine(function)
        except NotCompiled as refused:
            found = refused.reason
        rule.engine = found
    if question is AS_IT_IS or (
        isinstance(found, Reason) and not (found is ONCE and question.demand.use is Use.FIELDS)
    ):
        return found
    asked: Machine | Reason | None = rule.engines.get(question)
    if asked is None and rule in _as_they_are:
        return found
    if asked is None:
        try:
            asked = _asked(rule, found, question)
        except NotCompiled as refused:
            asked = refused.reason
        rule.engines[question] = asked
    return asked


def _asked(rule: Rule[..., Any], as_it_is: Machine | Reason, question: Question) -> Machine | Reason:
    written = cast(FunctionType, rule.function)
    put_so = put(written.__code__, written.__globals__, question)
    if put_so is AS_IT_IS:
        return as_it_is
    found: Machine | Reason = rule.engines.get(put_so) or machine(written, put_so)
    return found


def total(call: Call[Any]) -> Question:
    """The question for the outcome of a call as a total, where that is known to do no harm."""
    return AS_IT_IS if call.rule in _no_totals else TOTAL


def refuse_total(rule: Rule[..., Any], reason: str) -> NoTotal:
    """Ask for the outcome of a rule as it is from now on; the error to raise."""
    _no_totals[rule] = reason
    return NoTotal(rule, reason)


def asks(rule: Rule[..., Any]) -> bool:
    """Tell whether a rule is a question to the outcome of another."""
    if rule.asks is None:
        rule.asks = getattr(rule.function, "__code__", None) in without_file
    return rule.asks


def dead(rule: Rule[..., Any], machine: Machine | Reason) -> frozenset[str]:
    """Parameters that the machine of a rule does not need; none where the rule's name stands for something else."""
    if isinstance(machine, Reason) or not machine.dead or not rule.is_called(machine.code.co_name):
        return frozenset()
    return machine.dead


def refuse(rule: Rule[..., Any], refused: NotCompiled) -> Refused:
    """Run a rule again for every branch from now on, or ask no less than all of it; the error to raise."""
    if isinstance(refused, NotSplit) and rule not in _as_they_are:
        _as_they_are.add(rule)
        rule.engines.clear()
        return Refused(refused.reason)
    if isinstance(refused, NotFormed):
        leave_forms_out(refused.code)
        rule.engine = None
        rule.engines.clear()
        return Refused(refused.reason)
    rule.engine = refused.reason
    return Refused(refused.reason)


def activation(
    place: Call[Any] | State,
    known: tuple[Hashable, ...] = (),
    asked: Sequence[Request[Any]] = (),
    *,
    question: Question = AS_IT_IS,
    compiled: bool = True,
    outlined: bool = False,
) -> AnyActivation:
    """A rule where it stands; see `Activation`. compiled: whether to use its machine, if there is one. outlined: see
    `MachineActivation`.

    Raises Refused where its machine cannot go on.
    """
    if isinstance(place, State):
        at = place.resumed(outlined=outlined)
    else:
        found = engine(place.rule, question) if compiled else None
        if not isinstance(found, Machine):
            return Activation(place, known, asked)
        at = MachineActivation(place, found, outlined=outlined)
    return answered(at, known) if known else at


def answered(at: MachineActivation, known: tuple[Hashable, ...]) -> MachineActivation:
    """Run a machine on with answers."""
    for answer in known:
        while isinstance(at.request, Remark):
            at.heed()
        at.proceed(answer)
    return at


def standing(at: AnyActivation, *, waits: bool = False) -> Standing:
    """Return the standing of a rule. waits: for a call, of which nothing matters but its outcome."""
    if isinstance(at, Activation):
        return at.call, at.known
    if at.path is None and not at.recurs and not dead(at.call.rule, at.frames[0].machine):
        return at.call, ()
    return at.state(waits=waits), ()  # also where it begins, if not all of the call is needed from there on


def stood(
    place: Any,
    known: tuple[Hashable, ...],
    *,
    waits: bool = False,
    question: Question = AS_IT_IS,
    caps: Caps | None = None,
) -> tuple[Any, tuple[Hashable, ...]]:
    """Return the standing of a rule that is asked something, after these answers; a `Next` stands where it is.

    caps: limits to what states tell apart.
    """
    found = engine(place.rule, question) if isinstance(place, Call) else None
    if not isinstance(found, Machine) or not (known or waits or found.loops or dead(place.rule, found)):
        return place, known
    at: Any = activation(place, known, question=question)
    while isinstance(at.request, Remark):
        at.heed()
    if isinstance(at, MachineActivation):
        at.caps = caps
    stands = (at.state(waits=True), ()) if waits and at.asks is not AS_IT_IS else standing(at, waits=waits)
    at.close()
    return stands


def question_of(place: Any) -> tuple[Rule[..., Any], Question] | None:
    """The rule of a state, and what its outcome is asked; None for another standing, and for an outcome as it is."""
    if not isinstance(place, State) or place.rule.engine is place.machines[0]:
        return None
    found = [asked for asked, machine in place.rule.engines.items() if machine is place.machines[0]]
    return (place.rule, found[0]) if found else None


def call_and_answers(place: Any, known: tuple[Hashable, ...]) -> tuple[Any, tuple[Hashable, ...]]:
    """The call of a standing and all answers that it has had, for people."""
    if isinstance(place, State):
        return place.call, (*place.known, *known)
    return place, known
