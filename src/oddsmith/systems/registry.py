"""All systems by name. A system's module is imported only when it is asked for, and so is what all systems need."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import linecache
import logging
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from oddsmith.errors import (
    BadInput,
    MissingAnswer,
    OddsmithError,
    RulebookError,
    RuleError,
    TooLarge,
    Unknown,
    Unreadable,
)

if TYPE_CHECKING:
    from oddsmith.systems.declaration import System
    from oddsmith.systems.packages import Package

_log = logging.getLogger("oddsmith.systems")

_BUILT_IN = {
    "mod-dot": "oddsmith.systems.mod_dot",
    "dot": "oddsmith.systems.dot",
    "t13": "oddsmith.systems.t13",
    "humanity-beast": "oddsmith.systems.humanity_beast",
    "edged-coins": "oddsmith.systems.edged_coins",
}
_LOADING = 20.0  # seconds that a file may take to be read; what it imports may be large
_loaded: dict[str, System] = {}
_rulebooks: dict[str, Rulebook] = {}
_packages: dict[str, Package] = {}
_skipped: set[str] = set()


def system_names() -> list[str]:
    """The names of all systems: those that come with Oddsmith, then those of packages and loaded rulebooks."""
    from oddsmith.systems.packages import brought  # what packages bring is looked for where all games are asked for

    added = {entry.name for entry in brought()} | _loaded.keys()
    return [*_BUILT_IN, *sorted(added - _BUILT_IN.keys())]


def systems() -> list[System]:
    """All systems that can be used. What a package brings and cannot be used is left out, with one line in the log."""
    from oddsmith.systems.packages import brought, unusable

    found = []
    for name in system_names():
        try:
            found.append(system(name))
        except RulebookError as error:
            _left_out(str(error))
    names: set[str] = set()
    for entry in brought():
        if entry.name in _BUILT_IN:
            _left_out(str(unusable(entry, "a game that comes with Oddsmith has that name")))
        elif entry.name in names:
            _left_out(str(unusable(entry, "another package brings a game of that name")))
        names.add(entry.name)
    return found


def load_packages() -> None:
    """Load what packages bring, for a process that wants it before it is asked; what cannot be used is left out."""
    from oddsmith.systems.packages import brought

    for entry in brought():
        if entry.name not in _BUILT_IN:
            with suppress(RulebookError):
                system(entry.name)


def built_in_modules() -> list[str]:
    """The modules of the systems that come with Oddsmith, for a process that wants them imported before it is asked."""
    return list(_BUILT_IN.values())


def comes_with_oddsmith(name: str) -> bool:
    """True for the name of a system that comes with Oddsmith; no other game may have it."""
    return name in _BUILT_IN


def is_loaded(name: str) -> bool:
    """True for a system that comes with Oddsmith or was loaded; packages are not looked through."""
    return name in _BUILT_IN or name in _loaded


def system(name: str) -> System:
    """The system of that name; BadInput names the systems there are."""
    found = _loaded.get(name)
    if found is None:
        if name in _BUILT_IN:
            found = importlib.import_module(_BUILT_IN[name]).SYSTEM
        else:
            from oddsmith.systems.packages import installed

            given = installed(name)
            if given is None:
                raise Unknown("system", name, system_names())
            found, package = given
            if package is not None:
                _packages[name] = package
        _loaded[name] = found
    return found


@dataclass(frozen=True)
class Rulebook:
    """A file with a game, as it was when it was loaded. name: of the game."""

    path: str
    source: bytes
    name: str

    @property
    def files(self) -> tuple[str, ...]:
        """The one file, as packages may have several."""
        return (self.path,)

    @property
    def digest(self) -> str:
        """SHA-256 of the file, in hexadecimal."""
        return hashlib.sha256(self.source).hexdigest()


def load_rulebook(path: str, source: bytes | None = None) -> System:
    """The game of a Python file, known by its name from now on: its one `oddsmith.games.Game`, or its `SYSTEM`.

    path: the file, or the name of one of the gallery. It is run: load only what you would run. A file that was loaded
    before takes the place of what it was then, and so does another whose game has the same name.
    source: what is in it; read from it where that is left out.

    Raises BadInput for a file that is not there, RulebookError for one that cannot be run, has no game or several, or
    whose game has the name of one that comes with Oddsmith and does not say that it stands in for that; what was loaded
    before then stays.
    """
    from oddsmith.rules.language.saved import may_mean
    from oddsmith.systems.builtins_of_rulebooks import builtins_of_rulebooks
    from oddsmith.systems.endless import watched

    file = Path(path).absolute()  # as the frames of its code name it
    if source is None:
        if not file.is_file():
            from oddsmith.systems.gallery import gallery

            file = gallery().get(path, file)
        try:
            source = file.read_bytes()
        except OSError as error:
            raise Unreadable("rulebook", path, error) from None
    plain, own = _module_names(file)
    held = getattr(sys.modules.get(plain), "__file__", None)
    is_free = held == str(file) or held not in _rulebooks
    module = ModuleType(plain if is_free else own)
    module.__file__ = str(file)
    vars(module)["__builtins__"] = builtins_of_rulebooks()
    before = {name: sys.modules.get(name) for name in ({plain, own} if is_free else {own})}
    sys.modules.update(dict.fromkeys(before, module))  # dataclasses and saved sessions look their module up
    try:
        # Not by an importer: it would take what it once compiled for a file that was changed within the same second.
        with watched((str(file),), _LOADING):
            _hold_text(str(file), source)
            exec(compile(source, str(file), "exec", dont_inherit=True), vars(module))
        found, line = _game_of(module, path)
        if found.name in _BUILT_IN and not found.instead_of_built_in:
            told = f"its game is called {found.name}, as one that comes with Oddsmith."
            remedy = "Give yours another name, Game(title, name=...), or let it stand in: instead_of_built_in=True."
            raise RulebookError(str(file), told, line=line, remedy=remedy)
    except BaseException as error:
        is_told = isinstance(error, OddsmithError | KeyboardInterrupt)
        failed = error if is_told else _not_run(error, file)  # by the text that failed, before that is taken back
        known = _rulebooks.get(str(file))
        for name, was in before.items():
            del sys.modules[name]
            if was is not None and known is not None:
                sys.modules[name] = was
        if known is not None:
            _hold_text(str(file), known.source)
        if is_told:
            raise
        raise failed from error
    former = _rulebooks.get(str(file))
    for other in [path for path, book in _rulebooks.items() if book.name == found.name and path != str(file)]:
        del _rulebooks[other]  # no more answered by
    if held not in _rulebooks:
        sys.modules[plain] = module
    may_mean(plain, own)  # a session of before has the plain name, whichever file was read first
    _packages.pop(found.name, None)
    _loaded[found.name] = found
    _rulebooks[str(file)] = Rulebook(str(file), source, found.name)
    if former is not None and former.name != found.name:
        _loaded.pop(former.name, None)
    return found


def _hold_text(file: str, source: bytes) -> None:
    """Let the lines of a file be those that were loaded, for whoever looks at them, though it may change."""
    try:
        text = importlib.util.decode_source(source)
    except (SyntaxError, UnicodeDecodeError):
        return  # it cannot be compiled either
    linecache.cache[file] = (len(source), None, text.splitlines(keepends=True), file)


def _game_of(module: ModuleType, path: str) -> tuple[System, int]:
    """The game of a module, and its line; 0 where that is not known."""
    from oddsmith.systems.declaration import System

    named = getattr(module, "SYSTEM", None)
    if isinstance(named, System):
        return named, 0
    games = [*{id(value): value for value in vars(module).values() if hasattr(type(value), "system")}.values()]
    if len(games) != 1:
        remedy = 'Write `game = Game("...")` once, and `@game.action` above its rules.'
        file, line = games[1].written if games else (path, 0)
        raise RulebookError(file, "it has several games." if games else "it has no game.", line=line, remedy=remedy)
    (game,) = games
    found: System = game.system
    return found, game.written[1]


def _module_names(file: Path) -> tuple[str, str]:
    """The names of the module of a rulebook: by its file's name, and by its place, for files of one name.

    Saved sessions have these names.
    """
    plain = f"oddsmith_rulebook_{file.stem}"
    return plain, f"{plain}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"


def _not_run(error: BaseException, file: Path) -> RulebookError:
    """The error about a file that cannot be run, with the last of its lines that was."""
    from oddsmith.systems.faults import last_line, remedy_of, said  # needed by mistakes alone

    if isinstance(error, SyntaxError):
        line = error.lineno or 0
        return RulebookError(str(file), f"{error.msg}.", line=line, remedy="It is no Python as it stands.")
    remedy = remedy_of(error, str(file)) or "The file stops there: mend that line, or leave it out."
    if isinstance(error, ImportError):
        remedy = "Install what it needs, or correct the name; a rulebook needs no more than oddsmith."
    return RulebookError(str(file), said(error), line=last_line(error, str(file)), remedy=remedy)


def at_fault(error: BaseException) -> RulebookError | RuleError | None:
    """Return the same error as one of a rulebook, with the last of its lines that ran, and where its rule stood.

    Where what its rule returned cannot be read, it is the line of the function of the outcome that cannot, or the first
    of the rule. None where no line of a rulebook ran, and for an error that names its place itself or is about what was
    asked.
    """
    files = code_files()
    if not files or isinstance(error, TooLarge | MissingAnswer | RulebookError | KeyboardInterrupt):
        return None
    if isinstance(error, RuleError) and error.file:
        return _impure(error) if error.file in files else None
    from oddsmith.rules.explanation.failures import came_to, moment
    from oddsmith.systems.faults import LEADS_THERE, last_line, remedy_of, said

    stood = moment(error)
    lines = {path: line for path in files if (line := last_line(error, path))}
    read = came_to(error)
    if not lines and stood is not None and stood.file in files:
        function = None if read is None else _reading(error, stood.file, read[0])
        lines = {stood.file: stood.line} if function is None else dict([function])
    if not lines or (isinstance(error, BadInput) and stood is None):
        return None
    ((path, line), *_) = lines.items()
    if isinstance(error, OddsmithError):
        return RulebookError(path, error.message, line=line, remedy=error.remedy, moment=stood)
    remedy = remedy_of(error, path, stood)
    if read is not None and remedy == LEADS_THERE:
        remedy = _RETURNS if read[0] is None or (path, line) == (stood and (stood.file, stood.line)) else _SAYS
    return RulebookError(path, said(error), line=line, remedy=remedy, moment=stood)


def _impure(error: RuleError) -> RuleError | None:
    """Return the error about a rule that does not do the same again, at the line that lets it; None where none does."""
    from oddsmith.rules.language.driver import PURE
    from oddsmith.systems.authoring.impurity import impurities

    for each in impurities("".join(linecache.getlines(error.file))):
        if error.remedy == PURE and error.line in each.of:
            told = f"{each.what}, so that it does not do the same again."
            return RuleError(error.rule, told, remedy=PURE, file=error.file, line=each.line)
    return None


def _reading(error: BaseException, file: str, outcome: object) -> tuple[str, int] | None:
    """Return the file and the line of a function of outcomes that fails at this one as it did; None where none does."""
    from oddsmith.systems.authoring.outcome import written_at

    for found in [found for name, found in _loaded.items() if (code := code_of(name)) and file in code.files]:
        for action in found.actions:
            for read in [*[each.holds for each in action.events], *[each.of for each in action.measures]]:
                try:
                    read(outcome)
                except Exception as again:  # noqa: BLE001  # whatever it was that failed
                    if type(again) is type(error) and outcome is not None:
                        return written_at(read, file)
    return None


_RETURNS = "Let every way through the rule end with `return`, and with what its `->` says."
_SAYS = "Let the function say something of every outcome that the rule may have."


def code_of(name: str) -> Rulebook | Package | None:
    """Return the code of a game that was loaded from a file or a package; None for one that comes with Oddsmith."""
    return next((book for book in _rulebooks.values() if book.name == name), _packages.get(name))


def code_files() -> tuple[str, ...]:
    """Return the files with the code of all games that were loaded, but for those that come with Oddsmith."""
    return (*_rulebooks, *(file for package in _packages.values() for file in package.files))


def rulebook_digest(name: str) -> str | None:
    """SHA-256 of the file or the package that a game was loaded from, in hexadecimal; None for Oddsmith's own."""
    code = code_of(name)
    return None if code is None else code.digest


def rulebook_slips(name: str) -> tuple[str, ...]:
    """Return what the text of the file that has a game has wrong, whatever its answers; see `slips`."""
    code = code_of(name)
    if code is None:
        return ()
    from oddsmith.systems.authoring.slips import slips  # what comes with Oddsmith has none

    return slips(code.path, code.source)


def rulebooks() -> Mapping[str, Rulebook]:
    """The files that were loaded with `load_rulebook`, by their paths."""
    return MappingProxyType(_rulebooks)


def rulebooks_of(name: str) -> tuple[Rulebook, ...]:
    """Return the file that a system was read from; none where it came with Oddsmith or a package."""
    return tuple([book for book in _rulebooks.values() if book.name == name])


def _left_out(told: str) -> None:
    """Say once in the log that a game is left out."""
    if told not in _skipped:
        _skipped.add(told)
        _log.warning("%s", told)
