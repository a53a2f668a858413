"""Writes docs/log.schema.json anew: the form of logs, as the models have it that the server checks logs with."""

from __future__ import annotations

import json
from pathlib import Path

from oddsmith.table.forms.schema import json_schema

FILE = Path(__file__).parents[1] / "docs" / "log.schema.json"


def text() -> str:
    """Return the schema as the file has it."""
    return json.dumps(json_schema(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
