"""Fingerprints of rules: the same for the same rule, another one for whatever a rule reads that is another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from oddsmith.rules import Rule
from oddsmith.workbench.fingerprint import fingerprint
from oddsmith.workbench.sweeps import sweep

WRITTEN = """
from oddsmith import d6, roll, rule

MORE = {2: 1, 3: 2}
SETS = frozenset({"brave", "lucky", "tired", "late"})


def bonus(dice: int) -> int:
    return MORE.get(dice, 0)


@rule
async def one(dice: int) -> int:
    return await roll(d6) + bonus(dice)


@rule
async def throw(dice: int) -> int:
    total = len(SETS)
    for _ in range(dice):
        total += await one(dice)
    return total
"""

CHANGES = [
    ("range(dice)", "range(dice + 1)"),  # its own code
    ("total = len", "total = 1 + len"),
    ("d6)", "d6) * 2"),  # a rule that it awaits
    ("get(dice, 0)", "get(dice, 1)"),  # a function of that rule
    ("3: 2", "3: 4"),  # a number that this function reads
    ('"late"', '"early"'),
]


def made(text: str) -> Rule[..., Any]:
    module = ModuleType("written")
    exec(text, vars(module))
    found: Rule[..., Any] = module.throw
    return found


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_whatever_a_rule_reads_changes_its_fingerprint(before: str, after: str) -> None:
    assert before in WRITTEN
    assert fingerprint(made(WRITTEN)) != fingerprint(made(WRITTEN.replace(before, after)))


def test_comments_and_other_rules_of_its_file_do_not() -> None:
    other = WRITTEN + "\n\n@rule\nasync def other(dice: int) -> int:\n    return 3\n"
    assert fingerprint(made(WRITTEN)) == fingerprint(made(other)) == fingerprint(made("# A comment." + WRITTEN))


def test_it_is_the_same_in_every_process(tmp_path: Path) -> None:
    """Sets have another order in each."""
    (tmp_path / "written.py").write_text(WRITTEN)
    script = "from written import throw; from oddsmith.workbench.fingerprint import fingerprint as f; print(f(throw))"
    told = {
        subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True).stdout
        for _ in range(2)
    }
    assert len(told) == 1


def test_a_sweep_that_is_kept_is_done_again_when_its_rule_is_another(tmp_path: Path) -> None:
    before = sweep(made(WRITTEN), keep=tmp_path, dice=[1, 2])
    after = sweep(made(WRITTEN.replace("3: 2", "3: 4").replace("2: 1", "2: 6")), keep=tmp_path, dice=[1, 2])
    assert before["mean"].to_list() == [4 + 3.5, 4 + 2 * 4.5]
    assert after["mean"].to_list() == [4 + 3.5, 4 + 2 * 9.5]
