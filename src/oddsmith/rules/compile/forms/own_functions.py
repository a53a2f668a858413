"""Functions written by the compiler: what a rule asks of a face, and forms of answers, compiled when first used."""

from __future__ import annotations

import ast
from types import CodeType, FunctionType
from typing import Any, Final

from oddsmith.rules.compile.syntax.reasons import NotCompiled

#: The function by which lowered code has a form evaluated, by its number.
FORM: Final = ".form"

PLAIN: Final = frozenset({int, bool, str, type(None)})


class NotFormed(NotCompiled):
    """A form cannot be kept in place of an answer, so that the function of this code is compiled without forms."""

    def __init__(self, code: CodeType) -> None:
        super().__init__("a form of an answer cannot be kept in its place")
        self.code = code


class OwnFunction:
    """A function that the compiler wrote. module: where it finds names. code: of the function that it is for."""

    def __init__(self, function: ast.Expression, module: dict[str, Any], code: CodeType) -> None:
        self._written: ast.Expression | None = function
        self._module = module
        self.code = code

    def function(self) -> FunctionType:
        """The function itself."""
        if self._written is not None:
            code = compile(self._written, "<written by the compiler>", "eval", dont_inherit=True)
            self._made: FunctionType = eval(code, self._module)
            self._written = None
        return self._made


_functions: list[OwnFunction] = []


def numbered(function: OwnFunction) -> int:
    """The number under which lowered code names a function."""
    _functions.append(function)
    return len(_functions) - 1


def own_function(number: int) -> OwnFunction:
    """The function of a number."""
    return _functions[number]


def form(number: int, *values: Any) -> Any:
    """A form of these values. Raises NotFormed where it fails, or where a value could be changed meanwhile."""
    found = _functions[number]
    if not all(map(_stays, values)):
        raise NotFormed(found.code)
    try:
        value = found.function()(*values)
    except Exception:  # noqa: BLE001 (whatever the rule would raise, where it comes to that)
        raise NotFormed(found.code) from None
    if not _stays(value):
        raise NotFormed(found.code)
    return value


def _stays(value: Any) -> bool:
    """Tell whether a value is plain, or a tuple of such."""
    kind = type(value)
    return kind in PLAIN or (kind is tuple and all(map(_stays, value)))
