"""The corpus of forged logs as it is kept."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Final

from tests.table.verify.corpus.entry import Entry

HERE = Path(__file__).parent


def _corpus() -> list[tuple[Entry, bytes]]:
    with tarfile.open(HERE / "logs.tar.xz") as archive:
        found = []
        for fields in json.loads((HERE / "index.json").read_bytes()):
            entry = Entry(**fields)
            file = archive.extractfile(entry.file)
            assert file is not None
            found.append((entry, file.read()))
    return found


CORPUS: Final = _corpus()
#: A log for each complaint of the verifiers.
COMPLAINTS: Final[dict[str, str]] = json.loads((HERE / "complaints.json").read_bytes())
