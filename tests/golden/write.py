"""Write anew all that the golden tests compare with.

    python -m tests.golden.write

Only when an answer is meant to be another than it was; what then changed is read in the diff before it is committed.
Logs, databases and saved sessions are not written by this: they are what an earlier day's code left behind.
"""

from __future__ import annotations

import shutil

from tests.golden import asked
from tests.golden.kept import DATA, write
from tests.golden.ways import printed


def documents() -> None:
    """Write the documents of the command line."""
    shutil.rmtree(DATA / "documents", ignore_errors=True)
    for name, lines in asked.by_file().items():
        write(DATA / name, [(line, printed(*asked.words(line))) for line in lines])


if __name__ == "__main__":
    documents()
