"""The table of a sweep as text: its first rows on the terminal, or where it was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import faint, grid, say, strong

if TYPE_CHECKING:
    from oddsmith.workbench.table import Table

_MOST_ROWS: Final = 60


def show_table(table: Table, path: Path | None, *, as_json: bool) -> None:
    """Print a table, or say what was written; rows past the first sixty are counted."""
    refused = sum(1 for row in table.rows if row[-1]) if table.columns[-1] == "refused" else 0
    told = f", {refused:,} of them refused" if refused else ""
    if as_json:
        say(json_text(table.document()))
        return
    if path is not None:
        say(f"{path}: {len(table.rows):,} rows{told}, of {len(table.columns)} columns")
        return
    header = [strong(name) for name in table.columns]
    body = [[_shown(value) for value in row] for row in table.rows[:_MOST_ROWS]]
    align = "".join(
        "<" if any(isinstance(row[place], str) for row in table.rows[:_MOST_ROWS]) else ">"
        for place in range(len(header))
    )
    for line in grid([header, *body], align):
        say(line.rstrip())
    if len(table.rows) > _MOST_ROWS:
        say(faint(f"  … and {len(table.rows) - _MOST_ROWS:,} more rows{told}; --out FILE.csv has them all"))


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return minus(f"{value:.6g}" if isinstance(value, float) else str(value))
