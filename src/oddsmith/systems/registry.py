"""All systems by name. A system's module is imported only when it is asked for, and so is what all systems need."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import linecache
import logging
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from oddsmith.errors import (
    OddsmithError,
    RulebookChanged,
    RulebookError,
    Unknown,
    Unreadable,
)

if TYPE_CHECKING:
    from oddsmith.systems.declaration import System
    from oddsmith.systems.packages import Package
    from oddsmith.systems.versions import Rulebook

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
_older_files: set[str] = set()  # the names that the code of older versions goes by
_changing = threading.Lock()  # a game and its digest change together
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


def load_rulebook(path: str, source: bytes | None = None) -> System:
    """The game of a Python file, known by its name from now on: its one `oddsmith.games.Game`, or its `SYSTEM`.

    path: the file, or the name of one of the gallery. It is run: load only what you would run. A file that was loaded
    before takes the place of what it was then, and so does another whose game has the same name; `version` still finds
    what it was.
    source: what is in it; read from it where that is left out.

    Raises BadInput for a file that is not there, RulebookError for one that cannot be run, has no game or several, or
    whose game has the name of one that comes with Oddsmith and does not say that it stands in for that; what was loaded
    before then stays.
    """
    from oddsmith.rules.language.saved import may_mean
    from oddsmith.systems.versions import Rulebook, hold

    file = Path(path).absolute()  # as the frames of its code name it
    if source is None:
        if not file.is_file():
            from oddsmith.systems.gallery import gallery

            file = gallery().get(path, file)
        try:
            source = file.read_bytes()
        except OSError as error:
            raise Unreadable("rulebook", path, error) from None
    found = _run(path, file, source, str(file))
    book = Rulebook(str(file), source, found.name)
    plain, own = _module_names(file, str(file))
    with _changing:
        former = _rulebooks.get(str(file))
        for other in [path for path, book in _rulebooks.items() if book.name == found.name and path != str(file)]:
            del _rulebooks[other]  # no more answered by
        if getattr(sys.modules.get(plain), "__file__", None) not in _rulebooks:
            sys.modules[plain] = sys.modules[own]
        may_mean(plain, own)  # a session of before has the plain name, whichever file was read first
        _packages.pop(found.name, None)
        _loaded[found.name] = found
        _rulebooks[str(file)] = book
        hold(book)
        if former is not None and former.name != found.name:
            _loaded.pop(former.name, None)
    return found


def version(name: str, digest: str | None) -> System:
    """The system of that name by the code of that digest, which may have been saved or replaced since.

    digest: as `rulebook_digest` gave it; None for Oddsmith's own, and for what does not say.
    Raises Unknown where there is no such game, RulebookChanged where only another version of its code is here,
    RulebookError where that cannot be run any more.
    """
    from oddsmith.systems.versions import held

    if name not in _loaded and held(name, digest or "") is None:
        try:
            system(name)
        except Unknown:
            if digest is None:
                raise
    with _changing:
        newest, here = _loaded.get(name), rulebook_digest(name)
    if newest is not None and (digest == here or (digest is None and name not in _BUILT_IN)):
        return newest
    if digest is None:
        built_in: System = importlib.import_module(_BUILT_IN[name]).SYSTEM
        return built_in
    book = held(name, digest)
    if book is None:
        raise RulebookChanged(name, digest, here)
    return _older(book)


@lru_cache(8)
def _older(book: Rulebook) -> System:
    """A version of a rulebook that is held, run under names of its own."""
    from oddsmith.systems.versions import versioned

    code = versioned(book.path, book.digest)
    found = _run(book.path, Path(book.path), book.source, code)
    _older_files.add(code)
    return found


def has_version(name: str, digest: str | None) -> bool:
    """True where `version` finds the code of that digest."""
    from oddsmith.systems.versions import held

    if digest is None or held(name, digest) is not None:
        return True
    with suppress(Unknown, RulebookError):
        system(name)  # a package has a digest once its game is loaded
    return digest == rulebook_digest(name)


def _run(path: str, file: Path, source: bytes, code: str) -> System:
    """Run a rulebook and return its game. path: as it was given. code: the name that its code goes by."""
    from oddsmith.systems.builtins_of_rulebooks import builtins_of_rulebooks
    from oddsmith.systems.endless import watched
    from oddsmith.systems.packages import read_through

    plain, own = _module_names(file, code)
    holder = getattr(sys.modules.get(plain), "__file__", None)
    is_free = code == str(file) and (holder == str(file) or holder not in _rulebooks)
    module = ModuleType(plain if is_free else own)
    module.__file__ = str(file)
    vars(module)["__builtins__"] = builtins_of_rulebooks()
    before = {name: sys.modules.get(name) for name in ({plain, own} if is_free else {own})}
    lines = linecache.cache.get(code)
    sys.modules.update(dict.fromkeys(before, module))  # dataclasses and saved sessions look their module up
    try:
        # Not by an importer: it would take what it once compiled for a file that was changed within the same second.
        with watched((code,), _LOADING):
            _hold_text(code, source)
            exec(compile(source, code, "exec", dont_inherit=True), vars(module))
        found, line = _game_of(module, path)
        read_through(found)
        if found.name in _BUILT_IN and not found.instead_of_built_in:
            told = f"its game is called {found.name}, as one that comes with Oddsmith."
            remedy = "Give yours another name, Game(title, name=...), or let it stand in: instead_of_built_in=True."
            raise RulebookError(str(file), told, line=line, remedy=remedy)
    except BaseException as error:
        is_told = isinstance(error, OddsmithError | KeyboardInterrupt)
        failed = error if is_told else _not_run(error, code)  # by the text that failed, before that is taken back
        for name, was in before.items():
            del sys.modules[name]
            if was is not None:
                sys.modules[name] = was
        if lines is not None:
            linecache.cache[code] = lines
        if is_told:
            raise
        raise failed from error
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


def _module_names(file: Path, code: str) -> tuple[str, str]:
    """The names of the module of a rulebook: by its file's name, and by the place of its code, for files of one name.

    Saved sessions have these names.
    """
    plain = f"oddsmith_rulebook_{file.stem}"
    return plain, f"{plain}_{hashlib.sha256(code.encode()).hexdigest()[:8]}"


def _not_run(error: BaseException, file: str) -> RulebookError:
    """The error about a file that cannot be run, with the last of its lines that was."""
    from oddsmith.systems.faults import last_line, remedy_of, said  # needed by mistakes alone

    if isinstance(error, SyntaxError):
        line = error.lineno or 0
        return RulebookError(file, f"{error.msg}.", line=line, remedy="It is no Python as it stands.")
    remedy = remedy_of(error, file) or "The file stops there: mend that line, or leave it out."
    if isinstance(error, ImportError):
        remedy = "Install what it needs, or correct the name; a rulebook needs no more than oddsmith."
    return RulebookError(file, said(error), line=last_line(error, file), remedy=remedy)


def code_of(name: str) -> Rulebook | Package | None:
    """Return the code of a game that was loaded from a file or a package; None for one that comes with Oddsmith."""
    return next((book for book in _rulebooks.values() if book.name == name), _packages.get(name))


def code_files() -> tuple[str, ...]:
    """Return the files with the code of all games that were loaded, but for those that come with Oddsmith."""
    codes: tuple[Rulebook | Package, ...] = (*_rulebooks.values(), *_packages.values())
    return (*(file for code in codes for file in code.files), *_older_files)


def games_in(file: str) -> list[System]:
    """Return the games whose code is of that file."""
    return [found for name, found in _loaded.items() if (code := code_of(name)) and file in code.files]


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
