"""Facts that are tables, as columns of text."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import is_table, percent, shown


def show_tables(document: dict[str, Any], *, in_full: bool = False) -> None:
    """Print the facts of a document that are tables: a title, a head, a line for each row, its note below it."""
    for table in filter(is_table, document["facts"].values()):
        columns = table["columns"]
        cells = [[_cell(row[name], in_full=in_full) for name, _ in columns] for row in table["rows"]]
        head, *lines = grid([[head for _, head in columns], *cells], "<" + ">" * (len(columns) - 1))
        say()
        say(wrapped(f"{table['title']}."))
        say(strong(head))
        for row, line in zip(table["rows"], lines, strict=True):
            say(line)
            if "note" in row:
                say(faint(wrapped(minus(row["note"]), indent="      ", hanging="")))


def _cell(value: Any, *, in_full: bool) -> str:
    """Write a value; a chance in percent, or in full as a fraction."""
    if isinstance(value, dict):
        return str(value["p"]) if in_full else percent(value["float"])
    return "–" if value is None else shown(value)
