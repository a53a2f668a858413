"""An error in a rulebook, in words: what Python says of it, at which line, and what to do about it."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import re
import traceback
from collections.abc import Iterable, Iterator, Mapping
from types import FrameType, TracebackType
from typing import Any, Final

from oddsmith.errors import Moment
from oddsmith.rules.language.moments import NOTED


def said(error: BaseException) -> str:
    """Return the kind of an error and its text, as a sentence; an author's own may have none that can be read."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001  # whatever the author's own raises
        text = "its text cannot be read"
    return f"{type(error).__name__}{f': {text}' if text else ''}".removesuffix(".") + "."


def last_line(error: BaseException, file: str) -> int:
    """Return the last line of a file that ran before an error; 0 where none did."""
    frames = traceback.walk_tb(error.__traceback__)
    return next((line for frame, line in reversed([*frames]) if frame.f_code.co_filename == file), 0)


def remedy_of(error: BaseException, file: str, stood: Moment | None = None) -> str:
    """Return what to do about an error at the last line of a file that ran; "" where the file was only read.

    stood: where the rule was.
    """
    told = _name_meant(error) or _keyword_meant(error) or " ".join(_notes(error))
    if told:
        return told
    if isinstance(error, UnboundLocalError):
        return f"Give {error.name or 'it'} a value on every way that comes there."
    if isinstance(error, NameError):
        return "Nothing has that name: define or import it."
    if isinstance(error, RuntimeError) and "event loop" in str(error):
        return "A rule awaits rolls, choices, notes and rules, and no other library."
    detail = _detail(error, file)
    if stood is None or detail:
        return detail
    return LEADS_THERE if stood.answers else "It fails before anything is rolled or chosen: mend that line."


LEADS_THERE: Final = "Some faces or choices lead there: say what holds then, too."


def _notes(error: BaseException) -> list[str]:
    """Return the notes of an author; the one about where the rule stood is told apart from them."""
    own = getattr(error, "__dict__", {}).get(NOTED)
    return [note for note in getattr(error, "__notes__", ()) if note != own]


def _name_meant(error: BaseException) -> str:
    """Ask for the name that a slip of the keyboard stands for; "" where none is near, or it is no such error."""
    names: Iterable[str] = ()
    if isinstance(error, AttributeError):
        names = [*dir(error.obj), *getattr(error.obj, "__dataclass_fields__", ())]
    elif isinstance(error, NameError) and error.__traceback__ is not None:
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        names = {*frame.f_locals, *frame.f_globals, *dir(builtins)}
    return _asked_for(getattr(error, "name", None) or "", names)


def _asked_for(given: str, names: Iterable[str]) -> str:
    from difflib import get_close_matches  # needed by mistakes alone

    public = sorted({name for name in names if not name.startswith("_")})
    meant = get_close_matches(given, public, n=1, cutoff=0.65)
    return f"Did you mean {meant[0]!r}?" if meant else ""


_KEYWORD: Final = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")


def _keyword_meant(error: BaseException) -> str:
    """Ask for the parameter that a keyword stands for; "" where none is near, or it is no such error."""
    found = _KEYWORD.match(str(error)) if isinstance(error, TypeError) else None
    if found is None:
        return ""
    import oddsmith.dice.model as dice

    called, keyword = found[1], found[2]
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    places: list[Any] = [frame.f_globals.get(called.partition(".")[0]), *_classes(dice)]
    for place in places:
        for part in called.split(".")[1:]:
            place = getattr(place, part, None)
        if getattr(place, "__qualname__", "") == called:
            return _asked_for(keyword, inspect.signature(place).parameters)
    return ""


def _classes(package: Any) -> Iterator[Any]:
    from oddsmith.dice import Expression

    waiting: list[type] = [Expression]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += each.__subclasses__()


def _detail(error: BaseException, file: str) -> str:
    """Tell of the values at which a place of a list, a key or a division fails; "" for other errors."""
    if not isinstance(error, IndexError | KeyError | ZeroDivisionError):
        return ""
    found = next((each for each in reversed([*_steps(error)]) if each.tb_frame.f_code.co_filename == file), None)
    node = None if found is None else _node_at(found, file)
    if found is None or node is None:
        return ""
    frame = found.tb_frame
    if isinstance(node, ast.BinOp) and isinstance(error, ZeroDivisionError):
        return f"`{ast.unparse(node.right)}` is 0 there: say what holds then."
    if not isinstance(node, ast.Subscript):
        return ""
    whole, at = ast.unparse(node.value), ast.unparse(node.slice)
    value, key = _value(node.value, frame), _value(node.slice, frame)
    shown = f"`{at}`" if key is _UNKNOWN else f"`{at}`, {key!r}," if at != repr(key) else at
    if isinstance(error, KeyError):
        return f"{shown} is no key of `{whole}`: add it, or say what holds then."
    places = f"the places 0 to {len(value) - 1}" if value is not _UNKNOWN and len(value) else "no such place"
    if value is not _UNKNOWN and not value:
        places = "nothing in it"
    return f"`{whole}` has {places}, and not {shown.removesuffix(',')}: add it, or say what holds then."


def _steps(error: BaseException) -> Iterator[TracebackType]:
    step = error.__traceback__
    while step is not None:
        yield step
        step = step.tb_next


def _node_at(step: TracebackType, file: str) -> ast.expr | None:
    """Return the expression that was worked out at a step; None where the text does not tell."""
    places = [*step.tb_frame.f_code.co_positions()]
    line, end, column, last = places[step.tb_lasti // 2]
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return None
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript | ast.BinOp) and node.lineno == line]
    exact = [node for node in nodes if (node.end_lineno, node.col_offset, node.end_col_offset) == (end, column, last)]
    return next(iter(exact or (nodes if len(nodes) == 1 else [])), None)


_UNKNOWN: Final[Any] = object()


def _value(node: ast.expr, frame: FrameType) -> Any:
    """Return what an expression of names and numbers comes to; _UNKNOWN where something else would have to run."""
    if not all(isinstance(each, _PLAIN) for each in ast.walk(node)):
        return _UNKNOWN
    known: Mapping[str, Any] = {**frame.f_globals, **frame.f_locals}
    try:
        return eval(compile(ast.Expression(node), "<shown>", "eval"), {"__builtins__": {}}, dict(known))
    except Exception:  # noqa: BLE001  # what fails is told by its text alone
        return _UNKNOWN


_PLAIN: Final = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.List, ast.Tuple, ast.expr_context),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult),
)
