"""The driver of rules: runs a coroutine from request to request, and lets an interpreter answer each.

All rules run here: `Activation` begins one or takes it up where it stood, `drive` runs it on for an `Interpreter`
(exploration, sessions), `first_request` is for rules of which no request is expected.

A rule that is compiled has another kind of activation, which need not be run again for every branch: exploration asks
`compile.engines.activation` for either, and uses its `request`, `known`, `proceed` and `close`. A call, or a `State`
with the values of live variables, names where a rule stands; `known` are the answers since.
"""

from __future__ import annotations

from collections.abc import Coroutine, Hashable, Sequence
from dis import opmap
from types import CodeType, CoroutineType, FrameType
from typing import Any, Final, NoReturn, Protocol, TypeAlias, TypeVar

from oddsmith.errors import RuleError
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.code_slips.outliving import PURE, changed_argument, first_change
from oddsmith.rules.language.leaving import leave
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.language.slips import given_anew, gives_anew, outcome, slip_of
from oddsmith.rules.language.unawaited import OUTCOMES

Coroutines: TypeAlias = Coroutine[Request[Any], Any, Any]


class Returned:
    """The end of a rule, with the value that it returned."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class Halt:
    """In place of an answer: the rule does not go on now."""


HALT: Final = Halt()


#: Errors of Python that may come of a slip; see `slips.slip_of`.
GIVEN_UP: Final = (TypeError, AttributeError, RuntimeError, ValueError)

_MAKES_CLASS: Final = opmap["LOAD_BUILD_CLASS"]
_CLASS_OUTSIDE: Final = "Define the class outside of the rule."

_HOLDS: Final = (tuple, list, set, frozenset, dict, str, bytes)


class Activation:
    """A rule under way: its call, the answers so far, and the request at which it stands, or its end."""

    __slots__ = ("_coroutine", "call", "known", "request")

    def __init__(self, call: Call[Any], known: tuple[Hashable, ...] = (), asked: Sequence[Request[Any]] = ()) -> None:
        """Begin a rule; or take it up where it stood, run again from its start with the answers that are known.

        asked: the requests of the latest answers; those before a sub-rule with decisions are not remembered.
        Raises RuleError when the rule now awaits something else.
        """
        self.call = call
        self.known = known
        self._coroutine = coroutine = call.rule.begin(*call.args)
        value = _again(coroutine, call, known, asked) if known else None
        try:
            self.request: Any = coroutine.send(value)  # a Request, or Returned
        except StopIteration as end:
            self.request = Returned(_returned(coroutine, end.value))
        except GIVEN_UP as error:
            _fail(coroutine, error)

    @classmethod
    def at(
        cls, call: Call[Any], known: tuple[Hashable, ...], coroutine: Coroutines, request: Request[Any]
    ) -> Activation:
        """A rule under way that stands at a request."""
        made = cls.__new__(cls)
        made.call, made.known, made._coroutine, made.request = call, known, coroutine, request
        return made

    def proceed(self, answer: Any) -> None:
        """Run on with the answer to the request, up to the next one."""
        self.known = (*self.known, answer)
        try:
            self.request = self._coroutine.send(self.request.value(answer))
        except StopIteration as end:
            self.request = Returned(_returned(self._coroutine, end.value))
        except GIVEN_UP as error:
            _fail(self._coroutine, error)

    def heed(self) -> None:
        """Run on past a remark."""
        try:
            self.request = self._coroutine.send(None)
        except StopIteration as end:
            self.request = Returned(_returned(self._coroutine, end.value))
        except GIVEN_UP as error:
            _fail(self._coroutine, error)

    @property
    def frames(self) -> list[FrameType]:
        """The frames of the rule and of the helpers that it awaits, the innermost last."""
        found: list[FrameType] = []
        running: Any = self._coroutine
        while isinstance(running, CoroutineType) and running.cr_frame is not None:
            found.append(running.cr_frame)
            running = running.cr_await
        return found

    def held(self) -> int:
        """About how many values the rule's variables hold; long texts and numbers count for several."""
        frame = self._coroutine.cr_frame  # type: ignore[attr-defined]
        found = 0
        for value in () if frame is None else frame.f_locals.values():
            if type(value) is int:
                found += value.bit_length() >> 6
            elif isinstance(value, _HOLDS):
                found += len(value)
        return found

    def close(self) -> None:
        """End the rule where it stands."""
        leave(self._coroutine)

    def __del__(self) -> None:
        try:
            coroutine = self._coroutine
        except AttributeError:  # the rule was refused before it began
            return
        if coroutine.cr_frame is not None:  # type: ignore[attr-defined]
            leave(coroutine)


class Running(Protocol):
    """A rule under way in any engine, as far as `drive` uses it."""

    call: Call[Any]
    request: Any

    @property
    def known(self) -> tuple[Hashable, ...]:
        """The answers so far."""

    def proceed(self, answer: Any, /) -> None:
        """Run on with the answer to the request."""

    def heed(self) -> None:
        """Run on past a remark."""


R = TypeVar("R", bound=Running)
R_contra = TypeVar("R_contra", bound=Running, contravariant=True)


class Interpreter(Protocol[R_contra]):
    """Something that answers requests, or says `HALT` where the rule is not to go on now."""

    def chance(self, at: R_contra, request: ChanceRequest[Any], /) -> Any:
        """Answer what chance decides."""

    def decision(self, at: R_contra, request: DecisionRequest[Any], /) -> Any:
        """Answer what people decide."""

    def subrule(self, at: R_contra, call: Call[Any], /) -> Any:
        """Answer with the outcome of another rule."""

    def remark(self, at: R_contra, remark: Remark, /) -> None:
        """Take note of a remark."""

    def returned(self, at: R_contra, value: Any, /) -> None:
        """Take what the rule returned: its outcome, or a step to go on as."""


def drive(at: R, interpreter: Interpreter[R]) -> None:
    """Run a rule on until it returns or the interpreter halts it. RuleError for a request that nobody can answer."""
    while True:
        request = at.request
        kind = type(request)
        if kind is Returned:
            interpreter.returned(at, request.value)
            return
        family = _FAMILIES.get(kind) or _family(at, request)
        if family is Remark:
            interpreter.remark(at, request)
            at.heed()
            continue
        if family is DecisionRequest:
            answer = interpreter.decision(at, request)
        elif family is ChanceRequest:
            answer = interpreter.chance(at, request)
        else:
            answer = interpreter.subrule(at, request)
        if answer is HALT:
            return
        try:
            at.proceed(answer)
        except BaseException as error:
            remember(error, at)
            raise


_FAMILIES: dict[type, type] = {}


def _family(at: Running, request: object) -> type:
    """The class that says who answers a request. RuleError for a request that nobody can answer."""
    for family in (ChanceRequest, DecisionRequest, Call, Remark):
        if isinstance(request, family):
            return _FAMILIES.setdefault(type(request), family)
    file, line = at.call.file_line
    raise RuleError(
        at.call.rule.name,
        f"awaits {request!r}, which no interpreter answers.",
        remedy="Await roll(...), choose(...), note(...) or another rule.",
        file=file,
        line=line,
    )


def run_on(call: Call[Any], known: tuple[Hashable, ...], asked: Sequence[Request[Any]], remarks: int) -> Any:
    """The outcome of a rule that asks for nothing beyond the known answers; else the rule under way, an `Activation`.

    asked: see `Activation`. remarks: so many are passed by. Raises as `Activation` does.
    """
    coroutine = call.rule.begin(*call.args)
    request: Any = _again(coroutine, call, known, asked) if known else None
    try:
        request = coroutine.send(request)
        while remarks and isinstance(request, Remark):
            remarks -= 1
            request = coroutine.send(None)
    except StopIteration as end:
        value = end.value
        return value if type(value) in OUTCOMES else outcome(_code(coroutine), value)
    except GIVEN_UP as error:
        _fail(coroutine, error)
    return Activation.at(call, known, coroutine, request)


def _again(coroutine: Coroutines, call: Call[Any], known: tuple[Hashable, ...], asked: Sequence[Request[Any]]) -> Any:
    """Run on to the latest of the known answers; returns what the rule is to be handed for that."""
    try:
        request: Any = coroutine.send(None)
        if len(known) > 1:
            request = _before_the_last(coroutine, call, request, known, asked)
        while isinstance(request, Remark):
            request = coroutine.send(None)
    except StopIteration:
        raise unsteady(call) from None
    if asked and request != asked[-1]:
        raise unsteady(call, request)
    return request.value(known[-1])


def _before_the_last(
    coroutine: Coroutines, call: Call[Any], request: Any, known: tuple[Hashable, ...], asked: Sequence[Request[Any]]
) -> Any:
    """Run on with all known answers but the latest; gives the request or remark after them."""
    send = coroutine.send
    forgotten = len(known) - len(asked)
    for given, answer in enumerate(known[:-1]):
        while isinstance(request, Remark):
            request = send(None)
        if given >= forgotten and request != asked[given - forgotten]:
            raise unsteady(call, request)
        request = send(request.value(answer))
    return request


def first_request(coroutine: Coroutines) -> Request[Any] | Returned:
    """Run a rule up to its first request that is no remark, or to its end."""
    request: Request[Any] | Returned = _send(coroutine, None)
    while isinstance(request, Remark):
        request = _send(coroutine, None)
    return request


def _send(coroutine: Coroutines, value: object) -> Any:
    """Hand a rule the value that it awaits; returns its next request, or its end. RuleError for a slip (`slips`)."""
    try:
        return coroutine.send(value)
    except StopIteration as end:
        return Returned(_returned(coroutine, end.value))
    except GIVEN_UP as error:
        _fail(coroutine, error)


def _returned(coroutine: Coroutines, value: object) -> object:
    """The value that a rule returned; RuleError where it cannot mean that."""
    return value if type(value) in OUTCOMES else outcome(_code(coroutine), value)


def _code(coroutine: Coroutines) -> CodeType:
    return coroutine.cr_code  # type: ignore[attr-defined, no-any-return]


def _fail(coroutine: Coroutines, error: Exception) -> NoReturn:
    """Raise RuleError where an error is a slip, and other errors again."""
    slip = slip_of(_code(coroutine), error)
    if slip is None:
        raise error
    raise slip from error


def unsteady(call: Call[Any], *steps: object) -> RuleError:
    """The error for a rule that does not do the same again. steps: what it asked for then, as far as it is known."""
    for step in steps:
        if isinstance(step, Call) and gives_anew(step):
            return given_anew(call, step)
    told = f"run again with the same arguments and answers, {call!r} asked for something else or ended otherwise."
    change, remedy = first_change(call.rule.function), PURE
    if change is not None:
        told += f" It changes what outlives it, `{change.name}`."
    elif (change := changed_argument(call.rule.function, Rule)) is not None:
        told += f" It changes `{change.name}`, which is an argument of a call, and so part of a state."
        remedy = "Give rules values that stay as they are, such as a frozen dataclass: `replace(hero, hp=hero.hp - 1)`."
    code = getattr(call.rule.function, "__code__", None)
    if change is None and code is not None and _MAKES_CLASS in code.co_code[::2]:
        told += " It defines a class, which is another one in each run, and so are its objects."
        return RuleError(call.rule.name, told, remedy=_CLASS_OUTSIDE, file=call.file_line[0], line=call.file_line[1])
    file, line = call.file_line if change is None else (change.file, change.line)
    return RuleError(call.rule.name, told, remedy=remedy, file=file, line=line)
