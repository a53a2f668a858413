"""Symbols in the states of rules: how a state goes on where more is known of the numbers that they speak of."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from dis import opmap
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, Final, TypeAlias

from flint import fmpq

from oddsmith.distribution import Finite
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.engines import AnyActivation
from oddsmith.rules.compile.lowering.source import NotCompiled
from oddsmith.rules.compile.snapshots import Freezing
from oddsmith.rules.exploration.laws import Weighted
from oddsmith.rules.exploration.nodes import Nodes, weighted
from oddsmith.rules.graph.graph import Open
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.driver import Activation, unsteady
from oddsmith.rules.symbols import Law, Symbol, Undecided, Unknown, Watch, look

_CATCHES: Final = opmap["PUSH_EXC_INFO"]  # every `except`, `finally` and `with` does it

_LANGUAGE: Final = "oddsmith.rules"

_Place: TypeAlias = Call[Any] | State
_Known: TypeAlias = tuple[Hashable, ...]


def unknowns(place: _Place, known: _Known) -> Iterator[Unknown]:
    """The numbers of which the symbols of a state and of the answers after it speak."""
    if isinstance(place, State):
        yield from place.unknowns
    for answer in known:
        if type(answer) is Symbol:
            yield from [unknown for unknown, _ in answer.terms]


def look_at_all(place: _Place, known: _Known) -> None:
    """Raise Undecided while there is a number that nobody has looked at: whoever decides now knows it."""
    for unknown in unknowns(place, known):
        look(unknown)


def holds_none(value: Any) -> None:
    """Raise Undecided where an outcome, which is no symbol, holds one: only numbers by themselves are kept so."""
    try:
        hash(value)
    except TypeError:
        freezing = Freezing()
        with suppress(NotCompiled):
            freezing.image(value)
        for unknown in freezing.unknowns:
            look(unknown)


def handed(answers: Weighted | Law, rule: Rule[..., Any], watch: Watch) -> Weighted:
    """Answers as a rule is handed them: a law as a symbol, unless the rule might tell."""
    if not isinstance(answers, Law):
        return answers
    if tells_symbols(rule):
        return weighted(answers.distribution, answers.bound)
    return [(Symbol.drawn(answers, watch), fmpq(1))]


def ends(number: Symbol, nodes: Nodes, *, busts: bool) -> list[tuple[int, fmpq]]:
    """End nodes of an outcome that nobody has looked at, with probabilities; one that holds its law if it is unbounded.

    busts: whether gains before it do not count.
    """
    law = number.distribution
    if isinstance(law, Finite):
        return [(nodes.end(outcome, busts=busts), share) for outcome, share in weighted(law, nodes.setting.bound)]
    return [(nodes.end(Open(law), busts=busts), fmpq(1))]


def to_blame(place: _Place, known: _Known, at: AnyActivation | None) -> Unknown | None:
    """A number that nobody has looked at, and that may be why a rule has failed; None where there is none."""
    return next(unknowns(*_standing(place, known, at)), None)


def narrowed(
    unknown: Unknown, cut: int | None, place: _Place, known: _Known, at: AnyActivation | None
) -> list[tuple[tuple[_Place, _Known] | None, fmpq]]:
    """All ways on from where more is known of a number, with probabilities; None is the rest of what is not listed.

    place, known: from where the rule was run. at: the rule, as far as it came.
    """
    unknown.watch.undecided = None
    place, known = _standing(place, known, at)
    if at is not None:
        with suppress(Undecided):
            at.close()
    if unknown not in unknowns(place, known):
        raise unsteady(place if isinstance(place, Call) else place.call)
    return [
        (None if more is None else _given(place, known, {unknown: more}), share) for more, share in unknown.parts(cut)
    ]


def _standing(place: _Place, known: _Known, at: AnyActivation | None) -> tuple[_Place, _Known]:
    """Where a rule took its latest step; a machine is run again from where it was taken up."""
    return (at.call, at.known) if isinstance(at, Activation) else (place, known)


def _given(place: _Place, known: _Known, instead: Mapping[Unknown, Unknown | int]) -> tuple[_Place, _Known]:
    if isinstance(place, State) and any(unknown in instead for unknown in place.unknowns):
        place = place.given(instead)
    return place, tuple([answer.given(instead) if type(answer) is Symbol else answer for answer in known])


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
