"""Whether a function may end without a value, and after which line, as its text shows."""

from __future__ import annotations

import ast
from textwrap import indent

import pytest

from oddsmith.rules.language.code_slips.endings import without_value

#: Bodies of a function, each with the line after which it may end without a value, counted from its first; 0 for none.
BODIES = {
    "return 1": 0,
    "x = 1": 1,
    "if n: return 1": 1,
    "if n: return 1\nelse: return 2": 0,
    "if n: return 1\nelif m: return 2": 1,
    "if n: return 1\nraise ValueError": 0,
    "if n == 'low': return 1\nif n == 'high': return 2": 0,
    "if n in ('low', 'high'): return 1": 0,
    "while n:\n    return 1": 1,
    "while True:\n    if n: return 1": 0,
    "while True:\n    if n: break": 1,
    "while True:\n    for each in n:\n        if each: break\n    else:\n        return 1": 0,
    "for each in n:\n    return each": 1,
    "with n:\n    return 1": 0,
    "match n:\n    case 1: return 1\n    case 2: return 2": 0,
    "match n:\n    case 1: return 1\n    case _: pass": 1,
    "try:\n    return n[0]\nexcept IndexError:\n    return 0": 0,
    "try:\n    return n[0]\nexcept IndexError:\n    pass": 1,
    "assert_never(n)": 0,
    "assert False": 0,
    "if n:\n    return\nreturn 1": 2,
    "def inner():\n    return\nreturn inner": 0,
}


@pytest.mark.parametrize("body", BODIES)
def test_the_line_after_which_a_function_may_end_is_named(body: str) -> None:
    function = ast.parse(f"async def a(n, m):\n{indent(body, '    ')}").body[0]
    assert isinstance(function, ast.AsyncFunctionDef)
    found = without_value(function)
    assert found - (found > 0) == BODIES[body]
