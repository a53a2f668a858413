"""Write anew all that the golden tests compare with.

    python -m tests.golden.write

Only when an answer is meant to be another than it was; what then changed is read in the diff before it is committed.
Logs, databases and saved sessions are not written by this: they are what an earlier day's code left behind.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden import asked, http
from tests.golden.kept import DATA, screen, write
from tests.golden.ways import told


def documents() -> None:
    """Write the documents of the command line."""
    shutil.rmtree(DATA / "documents", ignore_errors=True)
    for name, lines in asked.by_file().items():
        write(DATA / name, [(line, told(line)) for line in lines])


def screens() -> None:
    """Write what the command line shows."""
    for name, lines in asked.screens_by_file().items():
        file = DATA / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shown = (screen(line, told(line)) for line in lines)
        file.write_text("\n\n".join(shown) + "\n", encoding="utf-8")


def answers() -> None:
    """Write what is answered over HTTP."""
    with TemporaryDirectory() as folder, http.site(f"sqlite:///{Path(folder) / 'tables.db'}") as site:
        write(DATA / "http" / "answers.jsonl", [(line, http.answer(site, line)) for line in http.asked()])


if __name__ == "__main__":
    documents()
    screens()
    answers()
