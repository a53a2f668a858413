"""The rulebooks of a server, which are read again as they are saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from oddsmith.answers.format.problem import of_error
from oddsmith.errors import OddsmithError, RulebookError
from oddsmith.systems.registry import load_rulebook, system
from oddsmith.systems.versions import Rulebook
from oddsmith.web.compute import jobs
from oddsmith.web.compute.worker_pool import JobFailed, WorkerPool

_LOOK = 0.5  # seconds between two looks at the files
_LOADING = 25.0  # seconds that one may take to be loaded


class Rulebooks:
    """Looks after the files of the rulebooks.

    known: the files that were loaded. pools: the processes that must know them; the first tries what was saved.
    changed: called when a game is another.
    """

    def __init__(
        self, known: Callable[[], Mapping[str, Rulebook]], pools: Sequence[WorkerPool], changed: Callable[[], None]
    ) -> None:
        self._known = known
        self._pools = pools
        self._changed = changed
        self._seen = {path: _stamp(path) for path in known()}
        self._problems: dict[str, dict[str, Any]] = {}
        self._answered = self._described()

    def document(self) -> dict[str, Any]:
        """Return the rulebooks, each with the game and the digest of what is answered by, and the `problem` of a newer
        version where that cannot be used.
        """
        books = [{**told, "problem": self._problems.get(path)} for path, told in self._answered.items()]
        return {"schema": "oddsmith/rulebooks/1", "rulebooks": books}

    def _described(self) -> dict[str, dict[str, Any]]:
        """Return the rulebooks as they were loaded last; they are answered by once all processes know them."""
        return {
            path: {
                "system": book.name,
                "title": system(book.name).title,
                "file": Path(path).name,
                "digest": book.digest,
            }
            for path, book in self._known().items()
        }

    async def watch(self) -> None:
        """Look at the files again and again."""
        while self._seen:
            await asyncio.sleep(_LOOK)
            for path, seen in list(self._seen.items()):
                now = _stamp(path)
                if now != seen:
                    self._seen[path] = now
                    await self._read(path)

    async def _read(self, path: str) -> None:
        """Take in a file that was saved; where it cannot be used, what it was before stays."""
        try:
            source = await asyncio.to_thread(Path(path).read_bytes)
            if source != self._known()[path].source:
                await self._pools[0].run((jobs.loaded, (path, source)), _LOADING)
                await asyncio.to_thread(load_rulebook, path, source)
                for pool in self._pools:
                    await pool.renew(tuple(self._known().values()))
                self._changed()
                self._answered = self._described()
            self._problems.pop(path, None)
        except JobFailed as failed:
            self._problems[path] = failed.document
        except OddsmithError as error:
            self._problems[path] = of_error(error)
        except OSError as error:
            told = f"it cannot be read: {error.strerror}."
            self._problems[path] = of_error(RulebookError(path, told, remedy="Put it back."))
        except RuntimeError:
            told = "it ends the process that reads it."
            self._problems[path] = of_error(RulebookError(path, told, remedy="A rulebook only declares."))


def _stamp(path: str) -> tuple[int, int] | None:
    """When a file was saved last, and how long it is; None where it is not there."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
