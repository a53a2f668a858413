"""The fingerprint of a rule: another one whenever what the rule says is another, whatever it is called.

It goes by the code of the rule and of the functions and rules that it names, and by the values that they read: those
they close over, defaults, and globals. What an installed package holds goes by its name alone.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from oddsmith.rules import Rule

_INSTALLED: Final = frozenset({*sys.stdlib_module_names, "oddsmith"})


def fingerprint(rule: Rule[..., Any]) -> str:
    """Return the SHA-256 of what a rule says, the same in every process of one version of Python."""
    digest = hashlib.sha256()
    for part in _parts(rule, {}):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _parts(value: Any, seen: dict[int, Any]) -> Iterator[str]:
    """Yield what a value says. seen: what was told before, by identity, and kept so that no identity comes twice."""
    if isinstance(value, Rule):
        value = value.__wrapped__
    yield type(value).__qualname__
    if isinstance(value, FunctionType | type | list | dict):
        if id(value) in seen:
            return
        seen[id(value)] = value
    if isinstance(value, FunctionType):
        yield value.__qualname__
        if _is_installed(value):
            return
        yield from _of_function(value, seen)
    elif isinstance(value, type):
        yield value.__qualname__
        for name, held in () if _is_installed(value) else sorted(vars(value).items()):
            if isinstance(held, FunctionType | str | int | tuple):
                yield name
                yield from _parts(held, seen)
    elif isinstance(value, ModuleType):
        yield value.__name__
    elif isinstance(value, CodeType):
        yield value.co_code.hex()
        yield repr((value.co_names, value.co_varnames, value.co_freevars))
        yield from _parts(value.co_consts, seen)
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _parts(key, seen)
            yield from _parts(held, seen)
    elif isinstance(value, set | frozenset):
        yield repr(sorted(map(repr, value)))
    elif isinstance(value, list | tuple):
        yield str(len(value))
        for held in value:
            yield from _parts(held, seen)
    else:
        told = repr(value)
        yield told.partition(" at 0x")[0]


def _of_function(function: FunctionType, seen: dict[int, Any]) -> Iterator[str]:
    yield from _parts(function.__code__, seen)
    yield from _parts((function.__defaults__, function.__kwdefaults__), seen)
    for cell in function.__closure__ or ():
        try:
            yield from _parts(cell.cell_contents, seen)
        except ValueError:  # nothing is in it yet
            yield "empty"
    for name in _names(function.__code__):
        if name in function.__globals__:
            found = function.__globals__[name]
            yield name
            yield from _parts(found, seen)
            if isinstance(found, ModuleType) and not _is_installed(found):
                for of_it in _names(function.__code__):
                    yield from _parts(getattr(found, of_it, None), seen)


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that a function reads, with those of what is written inside it."""
    yield from code.co_names
    for held in code.co_consts:
        if isinstance(held, CodeType):
            yield from _names(held)


def _is_installed(value: FunctionType | type | ModuleType) -> bool:
    """Tell whether something is of a package that is installed rather than of who asks."""
    name = value.__name__ if isinstance(value, ModuleType) else value.__module__
    file = getattr(sys.modules.get(name), "__file__", None) or ""
    return name.partition(".")[0] in _INSTALLED or "site-packages" in file
