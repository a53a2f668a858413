"""Rules and their calls.

A mechanic is an `async def` function under `@rule`. Calling it makes a `Call`: a hashable value that names the rule and
its arguments, and nothing happens yet. Rules are run by `driver`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Coroutine, Hashable
from functools import update_wrapper
from importlib import import_module
from types import CellType, FunctionType
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.every_slip import refuse_slips
from oddsmith.rules.language.exactly import same
from oddsmith.rules.language.requests import AwaitableStep, Request, Step
from oddsmith.rules.language.unawaited import brief, in_rule

P = ParamSpec("P")
_EMPTY = CellType()

T = TypeVar("T")
U = TypeVar("U")
T_co = TypeVar("T_co", covariant=True)


class Call(AwaitableStep[T_co]):
    """A rule with its arguments: the state that all interpreters share. Equal calls are one state.

    They are equal where nothing tells their arguments apart (`turn(1)` and `turn(True)` are two calls).

    `k + call` is the same call with the integer k added to its outcome (an integer, or a value that can add one).
    """

    __slots__ = ("_hash", "args", "rule")
    rule: Rule[..., T_co]
    args: tuple[Hashable, ...]

    def __init__(self, rule: Rule[..., T_co], args: tuple[Hashable, ...], gain: int = 0) -> None:
        self.rule = rule
        self.args = args
        self.gain = gain
        self._hash = hash((rule, args))  # a gain may not be known yet

    def __reduce__(self) -> tuple[type[Call[T_co]], tuple[Any, ...]]:
        """Pickle it without its hash, which is another in another process."""
        return Call, (self.rule, self.args, self.gain)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Call):
            return self.differs_from(other)
        if self._hash != other._hash or self.rule is not other.rule or self.gain != other.gain:
            return False
        return same(self.args, other.args)

    def with_gain(self, gain: int) -> Call[T_co]:
        made: Call[T_co] = Call.__new__(Call)
        made.rule, made.args, made.gain, made._hash = self.rule, self.args, gain, self._hash
        return made

    def then(self: Call[T], rule: Rule[Concatenate[T, P], U], *args: P.args, **kwargs: P.kwargs) -> Sequel[U]:
        """To go on as this call, and with its outcome as `rule(outcome, *args)`.

        It means what `return rule(await self, *args)` means. The difference is in what waits meanwhile: only the rule
        and its arguments, nothing of how this call came about, so more states are equal.

        >>> from oddsmith.dice import d6
        >>> @rule
        ... async def double(face: int, times: int) -> int:
        ...     return face * 2**times
        >>> @rule
        ... async def face() -> int:
        ...     return await roll(d6)
        >>> face().then(double, 3)
        face().then(double, times=3)
        """
        if not isinstance(rule, Rule):
            raise RuleError(
                self.rule.name,
                f"{brief(self)}.then(...) is given {brief(rule)}, which is no rule.",
                remedy="Give it a rule, an `async def` under @rule, and its arguments after the first.",
            )
        if not kwargs and len(args) + 1 == len(rule.parameters):
            try:
                return Sequel(self, Next(rule, args))
            except TypeError:
                pass  # an argument cannot be hashed; the error of calling the rule names it
        outcome: Any = None  # not known yet; whatever it is, it does not change how the others are bound
        return Sequel(self, Next(rule, rule(outcome, *args, **kwargs).args[1:]))

    def times(self, k: int) -> Sequel[Any]:
        """To go on as this call, and take its outcome k times: `k * call`."""
        return self.then(multiplied, k)

    def start(self) -> Coroutine[Request[Any], Any, Any]:
        """A fresh coroutine of the rule, nothing run yet."""
        return self.rule.begin(*self.args)

    @property
    def file_line(self) -> tuple[str, int]:
        """The file and the line of the rule."""
        return self.rule.file_line

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in zip(self.rule.parameters, self.args, strict=False))
        gain = f"{self.gain} + " if self.gain else ""
        return f"{gain}{self.rule.name}({shown})"


class Next(Generic[T_co]):
    """A rule that waits for the outcome of a call, its first argument, with the other arguments."""

    __slots__ = ("_hash", "args", "rule")
    rule: Rule[..., T_co]
    args: tuple[Hashable, ...]

    def __init__(self, rule: Rule[..., T_co], args: tuple[Hashable, ...]) -> None:
        self.rule = rule
        self.args = args
        self._hash = hash((rule, args))

    def __reduce__(self) -> tuple[type[Next[T_co]], tuple[Any, ...]]:
        """Pickle it without its hash, as calls are."""
        return Next, (self.rule, self.args)

    def call(self, outcome: Hashable) -> Call[T_co]:
        """The call that goes on, now that the outcome is known."""
        return Call(self.rule, (outcome, *self.args))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Next) and self.rule is other.rule and same(self.args, other.args)

    def __repr__(self) -> str:
        shown = [f"{name}={value!r}" for name, value in zip(self.rule.parameters[1:], self.args, strict=False)]
        return ", ".join([self.rule.name, *shown])


class Sequel(Step[T_co]):
    """A call, and the rule that goes on with its outcome. A rule may return it, not await it."""

    __slots__ = ("first", "next")
    first: Call[Any]
    next: Next[T_co]

    def __init__(self, first: Call[Any], next: Next[T_co], gain: int = 0) -> None:
        self.first = first
        self.next = next
        self.gain = gain

    def with_gain(self, gain: int) -> Sequel[T_co]:
        return Sequel(self.first, self.next, gain)

    def times(self, k: int) -> Sequel[Any]:
        if self.next.rule is not multiplied:
            return super().times(k)  # type: ignore[no-any-return]
        return Sequel(self.first, Next(multiplied, (k * self.next.args[0],)), k * self.gain)  # type: ignore[operator]

    def __repr__(self) -> str:
        gain = f"{self.gain} + " if self.gain else ""
        return f"{gain}{self.first!r}.then({self.next!r})"


#: What makes a rule again in another process, with its arguments.
MadeAgain: TypeAlias = "tuple[Callable[..., Rule[..., Any]], tuple[Any, ...]]"


def _imported(path: str) -> Rule[..., Any]:
    """The rule at a place, whose module is imported: what pickles a rule."""
    module, _, name = path.partition(":")
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ModuleNotFoundError, AttributeError) as error:
        raise RuleError(
            path,
            f"cannot be found in this process: {error}.",
            remedy="Define it in a file that both processes import; cells of a notebook are in one of them alone.",
        ) from None
    if not isinstance(found, Rule):
        raise RuleError(path, "is no rule any more.", remedy="Unpickle with the module as it was.")
    return found


class Rule(Generic[P, T]):
    """A mechanic. Calling it with arguments makes a `Call`; two rules are the same only if they are the same object."""

    def __init__(self, function: Callable[P, Coroutine[Any, Any, T | Step[T]]]) -> None:
        code = getattr(function, "__code__", None)
        file, line = (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)
        if not inspect.iscoroutinefunction(function):
            yields = inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)
            raise RuleError(
                getattr(function, "__qualname__", repr(function)),
                "yields, which no rule does." if yields else "is not an async function.",
                remedy="Await what is asked, and return the outcome." if yields else "Write it as `async def`.",
                file=file,
                line=line,
            )
        self.function: Callable[..., Coroutine[Any, Any, T | Step[T]]] = _by_position(function)
        self.begin = self._begin_first
        self.engine: Any = None  # the way in which it is explored, known after its first use: see rules.compile.engines
        self.engines: dict[Any, Any] = {}  # the same where something is asked of its outcome, by question
        self.asks: bool | None = None  # whether it is a question to another's outcome; known after its first use
        self.again: Callable[[], MadeAgain] | None = None  # tells what makes it, where that is no `def`
        self.told = True  # by trails, under its name
        self.is_built_in = built_in(self.function.__module__)  # whether it comes with Oddsmith
        self.in_words: Callable[[dict[str, Any]], dict[str, Any]] = dict  # says to people what is known where it stands
        self.__wrapped__ = function
        self.__doc__ = function.__doc__
        self.name: str = function.__name__
        self.signature = inspect.signature(function)
        self.parameters: tuple[str, ...] = tuple(self.signature.parameters)
        for parameter in self.signature.parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise RuleError(
                    self.name,
                    f"parameter {parameter.name!r} is not an ordinary one.",
                    remedy="Name every parameter; pass a tuple where there are many.",
                    file=file,
                    line=line,
                )

    def _begin_first(self, *args: Any) -> Coroutine[Any, Any, T | Step[T]]:
        self.check()
        return self.function(*args)

    def check(self) -> None:
        """Raise RuleError for a request that the function drops. It is looked at once, when all names are defined."""
        if self.begin is not self.function:
            if isinstance(self.function, FunctionType) and not self.is_built_in:
                refuse_slips(self.function, Rule)
            self.begin = self.function

    @property
    def path(self) -> str:
        """The place the rule can be imported from, as `module:qualified.name`."""
        return f"{self.function.__module__}:{self.function.__qualname__}"

    def __reduce__(self) -> MadeAgain:
        """Pickle it by the place it can be imported from, or by what makes it; RuleError where neither is known."""
        if self.again is not None:
            return self.again()
        found: Any = sys.modules.get(self.function.__module__)
        for name in self.function.__qualname__.split("."):
            found = getattr(found, name, None)
        if found is not self:
            raise RuleError(
                self.path,
                "cannot be found again by its name, so it cannot be pickled.",
                remedy="Define it at the top level of a module, under the name of its function.",
            )
        return _imported, (self.path,)

    @property
    def file_line(self) -> tuple[str, int]:
        """The file and the line at which it is written; "" and 0 where that is not known."""
        code = getattr(self.function, "__code__", None)
        return (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Call[T]:
        if not kwargs and len(args) == len(self.parameters):
            bound: tuple[Any, ...] = args
        else:
            try:
                binding = self.signature.bind(*args, **kwargs)
            except TypeError as error:
                raise (self._method(error) if self.parameters[:1] == ("self",) else error) from None
            binding.apply_defaults()
            bound = tuple(binding.arguments.values())
        try:
            return Call(self, bound)
        except TypeError:
            name, value = next((n, v) for n, v in zip(self.parameters, bound, strict=True) if not _hashable(v))
            raise RuleError(
                self.name,
                f"argument {name!r} is a {type(value).__name__}, which cannot be hashed.",
                remedy="A call is a state: pass a tuple, frozenset or frozen dataclass.",
            ) from None

    def _method(self, error: TypeError) -> RuleError:
        """The error for a rule in a class that was called as a method is, so that an argument is missing."""
        owner = ".".join(self.function.__qualname__.split(".")[-2:])
        return RuleError(
            self.name,
            f"is called as a method, which no rule is: {error}.",
            remedy=f"Call it as a function: {owner}(it, ...), of a frozen object; or write it outside of the class.",
            file=self.file_line[0],
            line=self.file_line[1],
        )

    def is_called(self, name: str) -> bool:
        """Tell whether a name stands for this rule within its own function."""
        function: Any = self.function
        if name in function.__code__.co_freevars:
            cell = function.__closure__[function.__code__.co_freevars.index(name)]
            return cell != _EMPTY and cell.cell_contents is self
        return function.__globals__.get(name) is self

    def __repr__(self) -> str:
        return f"<rule {self.name}>"

    def __bool__(self) -> bool:
        if in_rule():
            remedy = f"Write `await {self.name}({', '.join(self.parameters)})`."
            raise RuleError(self.name, "is taken as true or false, but not called.", remedy=remedy)
        return True


def built_in(module: str | None) -> bool:
    """Tell whether a module comes with Oddsmith: its rules and games are looked through by tests, so nobody waits."""
    return module is not None and module.partition(".")[0] == "oddsmith"


def _by_position(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function, taking by position also what its text lets be given by name alone."""
    if not isinstance(function, FunctionType) or not function.__code__.co_kwonlyargcount:
        return function
    code = function.__code__
    code = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
    twin = FunctionType(code, function.__globals__, function.__name__, None, function.__closure__)
    return update_wrapper(twin, function)


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def rule(function: Callable[P, Coroutine[Any, Any, T | Step[T]]]) -> Rule[P, T]:
    """Make a mechanic of an async function.

    The function must be pure: what it does may depend only on its arguments and on what it awaited, since interpreters
    run it again for every branch. Its arguments must be hashable.

    >>> from oddsmith.dice import d6
    >>> @rule
    ... async def open_ended(bonus: int) -> Then[int]:
    ...     face = await roll(d6)
    ...     return 6 + open_ended(0) if face == 6 else face + bonus
    >>> open_ended(2)
    open_ended(bonus=2)

    Raises RuleError for a function that is not async or takes `*args` or `**kwargs`.
    """
    return Rule(function)


def part(function: Callable[P, Coroutine[Any, Any, T | Step[T]]]) -> Rule[P, T]:
    """Make a mechanic that is part of the rule that goes on as it (`return`): trails tell both as that rule alone.

    So a rule may be cut into calls with `then`, for fewer states, and still reads as one.
    """
    made = Rule(function)
    made.told = False
    return made


@rule
async def multiplied(outcome: Any, times: int) -> Any:
    """An outcome taken so many times: what `times * call` goes on as."""
    return times * outcome if times >= 0 else -(-times * outcome)  # no text is taken less often than never
