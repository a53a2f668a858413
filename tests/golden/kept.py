"""What is kept in `data/`: documents a line each, and what the program prints as it stands on the screen.

A document that is much like the first of its kind in the same file is told by what differs: `like` names the line,
`but` the paths that are otherwise, `gone` those that it lacks. Of a very long one there are the beginnings of its lists
and a digest of the whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tests.golden.paths import Leaves, difference, leaves
from tests.golden.ways import Printed

DATA = Path(__file__).with_name("data")

#: How many letters a document may have to be kept whole.
_LONG = 40_000

#: What is kept whole however long it is: each of its differences tells something.
_WHOLE = ("systems", "GET /openapi.json")


@dataclass(frozen=True)
class Kept:
    """What was answered: the exit code or status, and the ends of the document's paths."""

    asked: str
    exit: int
    answer: Leaves


def answered(line: str, told: Printed) -> Kept:
    """What a command with `--json` answered; of an error, what it prints."""
    return Kept(line, told.exit, leaves(_document(line, told)))


def write(file: Path, lines: Iterable[str], told: Callable[[str], Printed], anew: Callable[[str], bool]) -> None:
    """Write what commands with `--json` answer. told: finds that; anew: tells of a line whether it is to be.

    What is told by what differs from another line is written anew with that line.
    """
    old = _entries(file)
    first: dict[str, Kept] = {}
    found = []
    for line in lines:
        kind = line.split()[0]
        like = first.get(kind)
        if line in old and not anew(line) and (like is None or not anew(like.asked)):
            first.setdefault(kind, read(file)[line])
            found.append(old[line])
            continue
        printed = told(line)
        one = answered(line, printed)
        first.setdefault(kind, one)
        found.append(_dumped(_entry(one, _document(line, printed), like)))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")


def _entry(one: Kept, document: Any, like: Kept | None) -> dict[str, Any]:
    """A line of a file: the document, or what is otherwise than in one like it, where that is shorter."""
    entry: dict[str, Any] = {"asked": one.asked, "exit": one.exit, "answer": document}
    if like is None:
        return entry
    but, gone = difference(like.answer, one.answer)
    shorter: dict[str, Any] = {"asked": one.asked, "exit": one.exit, "like": like.asked, "but": but}
    shorter |= {"gone": gone} if gone else {}
    return min(shorter, entry, key=lambda each: len(_dumped(each)))


def _entries(file: Path) -> dict[str, str]:
    """The lines of a file as they stand there, by what was asked."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {json.loads(line)["asked"]: line for line in lines}


@cache
def read(file: Path) -> dict[str, Kept]:
    """The answers of a file, by what was asked."""
    found: dict[str, Kept] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if "like" in entry:
            gone = set(entry.get("gone", ()))
            old = {path: value for path, value in found[entry["like"]].answer.items() if path not in gone}
            answer = old | entry["but"]
        else:
            answer = leaves(entry["answer"])
        found[entry["asked"]] = Kept(entry["asked"], entry["exit"], answer)
    return found


def files(folder: str, ending: str) -> list[Path]:
    """The files of a folder of `data/`, in order."""
    return sorted((DATA / folder).rglob(f"*{ending}"))


def screen(line: str, told: Printed) -> str:
    """What stands on the screen: the command after `$`, what is printed after `|`, errors after `!`, the exit code."""
    rows = [f"$ oddsmith {line}"]
    rows += [f"| {row}".rstrip() for row in told.out.splitlines()]
    rows += [f"! {row}".rstrip() for row in told.err.splitlines()]
    return "\n".join([*rows, f"= {told.exit}"])


@cache
def screens(file: Path) -> dict[str, str]:
    """The screens of a file, by the line that was typed."""
    return dict(_screens(file.read_text(encoding="utf-8")))


def audits() -> dict[str, tuple[Path, Path]]:
    """The audits that are kept both as a document and as a screen, as they are typed for people, with their files."""
    documents = {line: file for file in files("documents", ".jsonl") for line in read(file)}
    shown = {line: file for file in files("screens", ".txt") for line in screens(file) if line.startswith("audit ")}
    return {line: (documents[f"{line} --json"], file) for line, file in shown.items() if f"{line} --json" in documents}


def _screens(text: str) -> Iterator[tuple[str, str]]:
    for part in text.strip("\n").split("\n\n$ "):
        whole = part if part.startswith("$ ") else f"$ {part}"
        yield whole.partition("\n")[0].removeprefix("$ oddsmith "), whole


def _document(line: str, told: Printed) -> Any:
    if told.exit:
        return told.err.splitlines()
    text = _dumped(told.document)
    if len(text) <= _LONG or line.startswith(_WHOLE):
        return told.document
    digest = hashlib.sha256(json.dumps(told.document, sort_keys=True).encode()).hexdigest()
    return {"sha256": digest, "begins": _begun(told.document)}


def _begun(value: Any) -> Any:
    """A document without what comes after the first few items of every list and letters of every text."""
    if isinstance(value, dict):
        return {key: _begun(item) for key, item in islice(value.items(), 50)}
    if isinstance(value, list):
        return [_begun(item) for item in value[:4]]
    return value[:400] if isinstance(value, str) else value


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
