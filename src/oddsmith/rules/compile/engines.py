"""The engine of each rule: its machine, or the coroutine itself, run again for every branch, with the reason.

A machine is asked for at the first use of a rule. It may turn out later that values of a rule cannot be kept; from then
on that rule is run again too.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from types import FunctionType
from typing import Any, Final, TypeAlias, cast
from weakref import WeakKeyDictionary

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.demand import AS_IT_IS, TOTAL, Question
from oddsmith.rules.compile.programs import Machine, machine, put
from oddsmith.rules.compile.source import NotCompiled
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import choose
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.language.dropped import refuse_dropped
from oddsmith.rules.language.notes import Remark, note
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import roll

#: A rule under way, in one engine or the other.
AnyActivation: TypeAlias = Activation | MachineActivation

#: Where a rule stands: a call and the answers it has had, or a state and the answers after it.
Standing: TypeAlias = tuple[Call[Any] | State, tuple[Hashable, ...]]

#: The reason why a rule that has a machine is run again all the same.
ONCE: Final = "it awaits at most once, so that nothing can merge"

_engines: WeakKeyDictionary[Rule[..., Any], Machine | str] = WeakKeyDictionary()
_asked: WeakKeyDictionary[Rule[..., Any], dict[Question, Machine]] = WeakKeyDictionary()
_no_totals: WeakKeyDictionary[Rule[..., Any], str] = WeakKeyDictionary()


class Refused(Exception):
    """A rule that was thought to be compiled is run again for every branch from now on: all must be explored anew."""


def engine(rule: Rule[..., Any], question: Question = AS_IT_IS) -> Machine | str:
    """The machine of a rule that is asked something, or the reason why there is none."""
    found = _engines.get(rule)
    if question is not AS_IT_IS and not isinstance(found := engine(rule), str):
        machines = _asked.setdefault(rule, {})
        if question not in machines:
            written = cast(FunctionType, rule.function)
            put_so = put(written.__code__, written.__globals__, question)
            machines[question] = found if put_so is AS_IT_IS else machines.get(put_so) or machine(written, put_so)
        return machines[question]
    if found is None:
        function = rule.function
        if isinstance(function, FunctionType):
            refuse_dropped(function, Rule)
        try:
            if not isinstance(function, FunctionType):
                raise NotCompiled("it is no plain function")
            found = machine(function)
            if _once(found, function.__globals__):
                raise NotCompiled(ONCE)
        except NotCompiled as refused:
            found = refused.reason
        _engines[rule] = found
    return found


def _once(found: Machine, names: dict[str, Any]) -> bool:
    """Tell whether a rule has but one request that is answered: run again, it does no more than a machine would."""
    asking = [site for site in found.sites if not site.made or any(names.get(name) is not note for name in site.made)]
    return all(not site.recurs for site in asking) and (
        not asking or (len(asking) == 1 and _requests(asking[0].made, names))
    )


def _requests(made: frozenset[str], names: dict[str, Any]) -> bool:
    return bool(made) and all(
        isinstance(names.get(name), Rule) or names.get(name) is roll or names.get(name) is choose for name in made
    )


def total(call: Call[Any]) -> Question:
    """The question for the outcome of a call as a total, where that is known to do no harm."""
    return AS_IT_IS if call.rule in _no_totals else TOTAL


def refuse_total(rule: Rule[..., Any], reason: str) -> Refused:
    """Ask for the outcome of a rule as it is from now on; the error to raise."""
    _no_totals[rule] = reason
    return Refused(reason)


def refuse(rule: Rule[..., Any], refused: NotCompiled) -> Refused:
    """Run a rule again for every branch from now on; the error to raise."""
    _engines[rule] = refused.reason
    return Refused(refused.reason)


def activation(
    place: Call[Any] | State,
    known: tuple[Hashable, ...] = (),
    asked: Sequence[Request[Any]] = (),
    *,
    question: Question = AS_IT_IS,
    compiled: bool = True,
) -> AnyActivation:
    """A rule where it stands; see `Activation`. compiled: whether to use its machine, if there is one.

    Raises Refused where its machine cannot go on.
    """
    if isinstance(place, State):
        at = place.resumed()
    else:
        found = engine(place.rule, question) if compiled else ""
        if isinstance(found, str):
            return Activation(place, known, asked)
        at = MachineActivation(place, found)
    for answer in known:
        while isinstance(at.request, Remark):
            at.heed()
        at.proceed(answer)
    return at


def standing(at: AnyActivation, *, waits: bool = False) -> Standing:
    """Return the standing of a rule. waits: for a call, of which nothing matters but its outcome."""
    if isinstance(at, Activation) or at.path is None:
        return at.call, () if isinstance(at, MachineActivation) else at.known
    return at.state(waits=waits), ()


def stood(place: Any, known: tuple[Hashable, ...], *, waits: bool = False) -> tuple[Any, tuple[Hashable, ...]]:
    """Return the standing of a rule after these answers; a `Next` stands where it is."""
    if not known or not isinstance(place, Call) or isinstance(engine(place.rule), str):
        return place, known
    at = activation(place, known)
    while isinstance(at.request, Remark):
        at.heed()
    found = standing(at, waits=waits)
    at.close()
    return found


def shown(place: Any, known: tuple[Hashable, ...]) -> tuple[Any, tuple[Hashable, ...]]:
    """The call of a standing and all answers that it has had, for people."""
    if isinstance(place, State):
        return place.call, (*place.known, *known)
    return place, known
