"""Variables of a rule where it stands, for people: what its author named and is still read from there on.

A loop over an index counts as its item, since the index has no name. A helper's variables stand beside those of the
rule; where both have a name, the helper's comes before it.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sized
from contextlib import suppress
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.projection import PART
from oddsmith.rules.compile.engines import ONCE, engine
from oddsmith.rules.compile.forms.face_classes import RollByClasses
from oddsmith.rules.compile.images.snapshots import UNBOUND, Freezing, Image, Thawing, packed, unpacked
from oddsmith.rules.compile.list_readings import named_at, numbers, readings
from oddsmith.rules.compile.own_names import LEFT, is_place, of_place
from oddsmith.rules.compile.programs import Machine, machine
from oddsmith.rules.compile.syntax.reasons import NotCompiled, Reason
from oddsmith.rules.compile.syntax.source import order_of_names
from oddsmith.rules.language.calls import Call, Next
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Undecided

_READABLE: Final = 32  # items of a list, set or text; more tell nobody anything
_ROUND: Final = "round"  # of a loop whose items have no name
_ROUNDS_LEFT: Final = "rounds left"  # of one of which no more is kept


class _Told(NamedTuple):
    """A function under way: its code, its globals, the variables to be told, and the line at which it stands."""

    code: CodeType
    module: dict[str, Any]
    held: dict[str, Any]
    line: int


class Shared:
    """Values of variables that are not live where a rule stands, but of which the decision there was made.

    Those in which the ways that come there differ are forgotten.
    """

    __slots__ = ("_images",)

    def __init__(self, at: MachineActivation) -> None:
        self._images = _read(at, at.frames[-1].awaits.read)

    def meet(self, at: MachineActivation) -> None:
        """Forget the values that another way does not have."""
        if self._images:
            other = _read(at, self._images)
            self._images = {n: image for n, image in self._images.items() if n in other and other[n] == image}

    def values(self) -> dict[str, Any]:
        """Values by name."""
        return {n: unpacked(i) if type(i) is bytes else Thawing().value(i) for n, i in self._images.items()}


def made_of_more(place: State) -> bool:
    """Tell whether a decision was made of variables that are not live past it."""
    return bool(place.machines[-1].sites[place.order[-1] - 1].read)


def variables(
    place: Call[Any] | State | Next[Any], known: tuple[Hashable, ...] = (), shared: Shared | None = None
) -> dict[str, Any]:
    """The variables of a rule where it stands, by name, in the order in which it first names them.

    shared: of a state, values of variables that are not live. A `Next`, which waits for an outcome, has its arguments,
    a rule that has returned what is still to be rolled has none.
    """
    if isinstance(place, Next):
        names = place.rule.parameters
        return dict(zip(names[len(names) - len(place.args) :], place.args, strict=True))
    return _together(_frames(place, known, shared))


def numbers_read(
    place: Call[Any] | State, known: tuple[Hashable, ...] = (), shared: Shared | None = None
) -> dict[str, dict[str, int]]:
    """The numbers that a rule reads of each list that it has where it stands, by their names; see `variables`."""
    function: Any = place.rule.function
    if isinstance(place, State):
        functions = [(each.code, each.start.__globals__) for each in place.machines]
    else:
        functions = [(function.__code__, function.__globals__)] if isinstance(function, FunctionType) else []
    found: dict[str, dict[str, int]] = {}
    if any(readings(*each) for each in functions):
        for code, module, held, _ in _frames(place, known, shared):
            found |= numbers(held, code, module)
    return found


def line_and_name(place: Call[Any] | State, known: tuple[Hashable, ...] = ()) -> tuple[int, str]:
    """The line at which a rule stands, or a function that it awaits, and the name that the answer gets, "" for none."""
    *_, (code, module, _, line) = _frames(place, known, None)
    return line, named_at(line, code, module) or ""


def _frames(place: Call[Any] | State, known: tuple[Hashable, ...], shared: Shared | None) -> list[_Told]:
    """Functions under way, the innermost last."""
    if isinstance(place, State):
        told = [_told(frame.machine, frame.site, frame.held()) for frame in place.resumed().frames]
        told[-1].held.update({} if shared is None else shared.values())
        return told
    try:
        return _of_machine(place, known)
    except NotCompiled:
        return _of_coroutine(place, known)


def _read(at: MachineActivation, names: Iterable[str]) -> dict[str, Image]:
    """Images of values of variables by name, of those that can be kept and that people would read."""
    held = at.frames[-1].held()
    images: dict[str, Image] = {}
    for name in names:
        value = held.get(name, UNBOUND)
        if value is not UNBOUND and not (isinstance(value, Sized) and len(value) > _READABLE):
            with suppress(ValueError):
                images[name] = packed(value)
                continue
            freezing = Freezing()
            try:
                image = freezing.image(value)
            except NotCompiled:
                continue
            except Undecided as undecided:
                undecided.unknown.watch.undecided = None
                continue
            if not freezing.unknowns:
                images[name] = image
    return images


def _of_machine(call: Call[Any], known: tuple[Hashable, ...]) -> list[_Told]:
    """The variables of a rule and of its helpers. Raises NotCompiled where the rule has no machine to be trusted."""
    function, known_as = call.rule.function, call.rule.engine
    if (known_as is None or known_as is ONCE) and isinstance(function, FunctionType):
        found: Machine | Reason = machine(function)  # of a rule that was tried as a brief one, or is one
    else:
        found = engine(call.rule)
    if isinstance(found, Reason):
        raise NotCompiled(found)
    at = MachineActivation(call, found)
    try:
        _go(at, known)
        if not at.frames:
            return []  # it is over
        told = [_told(frame.machine, frame.site, frame.held()) for frame in at.frames]
        last = at.frames[-1]
        held = last.held()
        told[-1].held.update({n: held[n] for n in last.machine.sites[last.site - 1].read if n in held})
        return told
    finally:
        at.close()


def _go(at: Activation | MachineActivation, known: tuple[Hashable, ...]) -> None:
    """Go on with answers, up to the next request that is no remark; faces stay as they were rolled."""
    for answer in known:
        while isinstance(at.request, Remark):
            at.heed()
        if isinstance(at.request, RollByClasses):
            at.request = at.request.as_written
        at.proceed(answer)
    while isinstance(at.request, Remark):
        at.heed()


def _told(machine: Machine, site: int, held: Mapping[str, Any]) -> _Told:
    """The live variables among those that are bound, and the items of loops.

    Numbers for which a gain stands are left out: what is best does not depend on them, or it depends on the gains.
    """
    told: dict[str, Any] = {}
    awaits = machine.sites[site - 1]
    added = {awaits.live[place] for place, _ in awaits.added}
    spare = {awaits.live[place] for place in awaits.spare}
    for name in awaits.live:
        if name in spare:
            continue
        if name in added and type(held.get(name)) is int:
            continue
        if is_place(name):
            told = _items(name, held) | told
        elif name.startswith(LEFT):
            told = {_ROUNDS_LEFT: held[name]} | told
        elif name.startswith(PART) and name in held:
            answer, _, field = name.removeprefix(PART).partition(".")
            told.setdefault(answer, {})[field] = held[name]
        elif not name.startswith(".") and name in held:
            told[name] = held[name]
    return _Told(machine.code, machine.start.__globals__, told, awaits.line)


def _items(name: str, held: Mapping[str, Any]) -> dict[str, Any]:
    """The item at which a loop stands, by the names that it has there. name: of the place in it, as lowering made it.

    An item without a name counts: it is the number of the round.
    """
    over, names = of_place(name)
    place = held[name]
    if not names:
        return {_ROUND: place}
    try:
        item = held[over][place - 1]
        items = [item] if len(names) == 1 else [*item]
    except (LookupError, TypeError):  # what is gone over has changed since
        return {}
    return {one: value for one, value in zip(names, items, strict=False) if not one.startswith("_")}


def _of_coroutine(call: Call[Any], known: tuple[Hashable, ...]) -> list[_Told]:
    """The variables of a rule that has no machine, as its coroutine has them: live ones where that is known."""
    at = Activation(call, known)
    try:
        _go(at, ())
        frames = at.frames
        if not frames:
            return []  # it is over
        live = _live_by_line(call.rule.function, frames[0].f_lineno)
        told = []
        for frame in frames:
            held = {name: value for name, value in frame.f_locals.items() if not name.startswith(("_", "."))}
            if frame is frames[0] and live is not None:
                held = {name: value for name, value in held.items() if name in live}
            plain = {name: value for name, value in held.items() if not _is_defined_in(frame.f_code, value)}
            told.append(_Told(frame.f_code, frame.f_globals, plain, frame.f_lineno))
        return told
    finally:
        at.close()


def _is_defined_in(code: CodeType, value: Any) -> bool:
    """Tell whether a value is a function that is the same wherever a rule stands, or differs by its address alone."""
    return inspect.isroutine(value) and getattr(value, "__code__", None) in (None, *code.co_consts)


def _live_by_line(function: Any, line: int) -> set[str] | None:
    """Names that are read past the awaits of a line, or of which they are made; None where that is not known."""
    try:
        sites = [site for site in machine(function).sites if site.line == line]
    except (NotCompiled, AttributeError):
        return None
    if not sites:
        return None
    names = {name for site in sites for name in (*site.live, *site.read)}
    return names | {item for name in names if is_place(name) for item in of_place(name)[1]}


_orders: dict[CodeType, dict[str, int]] = {}


def _together(told: list[_Told]) -> dict[str, Any]:
    """The variables of a rule and its helpers, each by a name of its own; what has the same value is told once."""
    found: dict[str, Any] = {}
    for code, module, held, _ in told:
        order = _orders.get(code) or _orders.setdefault(code, order_of_names(code, module))
        for name in sorted(held, key=lambda name: order.get(name, len(order))):
            value = _still(held[name])
            if name not in found:
                found[name] = value
            elif not _same(found[name], value):
                found[f"{code.co_name} {name}"] = value
    return found


def _same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and repr(a) == repr(b))


def _still(value: Any) -> Any:
    """A value that does not change, where it is one of Python's own containers; of an unknown number, what is known."""
    kind = type(value)
    if kind is Symbol:
        return value.told()
    if kind in (list, deque, tuple):
        return tuple([_still(item) for item in value])
    if kind is set:
        return frozenset(value)
    if isinstance(value, dict):
        return {key: _still(held) for key, held in value.items()}
    return value
