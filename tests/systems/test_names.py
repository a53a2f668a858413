"""Names in what the systems say of wrong inputs: those of the fields, which every way in spells in its own way."""

import ast
from pathlib import Path

import pytest

import oddsmith.systems

SOURCES = sorted(Path(oddsmith.systems.__file__).parent.rglob("*.py"))
FIELDS = {"BadInput", "bad", "dice_entered", "_check_dice", "_check_some", "_check_payable", "split_dice", "offered"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_field_has_the_name_that_programs_know(source: Path):
    fields = [
        str(node.args[0].value)
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in FIELDS
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]
    assert [field for field in fields if "-" in field] == []
