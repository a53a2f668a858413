"""What is done of a sweep, on disk: each part written once, so that a sweep that was stopped goes on where it was."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from oddsmith.workbench.study import Row
from oddsmith.workbench.tasks import Task

_NAME: Final = re.compile(r"(\d{9})-([0-9a-f]{64})\.json")


class Parts:
    """The rows of a sweep in files of a folder, each named by its first cell and the SHA-256 of what it holds.

    A file comes into being whole, or not at all; one that holds something else than its name says is not read.
    """

    def __init__(self, folder: Path | None, key: str) -> None:
        """folder: where parts of sweeps are; without one they are kept in memory. key: of this sweep."""
        self._folder = None if folder is None else folder / key
        self._rows: dict[int, list[Row]] = {}
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self._folder.iterdir()):
                self._read(path)

    def _read(self, path: Path) -> None:
        named = _NAME.fullmatch(path.name)
        if named is None:
            return
        text = path.read_bytes()
        if hashlib.sha256(text).hexdigest() == named[2]:
            self._rows[int(named[1])] = json.loads(text)

    def add(self, first: int, rows: list[Row]) -> None:
        """Keep the rows of the cells from `first` on; they are on disk when this returns."""
        if self._folder is not None:
            text = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()
            whole = self._folder / f"{first:09d}-{hashlib.sha256(text).hexdigest()}.json"
            self._folder.mkdir(parents=True, exist_ok=True)  # another driver of the same sweep may be done with it
            begun = whole.with_suffix(f".{os.getpid()}")
            with begun.open("wb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            begun.replace(whole)
        self._rows[first] = rows

    @property
    def count(self) -> int:
        """How many cells are done."""
        return sum([last - first for first, last in self._runs()])

    def left(self, cells: int) -> Iterator[Task]:
        """Yield the runs of cells that are not done, of so many in all."""
        done = 0
        for first, last in self._runs():
            if first > done:
                yield Task(done, first)
            done = last
        if done < cells:
            yield Task(done, cells)

    def rows(self) -> Iterator[Row]:
        """Yield all rows in the order of the cells."""
        done = 0
        for first in sorted(self._rows):
            rows = self._rows[first]
            yield from rows[max(0, done - first) :]
            done = max(done, first + len(rows))

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield where parts that overlap no other begin and end; two drivers may have done the same cells."""
        done = 0
        for first in sorted(self._rows):
            last = first + len(self._rows[first])
            if last > done:
                yield max(first, done), last
                done = last

    def discard(self) -> None:
        """Remove the parts from the disk."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)  # another driver may be writing to it, or removing it
            with contextlib.suppress(OSError):  # parts of other sweeps are there, or it is gone
                self._folder.parent.rmdir()
