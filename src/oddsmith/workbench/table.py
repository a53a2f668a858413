"""The table of a sweep: its columns, as a Polars frame, and the files that it can be written to."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from oddsmith.errors import BadInput, NotInstalled
from oddsmith.workbench.study import SOMETIMES, Row, Study, column

if TYPE_CHECKING:
    import polars as pl

#: The kinds of files that a table is written to.
SUFFIXES: Final = (".parquet", ".csv", ".json")

_REFUSED: Final = "refused"


@dataclass(frozen=True)
class Table:
    """Names of columns, rows, and what was asked. A column in which nothing stands is left out."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    about: dict[str, Any]

    def frame(self) -> pl.DataFrame:
        """Return it as a Polars frame; raises NotInstalled where Polars is not installed."""
        try:
            import polars as pl
        except ModuleNotFoundError as error:
            raise NotInstalled("A table as Parquet or in Polars", error.name, "sweep") from None
        rows = list(zip(*map(_storable, zip(*self.rows, strict=True)), strict=True))
        return pl.DataFrame(rows, schema=list(self.columns), orient="row", infer_schema_length=None)

    def write(self, path: Path) -> None:
        """Write it whole to a file of one of SUFFIXES, in the place of what was there.

        A Parquet file has what was asked, the versions and the digests of rulebooks under `oddsmith` in its metadata;
        a JSON file has it as `about`.
        """
        begun = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            if path.suffix == ".parquet":
                self.frame().write_parquet(begun, metadata={"oddsmith": json.dumps(self.about, ensure_ascii=False)})
            elif path.suffix == ".json":
                begun.write_text(json.dumps(self.document(), ensure_ascii=False) + "\n", encoding="utf-8")
            else:
                with begun.open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file).writerows([self.columns, *self.rows])
            begun.replace(path)
        finally:
            begun.unlink(missing_ok=True)

    def document(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"schema": "oddsmith/table/1", "about": self.about, "columns": list(self.columns), "rows": self.rows}


def table_of(study: Study, rows: Iterable[Row]) -> Table:
    """Make the table of all rows of a study."""
    rows = list(rows)
    first = len(study.axes)
    asked = [*[axis.name for axis in study.axes], *study.columns, _REFUSED]
    names = [*asked[:first], *[column(study, name) for name in study.columns], _REFUSED]
    always = {*range(first), *[place for place, name in enumerate(asked[first:-1], first) if name not in SOMETIMES]}
    kept = [
        place for place, name in enumerate(asked) if place in always or any(_says(name, row[place]) for row in rows)
    ]
    columns = tuple([names[place] for place in kept])
    return Table(columns, [[row[place] for place in kept] for row in rows], about(study))


def _says(name: str, value: Any) -> bool:
    """Tell whether a value is worth a column: a chance or a mean of 0 is, but nothing unresolved is not."""
    return bool(value) if name == "unresolved" else value is not None


def about(study: Study) -> dict[str, Any]:
    """Return what was asked and by what it was answered: the same for the same table, whenever that is made."""
    return {
        "question": study.document(),
        "versions": {"oddsmith": version("oddsmith"), "python": sys.version.split()[0]},
    }


def key(study: Study) -> str:
    """Return the name of a sweep: the SHA-256 of what it asks and by what it is answered."""
    text = json.dumps([about(study), list(study.columns)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _storable(values: Sequence[Any]) -> list[Any]:
    """Return a column; as texts where no type of Polars holds it: numbers past 64 bits, lists beside other values."""
    lists = [isinstance(value, list) for value in values if value is not None]
    if any(lists) != all(lists) or any(isinstance(value, int) and value.bit_length() > 63 for value in values):
        return [None if value is None else str(value) for value in values]
    return list(values)


def checked_path(path: str) -> Path:
    """Return where a table is to be written; BadInput for another suffix, a folder, or one that is not there."""
    found = Path(path)
    if found.suffix not in SUFFIXES:
        raise BadInput("out", path, f"a file that ends in {', '.join(SUFFIXES)}")
    if not found.absolute().parent.is_dir():
        raise BadInput("out", path, "a file in a folder that is there")
    if found.is_dir():
        raise BadInput("out", path, "a file; this is a folder")
    return found
