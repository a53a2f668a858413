"""The document of the gallery: each game with what it says of itself and its code, read without being run."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from typing import Any

from oddsmith.systems.authoring.game import name_of
from oddsmith.systems.gallery import gallery


@lru_cache(maxsize=1)
def gallery_document() -> dict[str, Any]:
    """Return all games: `name`, as `--rulebook` takes it, `system`, as it is asked once it is loaded, `title`,
    `summary`, `source`, `file` and `code`."""
    return {"schema": "oddsmith/gallery/1", "games": [_game(name, file) for name, file in gallery().items()]}


def _game(name: str, file: Path) -> dict[str, str]:
    code = file.read_text(encoding="utf-8")
    module = ast.parse(code)
    made = next(
        call
        for call in ast.walk(module)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Game"
    )
    source = next(ast.literal_eval(each.value) for each in made.keywords if each.arg == "source")
    title = ast.literal_eval(made.args[0])
    named = next((ast.literal_eval(each.value) for each in made.keywords if each.arg == "name"), "")
    return {
        "name": name,
        "system": named or name_of(title),
        "title": title,
        "summary": " ".join((ast.get_docstring(module) or "").split()),
        "source": source,
        "file": file.name,
        "code": code,
    }
