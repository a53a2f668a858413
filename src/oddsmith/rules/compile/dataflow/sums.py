"""Outcomes of which one field is the total: what `k + outcome` adds to, read off the source of their kind.

@dataclass(frozen=True)
class Journey:
    arrived: bool
    days: int

    def __add__(self, more: int) -> Journey:
        return replace(self, days=self.days + more)
"""

from __future__ import annotations

import ast
import dataclasses
from functools import lru_cache
from types import FunctionType
from typing import Any, get_args, get_type_hints

from oddsmith.rules.compile.dataflow.projection import fields_of
from oddsmith.rules.compile.syntax.source import plain_tree
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.language.requests import Step


def outcome_kind(rule: Rule[..., Any]) -> type | None:
    """The one kind of outcome that a rule declares, beside calls to go on as; None for none or several."""
    return _declared(rule.function) if isinstance(rule.function, FunctionType) else None


@lru_cache(maxsize=1_000)
def _declared(function: FunctionType) -> type | None:
    try:
        returns = get_type_hints(function).get("return")
    except (NameError, TypeError, AttributeError):  # names that only type checkers know
        return None
    kinds = [kind for kind in (get_args(returns) or (returns,)) if getattr(kind, "__origin__", kind) is not Step]
    return kinds[0] if len(kinds) == 1 and isinstance(kinds[0], type) else None


@lru_cache(maxsize=1_000)
def added_to(kind: type) -> str | None:
    """The field to which a number that is added to an outcome is added, while all others stay; None if not plain."""
    adds = getattr(kind, "__add__", None)
    if not isinstance(adds, FunctionType) or not dataclasses.is_dataclass(kind) or fields_of(kind) is None:
        return None
    made = plain_tree(adds)
    match made:
        case ast.FunctionDef(
            args=ast.arguments(posonlyargs=[], args=[ast.arg(arg=own), ast.arg(arg=more)], vararg=None, kwonlyargs=[]),
            body=[
                *_,
                ast.Return(
                    value=ast.Call(
                        func=ast.Name(id=name),
                        args=[ast.Name(id=replaced)],
                        keywords=[
                            ast.keyword(
                                arg=str(field),
                                value=ast.BinOp(
                                    left=ast.Attribute(value=ast.Name(id=read), attr=attribute),
                                    op=ast.Add(),
                                    right=ast.Name(id=added),
                                ),
                            )
                        ],
                    )
                ),
            ],
        ) if (own, own, field, more) == (replaced, read, attribute, added) and not made.decorator_list:
            alone = len(made.body) == (1 if ast.get_docstring(made) is None else 2)
            return field if alone and adds.__globals__.get(name) is dataclasses.replace else None
        case _:
            return None
