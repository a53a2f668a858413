"""Chance of Python's own in a rule: `random.randint(1, 6)`, where `await roll(d6)` is meant.

Whatever was drawn while a rule was explored would be answered as if it were always so. They are found in the bytecode
of a rule, and of plain functions and methods that it names, as far as these are no library's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.outliving import PURE
from oddsmith.rules.language.code_slips.text import Bytecode, codes, named_outside

CHANCE: Final = "goes by chance that is not rolled"


def is_chance(full: str, *, bare: bool) -> bool:
    """Tell whether something that is called draws at random, by its full name. bare: it is handed nothing.

    >>> is_chance("random.randint", bare=False), is_chance("random.Random", bare=False)
    (True, False)
    """
    made = full.rpartition(".")[2]
    if full.startswith(_SEEDED) and (made[:1].isupper() or made == "default_rng") and made != "SystemRandom":
        return bare
    return full in _CHANCE or full.startswith((*_SEEDED, "secrets."))


def refuse_chance(rule: FunctionType, named: Sequence[FunctionType]) -> None:
    """Raise RuleError where a rule, or a function of its package that it names, draws at random by itself.

    named: the rule and all such functions.
    """
    for function in named:
        known = named_outside(function)
        if any(name in _MODULES or _full_name(value).partition(".")[0] in _MODULES for name, value in known.items()):
            for code in codes(function.__code__):
                _refuse(rule, function, Bytecode(code), known)


def _refuse(rule: FunctionType, function: FunctionType, bytecode: Bytecode, known: Mapping[str, object]) -> None:
    for full, line, bare in _called(bytecode, known):
        if is_chance(full, bare=bare):
            through = "" if function is rule else f" in {function.__name__}"
            message = f"{CHANCE}, `{full}()`{through}: write `await roll(...)`."
            raise RuleError(rule.__name__, message, remedy=PURE, file=bytecode.code.co_filename, line=line)


def _called(bytecode: Bytecode, known: Mapping[str, object]) -> Iterator[tuple[str, int, bool]]:
    """Yield the full names of what a code takes from modules and calls, or hands on, its line, and if bare."""
    local: dict[str, str] = {}  # what is imported where the function runs
    at = imported = ""
    line = bytecode.code.co_firstlineno
    steps = [step for step in bytecode.instructions if step.opname not in _NOTHING]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.positions is not None and step.positions.lineno is not None:
            line = step.positions.lineno
        name = step.argval[-1] if isinstance(step.argval, tuple) else step.argval
        if step.opname == "IMPORT_NAME":
            at = imported = name
        elif step.opname == "IMPORT_FROM":
            at = f"{imported}.{name}"
        elif step.opname.startswith("STORE"):
            if at and isinstance(name, str):
                local[name] = at
            at = ""
        elif step.opname.startswith("LOAD_FAST"):
            at = local.get(name, "")
        elif step.opname in _LOADS:
            at = local.get(name) or _full_name(known.get(name))
        elif step.opname in _ATTRIBUTES:
            at = f"{at}.{name}" if at else ""
        else:
            at = ""
        taken = after is not None and after.opname in _ATTRIBUTES
        if at and not taken and "IMPORT" not in step.opname:
            yield at, line, after is not None and after.opname == "CALL" and after.arg == 0


def _full_name(value: object) -> str:
    """The name of a module, or of what a module holds, with that of the module; "" where it has none."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, BuiltinFunctionType | MethodType):
        owner: Any = value.__self__
        return f"{_full_name(owner)}.{value.__name__}"
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    for kind in type(value).__mro__:
        module = kind.__module__
        if (module == "random" and kind.__qualname__ == "Random") or f"{module}.".startswith("numpy.random."):
            return "random"  # one that is kept outside, which goes on wherever it was
    return ""


_MODULES: Final = frozenset({"random", "secrets", "numpy", "uuid", "os", "posix", "nt"})  # that hold any of them
_NOTHING: Final = frozenset({"PUSH_NULL", "PRECALL", "CACHE", "COPY_FREE_VARS", "RESUME", "EXTENDED_ARG", "NOP"})
_LOADS: Final = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF"})
_ATTRIBUTES: Final = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_SEEDED: Final = ("random.", "numpy.random.")  # what they make of a seed is the same always
_CHANCE: Final = frozenset({"os.urandom", "posix.urandom", "nt.urandom", "uuid.uuid1", "uuid.uuid4"})
