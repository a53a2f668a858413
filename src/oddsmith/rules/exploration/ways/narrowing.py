"""Symbols in the states of rules: how a state goes on where more is known of the numbers that they speak of."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dis import opmap
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, Final, TypeAlias

from flint import fmpq

from oddsmith.distribution import Finite
from oddsmith.rules.caps import Caps, is_excess
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Demand, Field, Question, Use, freed, listed, only_field
from oddsmith.rules.compile.dataflow.projection import Part
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.given import Bust
from oddsmith.rules.compile.images.held_symbols import given, parts, symbols_in
from oddsmith.rules.compile.images.snapshots import Freezing
from oddsmith.rules.compile.own_names import LEFT
from oddsmith.rules.compile.questions import field_of
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.exploration.alike_calls import Alike
from oddsmith.rules.exploration.laws import Weighted, known_number, weighted
from oddsmith.rules.exploration.nodes import Nodes
from oddsmith.rules.exploration.numbers.sights import holding, stack_given
from oddsmith.rules.exploration.numbers.told_apart import ToldApart
from oddsmith.rules.exploration.waiting.frames import Frames, Stack
from oddsmith.rules.graph.graph import UNRESOLVED, Open
from oddsmith.rules.language.calls import Call, Rule, Sequel
from oddsmith.rules.language.driver import Activation, Returned, unsteady
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Step
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Law, Undecided, Unknown, Watch, look

_CATCHES: Final = opmap["PUSH_EXC_INFO"]  # every `except`, `finally` and `with` does it

_FEW: Final = 1_000  # numbers of an interval
_FARTHEST: Final = 100  # so far from numbers that are not known others may be
_PARTS: Final = 50  # of a sum of numbers
_PLAIN: Final = frozenset({bool, int, str})

_LANGUAGE: Final = "oddsmith.rules"

_Place: TypeAlias = Call[Any] | State
_Known: TypeAlias = tuple[Hashable, ...]
_More: TypeAlias = "Symbol | Unknown | int | None"


def unknowns(place: _Place, known: _Known) -> Iterator[Unknown]:
    """The numbers of which the symbols of a state and of the answers after it speak."""
    if isinstance(place, State):
        yield from place.unknowns
    for answer in known:
        for symbol in symbols_in(answer):
            yield from [unknown for unknown, _ in symbol.terms]


def look_at_all(place: _Place, known: _Known) -> None:
    """Raise Undecided while there is a number that nobody has looked at: whoever decides now knows it."""
    for unknown in unknowns(place, known):
        look(unknown)


def look_at_few(state: State) -> None:
    """Raise Undecided for a number that is one of a few: listed, it meets others."""
    for unknown in state.unknowns:
        if unknown.low is not None and unknown.high is not None and unknown.high - unknown.low < _FEW:
            look(unknown)


def check_known(value: Any, number: Any, nodes: Nodes, stack: Stack) -> None:
    """Raise Undecided where what a rule returns is no number by itself, and holds one that it did not look at.

    number: the value, or of a bust what it comes to. stack: waits for it.
    """
    if isinstance(value, Sequel):
        known_number(value.first.gain)
    elif stack is not None and isinstance(value, ChanceRequest):
        known_number(value.gain)
    elif stack is not None and not isinstance(value, Call):
        _check_outcome(number, stack[0].rule, by_field=nodes.asked(stack).demand.use is Use.FIELDS)


def _check_outcome(value: Any, rule: Rule[..., Any], *, by_field: bool) -> None:
    """Raise Undecided where an outcome, which is no symbol, holds one: only numbers by themselves are kept so.

    rule: waits for it. by_field: whether that reads it field by field, so that those may be symbols.
    """
    if by_field and not tells_symbols(rule):
        for part in parts(value).values():
            if type(part) is not Symbol:
                _holds_none(part)
    else:
        _holds_none(value)


def _holds_none(value: Any) -> None:
    try:
        hash(value)
    except TypeError:
        freezing = Freezing()
        with suppress(NotCompiled):
            freezing.image(value)
        for unknown in freezing.unknowns:
            look(unknown)


def handed(
    answers: Weighted | Law,
    rule: Rule[..., Any],
    watch: Watch,
    at: AnyActivation | None = None,
    told_apart: ToldApart | None = None,
) -> Weighted:
    """Answers as a rule is handed them: a law as a symbol or as parts, unless the rule might tell.

    at: the rule, where it is under way; told_apart: numbers that rules have told apart there.
    """
    if not isinstance(answers, Law):
        return answers
    if tells_symbols(rule):
        return weighted(answers.distribution, answers.bound)
    if at is None or told_apart is None:
        return [(Symbol.drawn(answers, watch), fmpq(1))]
    return told_apart.handed(at, answers, watch)


def alone(call: Call[Any], question: Question, alike: Alike) -> tuple[Call[Any], Question, Field | None]:
    """The call to be solved by itself for a sub-rule, the question to it, and the field that it is for."""
    bare = call.bare()
    if question is AS_IT_IS or call.gain:
        return bare, AS_IT_IS, None
    bare = alike.first(bare, listed(question))
    field = only_field(question)
    return (bare, listed(question), None) if field is None else (field_of(bare, field), AS_IT_IS, field)


def as_field(answers: Weighted | Law, field: Field, at: AnyActivation, watch: Watch, told_apart: ToldApart) -> Weighted:
    """Answers that are known but for one field, as a rule is handed them."""
    return [
        (answer if answer is UNRESOLVED else Part(field, answer), share)
        for answer, share in handed(answers, at.call.rule, watch, at, told_apart)
    ]


def ends(number: Symbol, nodes: Nodes, *, busts: bool) -> list[tuple[int, fmpq]]:
    """End nodes of an outcome that nobody has looked at, with probabilities; one that holds its law if it is unbounded.

    busts: whether gains before it do not count.
    """
    law, lost = number.distribution, None if busts else ()
    if isinstance(law, Finite):
        return [(nodes.end(outcome, lost), share) for outcome, share in weighted(law, nodes.setting.bound)]
    return [(nodes.end(Open(law), lost), fmpq(1))]


def cap(at: AnyActivation, known: _Known, caps: Caps) -> None:
    """Let limits apply to the states of a rule, unless it might tell.

    known: answers with which it is taken up; what is beyond limits in them is there from now on.
    """
    answers = [unknown for answer in known for symbol in symbols_in(answer) for unknown, _ in symbol.terms]
    excesses = tuple({unknown: None for unknown in answers if is_excess(unknown)})
    if type(at) is MachineActivation and not tells_symbols(at.call.rule):
        at.caps = caps
        at.excesses = (*at.excesses, *[unknown for unknown in excesses if unknown not in at.excesses])
    elif excesses:
        caps.give_up(excesses[0])


def raise_limit(unknown: Unknown, cut: int | None, apart: int, caps: Caps | None) -> None:
    """Raise Recapped where the number that must be known is what is beyond a limit. cut, apart: see `Undecided`."""
    if caps is not None and is_excess(unknown):
        caps.limits.undecided(unknown, cut, apart)


def may_hold(at: AnyActivation) -> bool:
    """Tell whether a rule may hold a number of which not all is known."""
    return at.open if isinstance(at, MachineActivation) else any(type(answer) not in _PLAIN for answer in at.known)


def settled(at: AnyActivation, value: Any, demand: Demand | None) -> Any:
    """The value that a rule returned, without what was beyond limits, for that is paid.

    demand: on the outcome; None where it goes to a rule that waits. Raises Recapped where it was not paid rightly.
    """
    if type(at) is not MachineActivation or not at.excesses:
        return value
    assert at.caps is not None
    if demand is None:
        at.caps.handed_on(at.excesses, () if isinstance(value, Step) else [*symbols_in(value)])
        if isinstance(value, Step):
            known_number(value.gain)
        return value
    if type(value) is Bust:
        if value.lost is None:
            at.caps.handed_out(at.excesses, value.value)
            return value
        asked = freed(demand, frozenset(value.lost))
        return Bust(_settled_by_field(at.caps, at.excesses, value.value, asked), value.lost)
    if demand.use is Use.FIELDS and any(part.use is Use.ADDED for _, part in demand.fields):
        return _settled_by_field(at.caps, at.excesses, value, demand)
    counts = (demand.times or 0) if demand.use is Use.ADDED else 1
    if not isinstance(value, Step):
        return at.caps.settled(value, at.excesses, counts)
    return value.with_gain(at.caps.settled(value.gain, at.excesses, counts))


def _settled_by_field(caps: Caps, excesses: Sequence[Unknown], value: Any, demand: Demand) -> Any:
    """The same of an outcome of which several fields are totals."""
    if isinstance(value, Step):
        known_number(value.gain)
        caps.settled(0, excesses, 1)
        return value
    times = {field if isinstance(field, str) else field[0]: part.times or 0 for field, part in demand.fields}
    number: Any = 0
    for place, part in parts(value).items():
        if type(part) is Symbol:
            number += part * times.get(place, 0)
    caps.settled(number, excesses, 1)
    return given(value, dict.fromkeys(excesses, 0))


def by_sum(
    reached: tuple[Any, int], again: Callable[[], AnyActivation], watch: Watch
) -> list[tuple[AnyActivation, Any, fmpq]] | None:
    """The outcomes of a rule that asks only where a sum of unknown numbers is, with probabilities; else None.

    reached: the terms of the sum, and a number with which it is compared. again: runs the rule again.
    """
    terms, at = reached
    if any(unknown.passed or is_excess(unknown) for unknown, _ in terms):
        return None
    whole = Symbol(terms)
    law = Law(whole.distribution, terms[0][0].law.bound)
    todo: list[tuple[int | None, int | None]] = [(None, at - 1), (at, None)]
    found: list[tuple[AnyActivation, Any, fmpq]] = []
    try:
        while todo:
            low, high = todo.pop()
            share = law.share(low, high)
            if share == 0:
                continue
            watch.undecided, watch.supposed = None, (terms, low, high)
            try:
                run = again()
                while isinstance(run.request, Remark):
                    run.heed()
            except Undecided as undecided:
                if undecided.reached is None or undecided.reached[0] != terms or len(found) + len(todo) > _PARTS:
                    return None
                todo += [(low, undecided.reached[1] - 1), (undecided.reached[1], high)]
                continue
            if type(run.request) is not Returned or type(run.request.value) not in _PLAIN:
                run.close()
                return None
            found.append((run, run.request.value, share))
    finally:
        watch.undecided = watch.supposed = None
    return found


def to_blame(place: _Place, known: _Known, at: AnyActivation | None) -> Unknown | None:
    """A number that nobody has looked at, and that may be why a rule has failed; None where there is none."""
    return next(unknowns(*_standing(place, known, at)), None)


def narrowed(
    unknown: Unknown,
    cut: int | None,
    remainders: Sequence[tuple[Symbol, fmpq]],
    stack: Stack,
    frames: Frames,
    place: _Place,
    known: _Known,
    at: AnyActivation | None,
    *,
    is_rest: Callable[[Unknown, _Place, _Known], bool],
) -> list[tuple[tuple[_Place, _Known] | None, Stack, fmpq]]:
    """All ways on from where more is known of a number, with probabilities; None is the rest of what is not listed.

    cut: see `Undecided`. remainders: the ways by these, if that is what is asked. stack: waits for the rule. place,
    known: from where the rule was run. at: the rule, as far as it came. is_rest: see `Tails`.
    """
    unknown.watch.undecided = None
    place, known = _standing(place, known, at)
    if at is not None:
        with suppress(Undecided):
            at.close()
    waits = unknown not in unknowns(place, known)
    if waits and not holding(stack, unknown):
        raise unsteady(place if isinstance(place, Call) else place.call)
    ways: list[tuple[tuple[_Place, _Known] | None, Stack, fmpq]] = []
    parts: list[tuple[_More, fmpq]] = [*remainders] or [*unknown.parts(cut)]
    if cut is not None and not waits and is_rest(unknown, place, known):
        parts = [(None, fmpq(1))]
    elif cut is not None and not waits and isinstance(place, State) and _farthest(place) > _FARTHEST:
        parts = [*unknown.parts(None)]  # of a loop over the number it goes further each time
    for more, share in parts:
        if more is None:
            ways.append((None, stack, share))
        elif waits:
            ways.append(((place, known), stack_given(stack, frames, unknown, more), share))
        else:
            its = _from_its_least(more) if _says_rounds(place) and not holding(stack, unknown) else more
            ways.append((_given(place, known, {unknown: its}), stack, share))
    return ways


def _says_rounds(place: _Place) -> bool:
    """Tell whether a rule stands in a loop of which the rounds left are kept."""
    return isinstance(place, State) and any(name.startswith(LEFT) for names, _ in place.live() for name in names)


def _farthest(place: State) -> int:
    """The distance of a variable, at most, from a number that is not known."""
    held: list[Any] = [image for _, images in place.live() for image in images]
    return max([abs(image[2]) for image in held if type(image) is tuple and image and image[0] is Symbol], default=0)


def _from_its_least(number: Symbol | Unknown | int) -> Symbol | Unknown | int:
    """An endless number as the least that it may be and what is beyond, where the law of that goes on alike."""
    if type(number) is not Unknown or number.high is not None or number.low is None:
        return number
    found = number.law.beyond(number.low)
    if found is None:
        return number
    law, least = found
    return Symbol(((Unknown(law, 0, None, number.watch, passed=number.passed), 1),), least)


def _standing(place: _Place, known: _Known, at: AnyActivation | None) -> tuple[_Place, _Known]:
    """Return the place of a rule's latest step; a machine is run again from where it was taken up."""
    return (at.call, at.known) if isinstance(at, Activation) else (place, known)


def _given(place: _Place, known: _Known, instead: Mapping[Unknown, Symbol | Unknown | int]) -> tuple[_Place, _Known]:
    if isinstance(place, State) and any(unknown in instead for unknown in place.unknowns):
        place = place.given(instead)
    return place, tuple([given(answer, instead) for answer in known])


def tells_symbols(rule: Rule[..., Any]) -> bool:
    """Tell whether a rule might see that a symbol is no int: it, or what it names, asks for types or catches errors.

    Of what it names, functions of its own package are looked at.
    """
    function = rule.function
    return not isinstance(function, FunctionType) or _reaching(function)


@lru_cache(maxsize=10_000)
def _reaching(function: FunctionType) -> bool:
    found = {function.__code__}
    todo = [function]
    while todo:
        here = todo.pop()
        if _tells(here.__code__):
            return True
        for name in here.__code__.co_names:
            named = here.__globals__.get(name)
            if (
                isinstance(named, FunctionType)
                and named.__code__ not in found
                and _package(named) == _package(function)
            ):
                found.add(named.__code__)
                todo.append(named)
    return False


def _package(function: FunctionType) -> str:
    """The package that a function comes with; what rules are written in is one by itself."""
    module = function.__module__
    return _LANGUAGE if module.startswith(("oddsmith.rules.", "oddsmith.dice.")) else module.partition(".")[0]


@lru_cache(maxsize=10_000)
def _tells(code: CodeType) -> bool:
    return (
        "type" in code.co_names
        or _CATCHES in code.co_code[::2]
        or any(_tells(held) for held in code.co_consts if isinstance(held, CodeType))
    )
