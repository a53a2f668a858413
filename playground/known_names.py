"""Names that the editor completes: those that rules import, and what each kind of thing has behind a dot.

A thing is told by what it gives: the class of a value, or of what a function or method returns, as far as it is one of
Oddsmith. The page follows these from name to name, so it need not ask while Python has something else to do.
"""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

import oddsmith
from oddsmith import dice, games

#: Of what every expression has, what rules use; the rest is for expressions of one's own.
_USED = {"capped", "distribution", "equals", "floored", "map", "mean", "roll"}
#: Where the data are from which dice and pools are made.
_DATA = "oddsmith.dice.model"


def known_names() -> dict[str, Any]:
    """Return `names`, and `members` for each class that these lead to: by name `kind`, `gives`, `says` and `rare`."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.partition(".")[0] == "oddsmith"]
    found = [each for module in modules for each in vars(module).values() if inspect.isclass(each)]
    classes = {each.__name__: each for each in found if each.__module__.startswith("oddsmith.")}
    names = {name: _described(getattr(dice, name), classes) | {"rare": True} for name in dice.__all__}
    names |= {name: _described(getattr(each, name), classes) for each in (games, oddsmith) for name in each.__all__}
    members: dict[str, Any] = {}
    left = [each["gives"] for each in names.values()]
    while left:
        name = left.pop()
        if name in classes and name not in members:
            members[name] = _members(classes[name], classes)
            left += [each["gives"] for each in members[name].values()]
    return {"names": names, "members": members}


def _members(kind: type, classes: dict[str, type]) -> dict[str, Any]:
    """Return what a class has behind a dot: its own, and what it has from others."""
    found = {name: inspect.getattr_static(kind, name, None) for name in dir(kind) if not name.startswith("_")}
    described = {name: _described(member, classes, kind) for name, member in found.items()}
    for each in kind.__mro__:
        for name, text in vars(each).get("__annotations__", {}).items():
            if not name.startswith("_") and name not in found:
                described[name] = {"kind": "property", "gives": _class_in(text, classes), "says": "", "rare": False}
                described[name]["rare"] = each.__module__.startswith(_DATA)
    inner = set(dir(dice.Expression)) - _USED
    return {name: each | {"rare": each["rare"] or name in inner} for name, each in described.items()}


def _described(thing: object, classes: dict[str, type], owner: type | None = None) -> dict[str, Any]:
    """Return what is told of a name. owner: the class that has it."""
    if isinstance(thing, (classmethod, staticmethod)):
        thing = thing.__func__
    of = thing.fget if isinstance(thing, property) else thing
    if inspect.isclass(thing):
        kind, gives = "class", thing.__name__
    elif inspect.isroutine(of):
        kind = "property" if of is not thing else "method" if owner else "function"
        annotations = getattr(of, "__annotations__", {})
        returned = annotations.get("return", "")
        gives = _class_in(returned, classes)
        if owner and (gives == "Self" or (gives == "" and returned == annotations.get("self"))):  # `self: D` gives D
            gives = owner.__name__
    else:
        kind, gives = "variable", type(thing).__name__
    says = inspect.getdoc(of) if kind != "variable" else ""
    module = getattr(of, "__module__", None) or ""
    rare = owner is not None and module.startswith(_DATA)
    return {"kind": kind, "gives": gives, "says": (says or "").partition("\n")[0], "rare": rare}


def _class_in(annotation: object, classes: dict[str, type]) -> str:
    """Return the first class of ours that an annotation names, `Self` included; nothing if there is none."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    names = re.findall(r"\w+", text)[:1]
    return next((name for name in names if name in classes or name == "Self"), "")
