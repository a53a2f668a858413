"""Things outside of rules, as exploration found them: whatever rules changed there is a memory, which no rule may have.

The text of a rule shows only the plainest of changes. The others (through another name, a loop variable, an item, an
object's method or a plain function) show in the things themselves, which are looked at before and after. What is only
written down does no harm, nor does a cache: entries that are there at most once more, and alike on every way. What
`functools.cache` and its like keep is looked at, too, in order that no rule changes a list that one of them hands out.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final, TypeAlias

from oddsmith.errors import OddsmithError, RuleError
from oddsmith.rules.language.calls import Call, Rule, Sequel
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.code_slips.outliving import CACHE, PURE, changes_of, of_library, reads
from oddsmith.rules.language.code_slips.text import closed_over, codes
from oddsmith.rules.language.driver import Activation, drive
from oddsmith.rules.language.exactly import same
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request, Step
from oddsmith.rules.language.rolls import ChanceRequest

#: What a thing holds, by place.
Contents: TypeAlias = "dict[Any, Any]"
Answers: TypeAlias = "Callable[[Request[Any]], Sequence[Any]]"

_MOST: Final = 20_000  # so many things are looked at
_MOST_CACHED: Final = 1_000  # in each cache
_STEPS: Final = 40  # of a way that shows what is kept
_WAYS: Final = 3


@contextmanager
def unchanged(calls: Sequence[Call[Any]], answers: Answers) -> Iterator[None]:
    """Raise RuleError at the end where rules changed what is outside of them and go by it, even for a raw error.

    After an error all is as it was before, so that the next question is answered alike.

    answers: those that a request may have, as far as they are known.
    """
    outside = _Outside(calls)
    try:
        try:
            yield
        except OddsmithError:
            raise
        except Exception as error:
            if refused := outside.refused(calls, answers):
                raise refused from error
            raise
        if refused := outside.refused(calls, answers):
            raise refused
    except Exception:
        outside.put_back()
        raise


class _Outside:
    """Things that rules may change by name, and the functions that name them. Those of libraries are nobody's."""

    def __init__(self, calls: Iterable[Call[Any]]) -> None:
        self.functions: list[FunctionType] = []
        self.before: list[tuple[str, Any, Contents]] = []  # the name by which it is reached, the thing, what it held
        self._seen: dict[int, object] = {}  # kept, so that no other thing has its number
        self._caches: list[tuple[str, Any]] = []
        self._look([("", call) for call in calls])
        self._grown: list[Any] = []  # caches that keep more that can be changed
        self._look_into_caches()
        self._grown.clear()

    def _look(self, todo: list[tuple[str, Any]]) -> None:
        while todo and len(self._seen) < _MOST:
            name, value = todo.pop()
            if not isinstance(value, _PLAIN) and id(value) not in self._seen:
                self._seen[id(value)] = value
                todo += self._reached(name, value)

    def _look_into_caches(self) -> None:
        """Note what caches keep by now that can be changed."""
        for name, cache in self._caches:
            known = len(self.before)
            self._look([(name, each) for each in _cached(cache)])
            if len(self.before) > known:
                self._grown.append(cache)

    def _reached(self, name: str, value: Any) -> Iterable[tuple[str, Any]]:
        """Note a thing; gives what is reached through it."""
        if isinstance(value, Call):
            if value.rule.is_built_in:
                return [("", each) for each in value.args if isinstance(each, Call)]
            return [("", value.rule), *zip(value.rule.parameters, value.args, strict=False)]
        if isinstance(value, Rule):
            return [(name, value.function)]
        if isinstance(value, MethodType):
            return [(name, value.__func__), (name, value.__self__)]
        if isinstance(value, (tuple, frozenset)):
            return [(name, each) for each in value]
        if isinstance(value, FunctionType):
            return [] if of_library(value.__module__) else self._named(value)
        if not isinstance(value, _CONTAINERS):
            kind = value if isinstance(value, type) else type(value)
            if of_library(kind.__module__):
                wrapped = getattr(value, "__wrapped__", None)  # as of a cache
                if isinstance(value, CACHE):
                    self._caches.append((name, value))
                return [] if wrapped is None else [(name, wrapped)]
        held = _contents(value)
        self.before.append((name, value, held))
        more = [] if isinstance(value, (type, *_CONTAINERS)) else [(name or type(value).__name__, type(value))]
        parts = next(iter(held.values()), ()) if isinstance(value, set) else held.values()
        return [*more, *[(name, each) for each in parts]]

    def _named(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """Yield all that a function names, and holds itself."""
        self.functions.append(function)
        bindings = _Bindings(function)
        held = bindings.contents()
        self.before.append(("", bindings, held))
        for name, value in held.items():
            if isinstance(value, ModuleType) and not of_library(value.__name__):
                within = vars(value)
                yield from [(part, within[part]) for part in bindings.names | held.keys() if part in within]
            else:
                yield name, value
        if function.__dict__:
            yield function.__name__, function.__dict__
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            yield function.__name__, value

    def put_back(self) -> None:
        """Let everything hold again what it held, and caches nothing that may have been changed."""
        self._look_into_caches()
        for cache in self._grown:
            cache.cache_clear()
        for _, thing, held in self.before:
            if not _alike(held, _contents(thing)):
                _put_back(thing, held)

    def refused(self, calls: Sequence[Call[Any]], answers: Answers) -> RuleError | None:
        """The error where what is outside is another now, and anything goes by it."""
        self._look_into_caches()
        differing = self._differing()
        if not differing and not all(isinstance(thing, _Bindings) for _, thing, _ in self.before):
            for pick in range(_WAYS if self._grown else 1):
                for call in calls:
                    _Way(answers, pick).go(call)  # all ways together may leave it as it was, as cards that are turned
            differing = self._differing()
        grown: list[tuple[str, Any, Contents, Contents]] = []
        for name, thing, held, now in differing:
            for part in _told(name, thing, held, now):
                if not self._is_read(part):
                    continue
                if not _keeps(held, now):
                    return self._error(calls[0], part)
                grown.append((part, thing, held, now))
        found = next((name for name, *_ in grown if self._differs(name, grown, calls, answers)), None)
        return None if found is None else self._error(calls[0], found)

    def _differing(self) -> list[tuple[str, Any, Contents, Contents]]:
        """The things that hold something else now, with that."""
        after = [(name, thing, held, _contents(thing)) for name, thing, held in self.before]
        return [each for each in after if not _alike(each[2], each[3])]

    def _differs(
        self, of: str, grown: list[tuple[str, Any, Contents, Contents]], calls: Sequence[Call[Any]], answers: Answers
    ) -> bool:
        """Tell whether some way, from where all began, leaves another entry at the same place than others did."""
        try:
            for pick in range(_WAYS):
                for _, thing, held, _ in grown:
                    _put_back(thing, held)
                for call in calls:
                    _Way(answers, pick).go(call)
                for name, thing, _, now in grown:
                    left = _contents(thing)
                    if name == of and any(not _same(left[place], now[place]) for place in left.keys() & now.keys()):
                        return True
        finally:
            for _, thing, _, now in grown:
                _put_back(thing, now)
        return False

    def _is_read(self, name: str) -> bool:
        return any(reads(function, name) for function in self.functions)

    def _error(self, call: Call[Any], name: str) -> RuleError:
        """The error for a thing that is changed, at the place where the text shows that, or else at the rule."""
        inner: Any = call.args[0] if call.args and isinstance(call.args[0], Call) else call
        file, line = inner.file_line
        for change in (each for function in self.functions for each in changes_of(function)):
            if change.name == name:
                file, line = change.file, change.line
                break
        return RuleError(inner.rule.name, f"changes what outlives it, `{name}`.", remedy=PURE, file=file, line=line)


class _Bindings:
    """The things for which names stand that a function binds outside of itself."""

    def __init__(self, function: FunctionType) -> None:
        self.within = function.__globals__
        self.function = function
        self.names = {name for code in codes(function.__code__) for name in code.co_names}

    def contents(self) -> Contents:
        shared = {name: self.within[name] for name in self.names if name in self.within}
        return shared | closed_over(self.function)

    def put_back(self, held: Contents) -> None:
        for name in self.names & self.within.keys():
            if name not in held:
                del self.within[name]
            elif self.within[name] is not held[name]:
                self.within[name] = held[name]
        for name, cell in zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True):
            if name in held:
                cell.cell_contents = held[name]


class _Way:
    """An interpreter that goes one way through rules, as far as answers are known. pick: another gives another way."""

    def __init__(self, answers: Answers, pick: int) -> None:
        self.answers = answers
        self.pick = pick
        self.left = _STEPS

    def go(self, call: Call[Any]) -> None:
        try:
            self._outcome(call)
        except Exception:  # noqa: BLE001  # told where it is explored
            return

    def _outcome(self, step: Any) -> Any:
        while isinstance(step, Step):
            if isinstance(step, Sequel):
                gain, step = step.gain, step.next.call(self._outcome(step.first))
            elif isinstance(step, Call):
                gain, at = step.gain, Activation(step.with_gain(0))
                drive(at, self)
                step = at.request.value
            else:
                return self._answer(step)
            if gain:
                step = step + gain
        return step

    def _answer(self, request: Any) -> Any:
        known = self.answers(request)
        self.left -= 1
        if not self.left or not known:
            raise StopAsyncIteration
        return known[(self.left + self.pick) % len(known)]

    def chance(self, at: Activation, request: ChanceRequest[Any], /) -> Any:
        return self._answer(request)

    def decision(self, at: Activation, request: DecisionRequest[Any], /) -> Any:
        return self._answer(request)

    def subrule(self, at: Activation, call: Call[Any], /) -> Any:
        return self._outcome(call)

    def remark(self, at: Activation, remark: Remark, /) -> None:
        return None

    def returned(self, at: Activation, value: Any, /) -> None:
        return None


_PLAIN: Final[tuple[type, ...]] = (int, str, float, bytes, type(None))
_CONTAINERS: Final[tuple[type, ...]] = (list, deque, dict, set, bytearray)


def _cached(cache: Any) -> Iterator[Any]:
    """Yield what a cache of functools keeps: all that it holds itself up to the mapping, if it forgets the oldest."""
    held = [each for each in gc.get_referents(cache) if each is not vars(cache)]
    mapping = max((place for place, each in enumerate(held) if type(each) is dict), default=0)
    yield from held[:mapping][:_MOST_CACHED]
    for each in held[mapping:][:1]:
        yield from islice(each.values(), _MOST_CACHED)


def _contents(thing: Any) -> Contents:
    """The contents of a thing now."""
    if isinstance(thing, _Bindings):
        return thing.contents()
    if isinstance(thing, dict):
        return dict(thing)
    if isinstance(thing, list | deque | bytearray):
        return dict(enumerate(thing))
    if isinstance(thing, set):
        return {"": frozenset(thing)}
    if isinstance(thing, type):
        return {name: value for name, value in vars(thing).items() if not name.startswith("__")}
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(thing, name)]
    return dict(getattr(thing, "__dict__", {})) | {name: getattr(thing, name) for name in slots if name != "__dict__"}


def _put_back(thing: Any, held: Contents) -> None:
    """Let a thing hold again what it held."""
    if isinstance(thing, _Bindings):
        thing.put_back(held)
    elif isinstance(thing, dict | set):
        thing.clear()
        thing.update(held[""] if isinstance(thing, set) else held)
    elif isinstance(thing, list | deque | bytearray):
        thing.clear()
        thing.extend(held.values())
    else:
        now = _contents(thing)
        for name in now.keys() - held.keys():
            delattr(thing, name)
        for name, value in held.items():
            if now.get(name, thing) is not value:
                (type if isinstance(thing, type) else object).__setattr__(thing, name, value)


def _told(name: str, thing: Any, held: Contents, now: Contents) -> list[str]:
    """The names of what changed."""
    if not isinstance(thing, _Bindings):
        return [name]
    return sorted(str(key) for key in held.keys() | now.keys() if not _same(held.get(key), now.get(key)))


def _alike(held: Contents, now: Contents) -> bool:
    return held.keys() == now.keys() and all(_same(held[place], now[place]) for place in held)


def _keeps(held: Contents, now: Contents) -> bool:
    """Tell whether everything is still there and at most more, as in a cache; None stands for nothing."""
    return all(value is None or (place in now and _same(value, now[place])) for place, value in held.items())


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    try:
        return same((one,), (other,))
    except Exception:  # noqa: BLE001  # of some foreign class
        return False
