"""Dice used as if they had been rolled (`if d6 == 6:`), and words compared by the alphabet (`word < "hit"`), in rules.

Python would answer both: dice are never equal to a number, and "crit" comes before "fail". They are found in bytecode,
where dice are named outside of the rule and a word is written in it. What dice become in other variables is not
followed, so that dice can be compared with dice, looked up and tested for None.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Mapping, Sequence
from types import CodeType
from typing import Any

from oddsmith.dice import Expression
from oddsmith.dice.model.words import declared
from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.text import Bytecode

_TESTS = ("POP_JUMP", "JUMP_IF", "UNARY_NOT", "TO_BOOL")
_SKIPPED = frozenset({"CACHE", "COPY", "EXTENDED_ARG", "NOT_TAKEN"})
_NAMES = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"})
_CONSTANTS = frozenset({"LOAD_CONST", "LOAD_SMALL_INT"})
_PLAIN = _NAMES | _CONSTANTS | {"LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW"}
_COMPARE = dis.opmap["COMPARE_OP"]
_LOADS = {dis.opmap["LOAD_GLOBAL"]: 1, dis.opmap["LOAD_NAME"]: 0}  # with how far the place of the name is shifted
_FILLING = frozenset(dis.opmap[name] for name in _SKIPPED & dis.opmap.keys())
_MOST_NAMES = 1 << 15  # the place of a name is written in two bytes, shifted by one bit
_AS_DICE = frozenset(dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD", "PRECALL", "CALL") if name in dis.opmap)
_SHIFT = {11: 0, 12: 4}.get(sys.version_info[1], 5)  # of the comparison in what the instruction holds
_LESS = frozenset({dis.cmp_op.index(sign) for sign in ("<", "<=", ">", ">=")})


def refuse_unrolled(function: str, bytecode: Bytecode, known: Mapping[str, object]) -> None:
    """Raise RuleError for dice used as their value, and for words compared that no order has.

    known: what names stand for that are defined outside of the function, as far as they are by now.
    """
    code = bytecode.code
    texts = _compares(code) and "ordered_words" not in code.co_names
    if not texts and not _uses_dice(code, known):
        return
    steps = [step for step in bytecode.instructions if step.opname not in _SKIPPED]
    for place, step in enumerate(steps):
        found = _dice(steps, place, known) or (texts and _word(steps, place))
        if found:
            problem, remedy = found
            line = step.positions and step.positions.lineno
            raise RuleError(function, problem, remedy=remedy, file=code.co_filename, line=line or code.co_firstlineno)


def _compares(code: CodeType) -> bool:
    """Tell whether it is asked anywhere which is less; that is told without looking at each instruction."""
    written = code.co_code
    operations = zip(written[::2], written[1::2], strict=True)
    return not _LESS.isdisjoint([of >> _SHIFT for operation, of in operations if operation == _COMPARE])


def _uses_dice(code: CodeType, known: Mapping[str, object]) -> bool:
    """Tell whether dice may be used otherwise than to be read, called or handed on: a look that costs little."""
    dice = {name for name, value in known.items() if Expression in type(value).__mro__}  # quicker than isinstance
    places = {place for place, name in enumerate(code.co_names) if name in dice}
    if not dice <= {code.co_names[place] for place in places} or len(code.co_names) > _MOST_NAMES:
        return True  # they are variables of a function around this one, or their places are written at length
    written = code.co_code
    operations, held = written[::2], written[1::2]
    for operation, shift in _LOADS.items():
        at = operations.find(operation)
        while at >= 0:
            far = held[at - 1] << 8 if operations[at - 1] == dis.EXTENDED_ARG else 0
            if (far | held[at]) >> shift in places:
                after = at + 1
                while operations[after] in _FILLING:
                    after += 1
                if operations[after] not in _AS_DICE:
                    return True
            at = operations.find(operation, at + 1)
    return False


def _dice(steps: Sequence[dis.Instruction], place: int, known: Mapping[str, object]) -> tuple[str, str] | None:
    """The problem and the remedy where dice are loaded and used at once, with constants beside them."""
    dice = _expression(steps[place], known)
    if dice is None:
        return None
    name, beside = steps[place].argval, place > 0 and steps[place - 1].opname in _CONSTANTS
    after = place + 1
    while _holds(steps, after, known) and _operation(steps, after + 1, ("BINARY_OP",)):
        after += 2
    remedy = f"Roll it: `await roll({name})`, and use the face."
    if steps[after].opname.startswith(_TESTS) and "NONE" not in steps[after].opname:
        return f"{dice} is taken as true or false, but not rolled.", f"{remedy} Or test for None: `{name} is None`."
    constant = steps[after].opname in _CONSTANTS
    at = after + constant
    compared = _operation(steps, at, ("COMPARE_OP",)) and "=" in steps[at].argrepr.replace("<=", "").replace(">=", "")
    looked_for = constant and _operation(steps, at, ("CONTAINS_OP",))
    if looked_for or (compared and (constant or beside)):
        value = steps[after if constant else place - 1].argval
        if value is not None:
            return f"{dice} is compared with {value!r}, but not rolled.", remedy
    return None


def _word(steps: Sequence[dis.Instruction], place: int) -> tuple[str, str] | None:
    """The problem and the remedy where a word that is written there is compared by the alphabet."""
    if steps[place].opname != "COMPARE_OP" or not steps[place].argrepr.removeprefix("bool(").startswith(("<", ">")):
        return None
    beside = steps[place - 1]
    operands = [beside, steps[place - 2]] if place > 1 and beside.opname in _PLAIN else [beside]
    for operand in operands:
        word = operand.argval
        if operand.opname in _CONSTANTS and isinstance(word, str) and not declared(word):
            problem = f"compares {word!r}, a word that has no order, so that the alphabet would decide."
            return problem, f"Declare the order, lowest first: ordered_words(..., {word!r}, ...)."
    return None


def _expression(step: dis.Instruction, known: Mapping[str, object]) -> Expression[Any] | None:
    value = known.get(step.argval) if step.opname in _NAMES else None
    return value if isinstance(value, Expression) else None


def _holds(steps: Sequence[dis.Instruction], place: int, known: Mapping[str, object]) -> bool:
    """Tell whether a constant, or dice, are loaded."""
    return place < len(steps) and (steps[place].opname in _CONSTANTS or _expression(steps[place], known) is not None)


def _operation(steps: Sequence[dis.Instruction], place: int, names: tuple[str, ...]) -> bool:
    return place < len(steps) and steps[place].opname in names
