"""Writes the corpus of forged logs anew, from logs that are kept: `python -m tests.table.verify.corpus.write`.

`logs.tar.xz` holds every log; `index.json` says of each what it is made of, what was forged, and what must be said;
`complaints.json` names a log for each complaint of the verifiers that are written in Python.
"""

from __future__ import annotations

import copy
import hashlib
import io
import itertools
import json
import lzma
import random
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.table.forgeries import FORGERIES, rechained
from tests.table.verify.complaints import complaints, heard, sites
from tests.table.verify.corpus.broken_chains import BROKEN_CHAINS
from tests.table.verify.corpus.entry import Entry
from tests.table.verify.corpus.more_forgeries import (
    AS_TEXT,
    IN_CHOICES,
    IN_FORM,
    IN_HIDDEN,
    IN_HIDDEN_ASKED,
    IN_ORDER,
    IN_READERSHIP,
    IN_READERSHIP_OF_OTHERS,
    apart,
    noted,
)
from tests.table.verify.corpus.rare_checks import IN_RARE_CHECKS
from tests.table.verify.verifiers import by_server, said_by_second

from oddsmith.table.fairness import canonical, fair

HERE = Path(__file__).parent
GOLDEN = Path(__file__).parents[3] / "golden" / "logs"
Log = dict[str, Any]


def honest() -> Iterator[tuple[Entry, bytes]]:
    """Logs in which everything is right."""
    for file in sorted(GOLDEN.glob("*.json")):
        yield Entry(f"honest/{file.name}", file.name, "nothing: a log as it was kept", "passes"), file.read_bytes()
        kind = "nothing: written with other spaces, and the fields of everything in another order"
        text = json.dumps(_mixed(json.loads(file.read_bytes()), random.Random(file.name)), indent=1)
        yield Entry(f"honest/{file.stem}-laid-out.json", file.name, kind, "passes"), text.encode()
    kind = "nothing: notes about a hidden roll, before it is shown and after"
    log = noted(json.loads((GOLDEN / "everything.json").read_bytes()))
    yield Entry("honest/notes-on-a-hidden-roll.json", "everything.json", kind, "passes"), canonical.text(log).encode()
    kind, of = "nothing: a hidden roll is taken back, a note is for its writer", "everything-as-cy-sees-it.json"
    log = apart(json.loads((GOLDEN / of).read_bytes()))
    yield Entry("honest/taken-back-unseen.json", of, kind, "passes"), canonical.text(log).encode()


def _mixed(value: Any, by: random.Random) -> Any:
    """Return JSON with the fields of each object in some other order, which says nothing else."""
    if isinstance(value, dict):
        return {name: _mixed(value[name], by) for name in by.sample(list(value), len(value))}
    return [_mixed(part, by) for part in value] if isinstance(value, list) else value


def forged() -> Iterator[tuple[Entry, bytes]]:
    """Logs in which something is not."""
    logs = {file.name: json.loads(file.read_bytes()) for file in GOLDEN.glob("*.json")}
    base, choices, rows = "everything.json", "choices-and-forfeits.json", "rows-of-pledges.json"
    asks = "rollers-asked.json"
    redacted = "everything-as-cy-sees-it.json"

    def made(of: str, name: str, forge: Callable[[Log], object], again: bool = True) -> bytes:
        log = copy.deepcopy(logs[of])
        forge(log)
        return canonical.text(rechained(log) if again else log).encode()

    for forgery in FORGERIES:
        of = asks if forgery.asked else rows if forgery.rows else base
        words = forgery.name.replace("_", " ")
        yield (
            Entry(f"forged/{forgery.name}.json", of, words, "fails", forgery.rules, None, forgery.roll),
            made(of, forgery.name, forgery.forge),
        )
    for of, more in ((base, IN_ORDER), (choices, IN_CHOICES)):
        for name, (forge, rules) in more.items():
            yield Entry(f"forged/{name}.json", of, name.replace("-", " "), "fails", rules), made(of, name, forge)
    for of, hidden in ((redacted, IN_HIDDEN), ("rollers-asked-as-cy-sees-it.json", IN_HIDDEN_ASKED)):
        for name, forge in hidden.items():
            yield Entry(f"hidden/{name}.json", of, name.replace("-", " "), "fails"), made(of, name, forge)
    for of, read in ((base, IN_READERSHIP), (redacted, IN_READERSHIP_OF_OTHERS)):
        for name, forge in read.items():
            yield Entry(f"hidden/{name}.json", of, name.replace("-", " "), "fails"), made(of, name, forge)
    for name, (of, forge, rules) in IN_RARE_CHECKS.items():
        entry = Entry(f"checks/{name}.json", f"{of}.json", name.replace("-", " "), "fails", rules)
        yield entry, made(entry.of, name, forge)
    for name, (forge, what, again) in IN_FORM.items():
        entry = Entry(f"form/{name}.json", base, name.replace("-", " "), "fails", False, what)
        yield entry, made(base, name, forge, again)
    for name, broken in BROKEN_CHAINS.items():
        words = f"{name.replace('-', ' ')}, and no digest made right again"
        entry = Entry(f"chain/{name}.json", base, words, "fails", what=broken.what, event=broken.event)
        yield entry, made(base, name, broken.forge, again=False)
    for name, (before, after) in AS_TEXT.items():
        text = canonical.text(logs[base]).encode()
        assert before in text, name
        yield Entry(f"no-log/{name}.json", base, name.replace("-", " "), "no log"), text.replace(before, after, 1)


def corpus() -> list[tuple[Entry, bytes]]:
    """All of it, the same every time."""
    numbers = itertools.count()
    with patch.object(fair, "fresh", lambda: hashlib.sha256(f"forged {next(numbers)}".encode()).hexdigest()):
        return [*honest(), *forged()]


def complained(entries: list[tuple[Entry, bytes]]) -> dict[str, str]:
    """A log for each complaint, the first by which it is made."""
    known = sites()
    found: dict[str, str] = {}
    for entry, data in entries:
        if entry.verdict != "passes":
            with heard() as lines:
                by_server(data)
                _, wrong = said_by_second(data)
            for complaint in complaints(known, lines, wrong):
                found.setdefault(complaint, entry.file)
    return found


def main() -> None:
    """Write all files."""
    entries = corpus()
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for entry, data in entries:
            member = tarfile.TarInfo(entry.file)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    (HERE / "logs.tar.xz").write_bytes(lzma.compress(archive.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    lines = ",\n".join(json.dumps({k: v for k, v in asdict(entry).items() if v}) for entry, _ in entries)
    (HERE / "index.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    (HERE / "complaints.json").write_text(json.dumps(complained(entries), indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
