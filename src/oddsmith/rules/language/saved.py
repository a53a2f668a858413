"""Calls and their arguments as plain JSON data, and back.

A rule, dataclass or enum is written by the place it can be imported from. Reading never imports anything: the module
must have been imported already, so that a document from elsewhere can name only what the program knows. A place that
something had when it was written is looked up in `moved`.
"""

from __future__ import annotations

import dataclasses
import sys
from enum import Enum
from fractions import Fraction
from typing import Any

from oddsmith.changed import Changed
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.moved import CALLED, today


def encoded(value: Any) -> Any:
    """A call, or an argument of one, as JSON data.

    Raises RuleError for a rule or value that cannot be found again: a local function, a class inside a function.
    """
    if value is None or (isinstance(value, (bool, int, str)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Call):
        return {
            "call": _place(value.rule.path, value.rule),
            "args": [encoded(a) for a in value.args],
            "gain": value.gain,
        }
    if isinstance(value, Rule):
        return {"rule": _place(value.path, value)}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Enum):
        return {"enum": _place(_path(type(value)), type(value)), "name": value.name}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"record": _place(_path(type(value)), type(value)), "fields": [encoded(v) for v in value]}
    if isinstance(value, Changed):
        return {"changed": [list(pair) for pair in value]}
    if isinstance(value, tuple):
        return {"tuple": [encoded(v) for v in value]}
    if isinstance(value, frozenset):
        return {"set": sorted((encoded(v) for v in value), key=repr)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: encoded(getattr(value, f.name)) for f in dataclasses.fields(value) if f.init}
        return {"data": _place(_path(type(value)), type(value)), "fields": fields}
    raise RuleError(
        type(value).__name__,
        f"the argument {value!r} cannot be saved.",
        remedy="Use numbers, strings, tuples, frozensets, enums and frozen dataclasses.",
    )


def decoded(data: Any) -> Any:
    """Read back data of `encoded`. Raises BadInput for data that it did not write, or whose module is not imported."""
    if data is None or isinstance(data, (bool, int, str)):
        return data
    try:
        match data:
            case {"call": place, "args": args, "gain": int(gain)}:
                place, places = CALLED.get(today(str(place)), (place, range(len(args))))
                called = _found(place)(*[None if at is None else decoded(args[at]) for at in places])
                return gain + called if gain else called
            case {"rule": place}:
                return _found(place)
            case {"fraction": str(text)}:
                return Fraction(text)
            case {"enum": place, "name": name}:
                return _found(place)[name]
            case {"record": place, "fields": list(values)}:
                return _found(place)(*[decoded(v) for v in values])
            case {"tuple": values}:
                return tuple(decoded(v) for v in values)
            case {"changed": list(pairs)}:
                return Changed((str(name), None if number is None else int(number)) for name, number in pairs)
            case {"set": values}:
                return frozenset(decoded(v) for v in values)
            case {"data": place, "fields": dict(fields)}:
                named = [(_field(place, name), value) for name, value in fields.items()]
                return _found(place)(**{name: decoded(value) for name, value in named if name})
    except BadInput:
        raise
    except RecursionError:
        raise BadInput("saved value", "data", "what a session wrote (it is nested too deeply)") from None
    except Exception as error:  # whatever a class or rule that was named says of its arguments
        raise BadInput("saved value", data, f"what a session wrote ({error})") from error
    raise BadInput("saved value", data, "what a session wrote")


def _field(place: str, name: str) -> str:
    """The name that a field of a dataclass has today; "" for one that is no more."""
    return today(f"{place}.{name}").rpartition(".")[2]


def _path(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _place(path: str, expected: object) -> str:
    if _look_up(path) is not expected:
        raise RuleError(
            path,
            "cannot be found again by its name.",
            remedy="Define it at the top level of a module, not inside a function.",
        )
    return path


def _look_up(path: str) -> Any:
    module, _, name = path.partition(":")
    for each in (module, *_meant.get(module, ())):
        found: Any = sys.modules.get(each)
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is not None:
            return found
    return None


def may_mean(module: str, other: str) -> None:
    """Let what was written of a module be found in another too, where the module has nothing of that name."""
    _meant.setdefault(module, {})[other] = None


_meant: dict[str, dict[str, None]] = {}


def _found(path: str) -> Any:
    found = _look_up(today(str(path)))
    if isinstance(found, Rule) or (
        isinstance(found, type) and (dataclasses.is_dataclass(found) or issubclass(found, (Enum, tuple)))
    ):
        return found
    raise BadInput("saved name", path, "a rule, dataclass, named tuple or enum of an imported module")
