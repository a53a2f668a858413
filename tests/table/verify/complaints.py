"""Complaints of the server's verifier and of the second one: where each is made, and by which logs.

A complaint is named for where it stands in the code, such as `chain._check: 'its digest'`. `complaints.json` of the
corpus has a log for each.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from tests.table.verify.verifiers import TOOL, second

import oddsmith.table.verify
from oddsmith.table.verify.comparison import Comparison

FOLDER = Path(oddsmith.table.verify.__file__).parent
#: Modules of the folder in which nothing is said of a log by itself: `test_receipts.py` is about receipts.
BESIDE = {"comparison.py", "receipt.py", "report.py"}
#: Complaints that no log makes, and why they are there.
WITHOUT_A_LOG = {
    "chain._read: 'an event has'": "a net below the form: what that lets pass can be read",
    "check_log._unruled: 'who does it'": "of rolls by another version of a rulebook: test_versions.py",
    "check_log._unruled: 'landed'": "of the same",
    "verify_log.read_receipt: fault": "of receipts",
    "verify_log.read_receipt: 'the points of the receipt are not in order'": "of receipts",
    "verify_log.read_receipt: "
    "f\"the receipt is of table {receipt['table']}, the log of {log.get('table')}\"": "of receipts",
}
#: Calls by which the verifiers complain, and the place of the words among their arguments.
SAYS = {"same": 0, "_same": 0, "differs": 0, "values": 0, "broken": 0, "needs": 1, "Wrong": 0, "NoLog": 0}


@dataclass(frozen=True)
class Site:
    """A place in the code where something is said. said: by these words, where they are returned and not said there."""

    name: str
    file: Path
    lines: range
    said: re.Pattern[str] | None = None


class _Finder(ast.NodeVisitor):
    """Finds all sites of a module."""

    def __init__(self, file: Path) -> None:
        self.file, self.inside = file, [""]
        self.sites: list[Site] = []
        self.names: Counter[str] = Counter()
        self.visit(ast.parse(file.read_text(encoding="utf-8")))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within(node, f"{node.name}.")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within(node, f"{node.name}.")

    def _within(self, node: ast.AST, name: str) -> None:
        self.inside.append(name)
        self.generic_visit(node)
        self.inside.pop()

    def visit_Call(self, node: ast.Call) -> None:
        place = SAYS.get(getattr(node.func, "attr", getattr(node.func, "id", "")))
        if place is not None and len(node.args) > place:
            self._found(node, ast.unparse(node.args[place]), None)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Words about the form and the faces are returned to whoever says them."""
        if self.file == TOOL and self.inside[-2:] != ["", ""] and isinstance(node.value, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else ... for part in node.value.values]
            if any(isinstance(part, str) and " " in part for part in parts):
                pattern = "".join(".*" if part is ... else re.escape(str(part)) for part in parts)
                self._found(node, ast.unparse(node.value), re.compile(pattern))
        self.generic_visit(node)

    def _found(self, node: ast.expr | ast.stmt, words: str, said: re.Pattern[str] | None) -> None:
        name = f"{self.file.stem}.{self.inside[-1]}"[:-1] + f": {words}"
        self.names[name] += 1
        again = f" ({self.names[name]})" if self.names[name] > 1 else ""
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        self.sites.append(Site(name + again, self.file, lines, said))


def sites() -> list[Site]:
    """All places where one of the two complains."""
    files = sorted(file for file in FOLDER.glob("*.py") if file.name not in BESIDE)
    return [site for file in [*files, TOOL] for site in _Finder(file).sites]


def complaints(known: list[Site], lines: set[tuple[Path, int]], wrong: list[tuple[int, str]]) -> set[str]:
    """The names of complaints: lines from which something was said, and what the second verifier said."""
    return {
        site.name
        for site in known
        if (site.said is None and any(site.file == file and line in site.lines for file, line in lines))
        or (site.said is not None and any(site.said.search(what) for _, what in wrong))
    }


@contextmanager
def heard() -> Iterator[set[tuple[Path, int]]]:
    """Collect the lines from which something is said."""
    lines: set[tuple[Path, int]] = set()
    module, _ = second()

    def from_here(frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_filename.endswith("comparison.py"):
            frame = frame.f_back
        assert frame is not None
        lines.add((Path(frame.f_code.co_filename), frame.f_lineno))

    differs, same, needs = Comparison.differs, module.Table.same, module.Table.needs

    def heard_differs(self: Comparison, what: str, found: Any, expected: Any) -> None:
        from_here(sys._getframe(1))
        differs(self, what, found, expected)

    def heard_same(self: Any, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            from_here(sys._getframe(1))
        same(self, what, found, expected)

    def heard_needs(self: Any, holds: bool, what: str) -> None:
        if not holds:
            from_here(sys._getframe(1))
        needs(self, holds, what)

    def heard_error(self: Exception, *words: object) -> None:
        from_here(sys._getframe(1))
        Exception.__init__(self, *words)

    with (
        patch.object(Comparison, "differs", heard_differs),
        patch.multiple(module.Table, same=heard_same, needs=heard_needs),
        patch.object(module.Wrong, "__init__", heard_error),
        patch.object(module.NoLog, "__init__", heard_error),
    ):
        yield lines
