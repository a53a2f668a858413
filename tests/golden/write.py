"""Write anew all that the golden tests compare with.

    python -m tests.golden.write                all
    python -m tests.golden.write "tune " sweep  lines with one of these texts in them

Only when an answer is meant to be another than it was; what then changed is read in the diff before it is committed.
Logs, databases and saved sessions are not written by this: they are what an earlier day's code left behind.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden import asked, http
from tests.golden.kept import DATA, files, screen, screens, write
from tests.golden.ways import told


def documents(anew: Callable[[str], bool]) -> None:
    """Write the documents of the command line."""
    by_file = asked.by_file()
    for file in files("documents", ".jsonl"):
        if str(file.relative_to(DATA)) not in by_file:
            file.unlink()
    for name, lines in by_file.items():
        write(DATA / name, lines, told, anew)


def shown(anew: Callable[[str], bool]) -> None:
    """Write what the command line shows."""
    for name, lines in asked.screens_by_file().items():
        file = DATA / name
        old = screens(file) if file.exists() else {}
        file.parent.mkdir(parents=True, exist_ok=True)
        found = (screen(line, told(line)) if line not in old or anew(line) else old[line] for line in lines)
        file.write_text("\n\n".join(found) + "\n", encoding="utf-8")


def answers(anew: Callable[[str], bool]) -> None:
    """Write what is answered over HTTP."""
    with TemporaryDirectory() as folder, http.site(f"sqlite:///{Path(folder) / 'tables.db'}") as site:
        write(DATA / "http" / "answers.jsonl", http.asked(), partial(http.answer, site), anew)


if __name__ == "__main__":
    texts = sys.argv[1:]

    def _anew(line: str) -> bool:
        return not texts or any(text in line for text in texts)

    documents(_anew)
    shown(_anew)
    answers(_anew)
