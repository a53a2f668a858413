"""What a rule may ask for, and what it may hand on: calls, rolls, decisions and notes.

A mechanic is an `async def` function under `@rule`. Calling it makes a `Call`: a hashable value that names the rule and
its arguments, and nothing happens yet. What a rule awaits are requests; who answers them is the business of an
interpreter (`play`, `odds`, `best`, `simulate`, `explore`), of which the rule knows nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Generator, Hashable, Mapping, Sequence
from itertools import product
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeAlias, TypeVar

from oddsmith.dice import Expression
from oddsmith.errors import RuleError

P = ParamSpec("P")
T = TypeVar("T")
U = TypeVar("U")
T_co = TypeVar("T_co", covariant=True)


class Countable(Protocol):
    """What a gain can be added to: integers, and outcomes of your own that know how to add an integer."""

    def __add__(self, k: int, /) -> Self: ...


N = TypeVar("N", bound=Countable)


class Step(Generic[T_co]):
    """Something a rule may return to go on as it, plus a constant gain."""

    __slots__ = ("gain",)
    gain: int


class Asked(Step[T_co]):
    """A step that a rule may also await for its outcome: a call or a roll."""

    __slots__ = ()

    def __await__(self) -> Generator[Step[T_co], Any, T_co]:
        answer: T_co = yield self
        return answer


class Call(Asked[T_co]):
    """A rule with its arguments: the state that all interpreters share. Equal calls are one state.

    `k + call` is the same call with the integer k added to its outcome (an integer, or a value that can add one).
    """

    __slots__ = ("_hash", "args", "rule")
    rule: Rule[..., T_co]
    args: tuple[Hashable, ...]

    def __init__(self, rule: Rule[..., T_co], args: tuple[Hashable, ...], gain: int = 0) -> None:
        self.rule = rule
        self.args = args
        self.gain = gain
        self._hash = hash((rule, args, gain))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Call)
            and self._hash == other._hash
            and self.rule is other.rule
            and self.gain == other.gain
            and self.args == other.args
        )

    def __add__(self: Call[N], k: int) -> Call[N]:
        return Call(self.rule, self.args, self.gain + k)

    __radd__ = __add__

    def bare(self) -> Call[T_co]:
        """The same call without its gain."""
        return self if self.gain == 0 else Call(self.rule, self.args)

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
        if not kwargs and len(args) + 1 == len(rule.parameters):
            try:
                return Sequel(self, Next(rule, args))
            except TypeError:
                pass  # an argument cannot be hashed; the error of calling the rule names it
        outcome: Any = None  # not known yet; whatever it is, it does not change how the others are bound
        return Sequel(self, Next(rule, rule(outcome, *args, **kwargs).args[1:]))

    def start(self) -> Coroutine[Request, Any, Any]:
        """A fresh coroutine of the rule, nothing run yet."""
        return self.rule.function(*self.args)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in zip(self.rule.parameters, self.args, strict=False))
        gain = f"{self.gain} + " if self.gain else ""
        return f"{gain}{self.rule.name}({shown})"


class Next(Generic[T_co]):
    """What waits for the outcome of a call: a rule that takes it as its first argument, and the other arguments."""

    __slots__ = ("_hash", "args", "rule")
    rule: Rule[..., T_co]
    args: tuple[Hashable, ...]

    def __init__(self, rule: Rule[..., T_co], args: tuple[Hashable, ...]) -> None:
        self.rule = rule
        self.args = args
        self._hash = hash((rule, args))

    def call(self, outcome: Hashable) -> Call[T_co]:
        """The call that goes on, now that the outcome is known."""
        return Call(self.rule, (outcome, *self.args))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Next) and self.rule is other.rule and self.args == other.args

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

    def __add__(self: Sequel[N], k: int) -> Sequel[N]:
        return Sequel(self.first, self.next, self.gain + k)

    __radd__ = __add__

    def __repr__(self) -> str:
        gain = f"{self.gain} + " if self.gain else ""
        return f"{gain}{self.first!r}.then({self.next!r})"


class Roll(Asked[T_co]):
    """Chance: the value of a dice expression. Equal expressions are one roll."""

    __slots__ = ("expression",)
    expression: Expression[T_co]

    def __init__(self, expression: Expression[T_co], gain: int = 0) -> None:
        self.expression = expression
        self.gain = gain

    def __add__(self: Roll[N], k: int) -> Roll[N]:
        return Roll(self.expression, self.gain + k)

    __radd__ = __add__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll) or self.gain != other.gain:
            return False
        return self.expression is other.expression or self.expression == other.expression

    def __hash__(self) -> int:
        return hash((self.expression, self.gain))

    def __repr__(self) -> str:
        return f"{self.gain} + roll({self.expression})" if self.gain else f"roll({self.expression})"


class Choice(Generic[T]):
    """A decision of `who` among `options`; `meaning` holds what an option stands for, where that is not itself."""

    __slots__ = ("meaning", "options", "who")

    def __init__(self, who: str, options: tuple[Hashable, ...], meaning: Mapping[Any, T] | None) -> None:
        self.who = who
        self.options = options
        self.meaning = meaning

    def value(self, option: Hashable) -> object:
        """What the rule is handed when `option` is taken."""
        return option if self.meaning is None else self.meaning[option]

    def __await__(self) -> Generator[Choice[T], Any, T]:
        answer: T = yield self
        return answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and self.who == other.who and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.who, self.options))

    def __repr__(self) -> str:
        return f"choose({self.who!r}, {self.options!r})"


class Secret(Generic[T]):
    """Decisions that several take at once, none seeing what the others take. An option is one of each."""

    __slots__ = ("choices", "options")

    def __init__(self, choices: tuple[Choice[T], ...]) -> None:
        self.choices = choices
        self.options: tuple[tuple[Hashable, ...], ...] = tuple(product(*[choice.options for choice in choices]))

    def value(self, option: Any) -> object:
        """What the rule is handed when these options are taken."""
        return tuple([choice.value(taken) for choice, taken in zip(self.choices, option, strict=True)])

    def __await__(self) -> Generator[Secret[T], Any, tuple[T, ...]]:
        answer: tuple[T, ...] = yield self
        return answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self.choices == other.choices

    def __hash__(self) -> int:
        return hash(self.choices)

    def __repr__(self) -> str:
        return f"choose_secretly({', '.join(map(repr, self.choices))})"


class Note:
    """A line for the trail. It changes nothing."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __await__(self) -> Generator[Note, Any, None]:
        yield self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Note) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"note({self.text!r})"


Request: TypeAlias = Call[Any] | Roll[Any] | Choice[Any] | Secret[Any] | Note

#: What a rule with outcomes of type T may return: an outcome, or a call, roll or sequel to go on as.
Then: TypeAlias = T | Step[T]


class Rule(Generic[P, T]):
    """A mechanic. Calling it with arguments makes a `Call`; two rules are the same only if they are the same object."""

    def __init__(self, function: Callable[P, Coroutine[Any, Any, T | Step[T]]]) -> None:
        if not inspect.iscoroutinefunction(function):
            raise RuleError(
                getattr(function, "__qualname__", repr(function)),
                "is not an async function.",
                remedy="Write it as `async def`.",
            )
        self.function: Callable[..., Coroutine[Any, Any, T | Step[T]]] = function
        self.__wrapped__ = function
        self.__doc__ = function.__doc__
        self.name: str = function.__name__
        self.signature = inspect.signature(function)
        self.parameters: tuple[str, ...] = tuple(self.signature.parameters)
        for parameter in self.signature.parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.KEYWORD_ONLY):
                raise RuleError(
                    self.name,
                    f"parameter {parameter.name!r} is not an ordinary one.",
                    remedy="Use parameters that can be given by position; pass a tuple where there are many.",
                )

    @property
    def path(self) -> str:
        """Where the rule can be imported from, as `module:qualified.name`."""
        return f"{self.function.__module__}:{self.function.__qualname__}"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Call[T]:
        if not kwargs and len(args) == len(self.parameters):
            bound: tuple[Any, ...] = args
        else:
            binding = self.signature.bind(*args, **kwargs)
            binding.apply_defaults()
            bound = binding.args
        try:
            return Call(self, bound)
        except TypeError:
            name, value = next((n, v) for n, v in zip(self.parameters, bound, strict=True) if not _hashable(v))
            raise RuleError(
                self.name,
                f"argument {name!r} is a {type(value).__name__}, which cannot be hashed.",
                remedy="A call is a state: pass a tuple, frozenset or frozen dataclass.",
            ) from None

    def __repr__(self) -> str:
        return f"<rule {self.name}>"


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

    Raises RuleError for a function that is not async or has parameters that cannot be given by position.
    """
    return Rule(function)


def roll(expression: Expression[T]) -> Roll[T]:
    """Chance: `await roll(expr)` gives the value; `return roll(expr)` makes it the outcome.

    A bare die gives its face, a pool the sorted tuple of its faces.
    """
    if not isinstance(expression, Expression):
        raise TypeError(f"roll() takes a dice expression, not {expression!r}")
    return Roll(expression)


def choose(who: str, options: Sequence[T] | Mapping[Any, T]) -> Choice[T]:
    """A decision of `who` ("player", "opponent", ...).

    options: the options, or a mapping from option to what taking it returns. List first the option that spends nothing:
    where nobody is asked, it is the one taken. Options are hashable and distinct; a single option is taken without
    asking.

    Raises ValueError for no options or repeated ones.
    """
    names = tuple(options)
    if not names or len(set(names)) < len(names):
        raise ValueError(f"choose() takes at least one option and no repeats, not {names!r}")
    return Choice(who, names, options if isinstance(options, Mapping) else None)


def choose_secretly(options: Mapping[str, Sequence[T] | Mapping[Any, T]]) -> Secret[T]:
    """Decisions of several people at once, none of whom sees what the others take: `await` gives what each took.

    options: by who decides, their options, each as for `choose`. The answers come in the same order.

    >>> from oddsmith.rules import solve, explore
    >>> @rule
    ... async def duel() -> bool:
    ...     mine, theirs = await choose_secretly({"player": ("stone", "paper"), "opponent": ("stone", "scissors")})
    ...     return (mine, theirs) in (("paper", "stone"), ("stone", "scissors"))
    >>> solve(explore(duel()), goal=lambda won: won).value  # stone in one case of two, paper in the other
    Fraction(1, 2)

    Raises ValueError for nobody, and as `choose` does.
    """
    if not options:
        raise ValueError("choose_secretly() takes at least one person who decides")
    return Secret(tuple([choose(who, theirs) for who, theirs in options.items()]))


def note(text: str) -> Note:
    """`await note(text)` adds a line to the trail: a payment, a reason why something stopped. Odds are not affected."""
    return Note(text)
