"""Rules that await what they are themselves (`return 1 - await again()`), and go on as it instead.

The outcome of such a rule is not known before itself, so that it cannot be an answer. Where the rule only adds to the
answer, or takes it so many times, and returns that, it means `return 1 - again()`. A symbol of which nothing is known
is handed to it, to see.
"""

from __future__ import annotations

import dis
from collections.abc import Hashable, Sequence
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, Final

from oddsmith.errors import RuleError
from oddsmith.rules.caps import Recapped
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import Question, Use
from oddsmith.rules.compile.engines import AnyActivation, asks
from oddsmith.rules.compile.shapes import shape_of
from oddsmith.rules.exploration.waiting.frames import Stack
from oddsmith.rules.exploration.ways.narrowing import tells_symbols
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.driver import Returned
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Undecided, Unknown, Watch

_LOOKS_AT: Final = 50  # where so many more wait, it is asked whether one waits for itself
_ASK_KIND: Final = frozenset({"isinstance", "issubclass", "id", "callable"})
_BY_KIND: Final = ("IS_OP", "MATCH_", "_NONE")  # instructions that see what a value is, but what number it is


class AwaitsItself(RuleError):
    """A rule awaits its own outcome, and does more with it than add to it or multiply it."""


def gone_on_as(at: AnyActivation, call: Call[Any]) -> Any:
    """The step as which a rule goes on that awaits a call. AwaitsItself where it does more with the outcome."""
    by_field = isinstance(at, MachineActivation) and (at.asks.demand.use is Use.FIELDS or at.excesses)
    step: Any = None
    if not by_field and not _tells_kinds(at.call.rule):
        step = _tried(at, call)
    at.close()
    if step is None:
        file, line = at.call.file_line
        raise AwaitsItself(
            at.call.rule.name,
            f"awaits its own outcome (at {at.call!r}), and does more than add to it or multiply it.",
            remedy="Ask for all else before, and return it: `return 1 + other(args)`, or `return -other(args)`.",
            file=file,
            line=line,
        )
    return step


def gain_of_fields(at: AnyActivation, call: Call[Any], own: Question) -> int | None:
    """The gain with which a rule goes on as a call that it awaits, if it only adds to fields of the outcome; else None.

    own: the question to the rule.
    """
    if call.gain or not isinstance(at, MachineActivation) or tells_symbols(at.call.rule):
        return None
    shape = shape_of(call.rule)
    times = None if shape is None else shape.times(own.demand)
    if shape is None or times is None or times != shape.times(at.asks.demand):
        return None
    law: Any = None  # they have none yet
    watch = Watch()
    fields = [Unknown(law, None, None, watch) for _ in shape.fields]
    try:
        at.proceed(shape.made(tuple([Symbol(((field, 1),)) for field in fields])))
        while isinstance(at.request, Remark):
            at.heed()
    except Undecided as undecided:
        if undecided.unknown not in fields:
            raise
        return None
    except Exception:  # noqa: BLE001 (what it raises of symbols, it might not raise of the outcome)
        return None
    parts = shape.parts(at.request.value) if type(at.request) is Returned and watch.undecided is None else None
    at.close()
    gain = 0
    for count, part, field in zip(times, parts or (), fields, strict=False):
        if count:
            if type(part) is not Symbol or part.terms != ((field, 1),):
                return None
            gain += count * part.offset
    return None if parts is None else gain


def note_own(
    place: Call[Any] | State,
    known: tuple[Hashable, ...],
    awaited: Rule[..., Any],
    stack: Stack,
    own: set[object],
) -> None:
    """Raise Recapped where a rule is to wait that waits already in the same way, with all rules between in `own`.

    awaited: what it waits for, which may go on as the rule that waits. Nothing is raised where all are there already.
    """
    if stack is None or stack[4] % _LOOKS_AT:
        return
    rules: set[object] = {place.rule, awaited}
    while stack is not None:
        rules.add(stack[0].rule)
        if stack[0] == place and stack[1] == known:
            if not rules <= own:
                own |= rules
                raise Recapped
            return
        stack = stack[3]


def _tried(at: AnyActivation, call: Call[Any]) -> Any:
    """The step as which a rule goes on with a symbol for the outcome; None where it does more with it."""
    law: Any = None  # it has none yet
    itself = Unknown(law, None, None, Watch())
    try:
        at.proceed(Symbol(((itself, 1),)))
        while isinstance(at.request, Remark):
            at.heed()
    except Undecided as undecided:
        if undecided.unknown is not itself:
            raise
        return None
    except Exception:  # noqa: BLE001 (what it raises of a symbol, it might not raise of the outcome)
        return None
    return _step(at.request.value, itself, call) if type(at.request) is Returned else None


def _step(value: Any, itself: Unknown, call: Call[Any]) -> Any:
    if type(value) is not Symbol and type(value) is not int:
        return None
    times = dict(value.terms).get(itself, 0) if type(value) is Symbol else 0
    left = value - Symbol(((itself, times),)) if times else value
    if itself.watch.undecided is not None:
        return None
    step: Any = call if times == 1 else call.times(times)
    return step.with_gain(step.gain + left)


def _tells_kinds(rule: Rule[..., Any]) -> bool:
    """Tell whether a rule might see that a symbol is no outcome."""
    function = rule.function
    return tells_symbols(rule) or not isinstance(function, FunctionType) or _by_kind(function.__code__)


@lru_cache(maxsize=1_000)
def _by_kind(code: CodeType) -> bool:
    return (
        not _ASK_KIND.isdisjoint(code.co_names)
        or any(kind in step.opname for step in dis.get_instructions(code) for kind in _BY_KIND)
        or any(_by_kind(held) for held in code.co_consts if isinstance(held, CodeType))
    )


def waiting_for_itself(waiting: Sequence[tuple[Call[Any], object]], call: Call[Any], own: set[object]) -> Recapped:
    """Note the rules that await their own outcome, the last for a call that the others are for; the error to raise.

    waiting: calls with the rules in them for which the next is explored. own: such rules, so far.
    """
    first = next(at for at, (waits, _) in enumerate(waiting) if waits == call)
    for waits, rule in waiting[first:]:
        own |= {rule, without_question(waits).rule}
    return Recapped()


def without_question(call: Call[Any]) -> Call[Any]:
    """The call whose outcome is asked for a field; or a call as it is."""
    within: Any = call.args[0] if asks(call.rule) else call
    return within  # type: ignore[no-any-return]
