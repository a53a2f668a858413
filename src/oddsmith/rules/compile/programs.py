"""Compiled functions: found by their code, compiled at first use, and joined with their globals and closures."""

from __future__ import annotations

import ast
from collections.abc import Callable, Coroutine, Generator
from functools import cached_property
from time import process_time
from types import CellType, CodeType, FunctionType
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question, Use
from oddsmith.rules.compile.dataflow.handed_on import handed_on
from oddsmith.rules.compile.dataflow.projection import projected, without_notes
from oddsmith.rules.compile.emit import Emitted, Site, emitted
from oddsmith.rules.compile.folding.entries import keep_entries
from oddsmith.rules.compile.folding.folds import fold, keep_by_key
from oddsmith.rules.compile.forms.dealing import deal
from oddsmith.rules.compile.forms.forms import keep_forms
from oddsmith.rules.compile.given import GIVEN
from oddsmith.rules.compile.lowering.counting_up import count_up
from oddsmith.rules.compile.lowering.identity import keep_identity
from oddsmith.rules.compile.lowering.lower import lowered
from oddsmith.rules.compile.outlines.finding import outlined
from oddsmith.rules.compile.outlines.outline import Outline
from oddsmith.rules.compile.syntax.names import local_names
from oddsmith.rules.compile.syntax.reasons import NotCompiled, nests
from oddsmith.rules.compile.syntax.source import definition, without_file
from oddsmith.rules.compile.syntax.trees import Above, walk

#: Yields (number of the await, what is awaited), and is sent answers.
Frames: TypeAlias = Generator[Any, Any, Any]

#: What begins a function, and what takes it up; see `Machine`.
_Started: TypeAlias = "tuple[Callable[..., Frames], Callable[[int, tuple[Any, ...]], Frames]]"


class Machine:
    """A function that can begin at any of its awaits.

    known_as: its name and line, by which another process knows it too. sites: the awaits, of which the first is number
    1. busts: whether it may return a `Bust`. dead: parameters that what is asked of it does not need. loops: whether
    play may come to an await of it again. made: makes what `start` and `taken_up` are, when one is first asked for.
    """

    def __init__(self, name: str, code: CodeType, program: Emitted, made: Callable[[CodeType], _Started]) -> None:
        self.name = name
        self.code = code
        self.known_as = f"{code.co_qualname}:{code.co_firstlineno}"
        self.sites: tuple[Site, ...] = program.sites
        self.busts = program.busts
        self.dead = program.dead
        self.loops = any(site.recurs for site in program.sites)
        self._program = program
        self._made = made

    @cached_property
    def start(self) -> Callable[..., Frames]:
        """Takes (0, (), *arguments)."""
        return self._started[0]

    @cached_property
    def taken_up(self) -> Callable[[int, tuple[Any, ...]], Frames]:
        """Takes the number of an await and the values that are live there."""
        return self._started[1]

    @cached_property
    def _started(self) -> _Started:
        return self._made(self._program.code)


_programs: dict[tuple[CodeType, Question], Emitted | NotCompiled] = {}
_put_so: dict[tuple[CodeType, Question], Question] = {}
_helpers: dict[tuple[CodeType, int, Question], Machine] = {}
_runs: WeakKeyDictionary[Callable[..., Frames], dict[Outline, Machine]] = WeakKeyDictionary()
_without_forms: set[CodeType] = set()
_seconds = 0.0  # of the processor, spent to make programs


def seconds_making() -> float:
    """Seconds of the processor that making machines has taken so far."""
    return _seconds


def machine(function: FunctionType, asked: Question = AS_IT_IS) -> Machine:
    """The machine of a function. Raises NotCompiled, with the reason."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    keywords = function.__kwdefaults__ or {}
    return _joined(function.__code__, function.__globals__, cells, function.__defaults__, keywords, asked)


def leave_forms_out(code: CodeType) -> None:
    """Make the machines of a function anew when they are asked for, without forms."""
    _without_forms.add(code)
    for made in (_programs, _put_so, _helpers):
        for key in [key for key in made if key[0] == code]:
            del made[key]  # type: ignore[arg-type]


def put(code: CodeType, module: dict[str, Any], asked: Question) -> Question:
    """The question as it is put to a function: for its outcome as it is, where nothing would become a gain."""
    put_so = _put_so.get((code, asked))
    if put_so is None:
        found, plain = _program(code, module, asked), Question(asked.demand)
        if asked.demand.use in (Use.ADDED, Use.COMPARED) and not any(site.gains for site in found.sites):
            put_so = AS_IT_IS
            del _programs[code, asked]
        else:
            put_so = asked if found.busts else plain
        _put_so[code, asked] = put_so
        if not found.busts:
            _put_so[code, plain] = put_so
            if put_so is not AS_IT_IS:
                _programs[code, plain] = found
    return put_so


def begun(coroutine: Coroutine[Any, Any, Any], asked: Question) -> tuple[Machine, Frames]:
    """The machine of a helper, an async function called but not yet begun, started with its arguments.

    Raises NotCompiled, with the reason.
    """
    code, frame = coroutine.cr_code, coroutine.cr_frame  # type: ignore[attr-defined]
    if frame is None or coroutine.cr_running or (frame.f_lasti >= 0 and coroutine.cr_await is not None):  # type: ignore[attr-defined]
        raise NotCompiled(
            f"a coroutine of {code.co_name} is under way already", remedy="Await a function where it is called."
        )
    values = dict(frame.f_locals)
    if asked is not AS_IT_IS:
        asked = put(code, frame.f_globals, asked)
    if code.co_freevars:
        cells = {name: CellType(values[name]) if name in values else CellType() for name in code.co_freevars}
        found = _joined(code, frame.f_globals, cells, None, {}, asked)
    else:
        key = (code, id(frame.f_globals), asked)
        found = _helpers.get(key) or _helpers.setdefault(key, _joined(code, frame.f_globals, {}, None, {}, asked))
    coroutine.close()
    names = code.co_varnames
    positional = [values[name] for name in names[: code.co_argcount]]
    end = code.co_argcount + code.co_kwonlyargcount
    named = {name: values[name] for name in names[code.co_argcount : end]}
    if code.co_flags & 0x04:
        positional += values[names[end]]
        end += 1
    if code.co_flags & 0x08:
        named |= values[names[end]]
    return found, found.start(0, (), *positional, **named)


def _joined(
    code: CodeType,
    module: dict[str, Any],
    cells: dict[str, CellType],
    defaults: tuple[Any, ...] | None,
    named_defaults: dict[str, Any],
    asked: Question,
) -> Machine:
    def made(compiled: CodeType) -> _Started:
        closure = tuple([GIVEN.get(name) or cells[name] for name in compiled.co_freevars])
        start = FunctionType(compiled, module, code.co_name, defaults, closure)
        start.__kwdefaults__ = dict(named_defaults)
        taken_up = FunctionType(compiled, module, code.co_name, (None,) * code.co_argcount, closure)
        keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        taken_up.__kwdefaults__ = dict.fromkeys(keywords)
        return start, taken_up

    return Machine(code.co_name, code, _program(code, module, asked), made)


def run_of(machine: Machine, outline: Outline) -> Machine:
    """The machine of a run of statements that a machine comes to."""
    runs = _runs.setdefault(machine.start, {})
    found = runs.get(outline)
    if found is None:
        begun: Any = machine.start
        closure = dict(zip(begun.__code__.co_freevars, begun.__closure__ or (), strict=True))
        function = outline.function()
        module, name, nothing = begun.__globals__, machine.name, (None,) * len(outline.inputs)
        program = emitted(function, function.body, machine.code, module, AS_IT_IS)

        def made(compiled: CodeType) -> _Started:  # must not hold the machine, with which runs are forgotten
            cells = tuple([closure.get(variable) or GIVEN[variable] for variable in compiled.co_freevars])
            start, taken_up = [FunctionType(compiled, module, name, nothing, cells) for _ in range(2)]
            return start, taken_up

        found = runs[outline] = Machine(name, machine.code, program, made)
    return found


def _program(code: CodeType, module: dict[str, Any], asked: Question) -> Emitted:
    global _seconds
    found = _programs.get((code, asked))
    if found is None:
        began = process_time()
        try:
            function = definition(code, module)
            body, splits = _made_ready(function, code, module, asked)
            handed = handed_on(function, body, code, module, asked)
            body = body if splits else outlined(function, body, code, module)
            found = emitted(function, body, code, module, asked, handed)
        except NotCompiled as refused:
            found = refused
        except RecursionError:
            found = nests()
        finally:
            _seconds += process_time() - began
        _programs[code, asked] = found
    if isinstance(found, NotCompiled):
        raise found
    return found


def _made_ready(
    function: ast.AsyncFunctionDef, code: CodeType, module: dict[str, Any], asked: Question
) -> tuple[list[ast.stmt], bool]:
    """The lowered statements of a function, for what is asked of it; nobody reads its remarks.

    With them, whether answers are taken apart: there are no outlines then, so that no more is asked of them.
    """
    names = {argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)}.union(code.co_freevars)
    count_up(function, module, names)
    body, splits = lowered(function, names | module.keys()), False
    if asked != AS_IT_IS or code in without_file:
        body, splits = projected(body, module, names)
    else:
        body = without_notes(body, module, names)
    above, variables = Above(body), local_names(function, body)
    deal(body, above, code, module, variables)
    variables = keep_entries(body, above, code, module, variables)
    keep_by_key(body, above, code, module, variables)
    variables = fold(body, above, code, module, variables)
    if code not in _without_forms:
        keep_forms(body, above, code, module, variables)
    keep_identity(body, code, module)
    return body, splits
