"""Sweeps that are stopped, killed, or made of cells that kill: what is done stays done, and the table is the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.workbench.kills import LONG, SHORT, kept, killed

from oddsmith.systems import endless
from oddsmith.systems.registry import load_rulebook
from oddsmith.workbench.axes import cell_count
from oddsmith.workbench.parts import Parts
from oddsmith.workbench.runners.cluster import Cluster
from oddsmith.workbench.runners.processes import Processes
from oddsmith.workbench.runners.runner import Here, Runner
from oddsmith.workbench.study import Study
from oddsmith.workbench.sweeps import study_of, swept
from oddsmith.workbench.table import key
from oddsmith.workbench.tasks import Task

#: A game whose rule prints.
LOUD = """
from oddsmith import d6, roll
from oddsmith.games import Game

game = Game("Loud")


@game.action
async def throw(dice: int) -> int:
    total = 0
    for _ in range(dice):
        print("A die falls.")
        total += await roll(d6)
    return total
"""

#: A game whose rule runs on without end with two dice, and ends the program with three.
WILD = """
from oddsmith import d6, roll
from oddsmith.games import Game

game = Game("Wild")


@game.action
async def throw(dice: int) -> int:
    while dice == 2:
        pass
    if dice == 3:
        raise SystemExit(3)
    return await roll(dice * d6 if dice == 1 else d6.pool(dice).sum())
"""

DEADLY = str(Path(__file__).with_name("deadly.py"))


@pytest.fixture
def deadly() -> Study:
    """Pools of 1 to 20 against three targets; the one of 13 kills."""
    load_rulebook(DEADLY)
    return study_of("deadly", "attack", {"pool": range(1, 21), "target": [3, 4, 5]}, of=("total",))


def checked(study: Study, runner: Runner, tmp_path: Path) -> None:
    """The pool of 13 is refused, all others have the mean of that many dice."""
    parts = Parts(tmp_path / "parts", key(study))
    table = swept(study, parts, lambda: runner).frame()
    for row in table.iter_rows(named=True):
        if row["pool"] == 13:
            assert row["total"] is None
            assert "came to an end" in row["refused"]
        else:
            assert row["refused"] is None
            assert row["total"] == pytest.approx(row["pool"] * (7 - row["target"]) / 6, abs=1e-12)
    assert len(table) == cell_count(study.axes) == parts.count


def test_a_cell_that_kills_its_process_fails_alone(deadly: Study, tmp_path: Path) -> None:
    checked(deadly, Processes(deadly, 2), tmp_path)


def test_a_sweep_that_is_killed_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    """Twice, as soon as there is more than before; `python -m tests.workbench.kills` does it ten times at random."""
    chance = random.Random(7)
    sweep = [*SHORT, "--jobs", "2", "--quiet"]
    whole, often = tmp_path / "whole.parquet", tmp_path / "often.parquet"
    subprocess.run([*sweep, "--out", whole], check=True, stdout=subprocess.DEVNULL)
    done = 0

    def more(driver: subprocess.Popen[bytes]) -> None:
        while kept(often) <= done and driver.poll() is None:
            time.sleep(chance.uniform(0.01, 0.05))

    for _ in range(2):
        done, ran = killed(sweep, often, more)
        assert ran
    subprocess.run([*sweep, "--out", often], check=True, stdout=subprocess.DEVNULL)
    assert often.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.parts"))


def test_ctrl_c_keeps_what_is_done_and_says_where(tmp_path: Path) -> None:
    out = tmp_path / "t.csv"
    command = [*LONG, "--jobs", "1", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
        while not kept(out) and driver.poll() is None:
            time.sleep(0.01)
        driver.send_signal(signal.SIGINT)
        said = driver.communicate()[1]
    assert driver.returncode == 130
    (line,) = said.splitlines()
    assert line.startswith("Stopped. ")
    assert "t.csv.parts" in line


def is_deaf(process: str) -> bool:
    """Tell whether Ctrl+C is blocked or ignored in a process."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigBlk", "SigIgn"))]
    return any(mask >> (signal.SIGINT - 1) & 1 for mask in masks)


@pytest.mark.skipif(sys.platform != "linux", reason="goes by /proc")
def test_ctrl_c_does_not_reach_processes_that_are_just_starting(tmp_path: Path) -> None:
    """A terminal sends it to all of them. The first child is Python's tracker of resources, the next two work."""
    command = [*LONG, "--jobs", "2", "--out", str(tmp_path / "t.csv")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as driver:
        children = Path(f"/proc/{driver.pid}/task/{driver.pid}/children")
        while driver.poll() is None and len(children.read_text().split()) < 3:
            time.sleep(0.01)
        assert all(map(is_deaf, children.read_text().split()))
        os.killpg(driver.pid, signal.SIGINT)
        said = driver.communicate()[1]
    assert driver.returncode == 130
    assert len(said.splitlines()) == 1, said


def test_a_part_that_holds_something_else_is_done_again(tmp_path: Path) -> None:
    study = study_of("dot", "check", {"dots": range(1, 9)}, of=("success",))
    Parts(tmp_path, "k").add(0, [["wrong"]] * 8)
    (path,) = (tmp_path / "k").iterdir()
    path.write_text(path.read_text().replace("wrong", "worse"))
    assert [(run.first, run.last) for run in Parts(tmp_path, "k").left(8)] == [(0, 8)]
    rows = swept(study, Parts(tmp_path, "k"), lambda: Here(study)).rows
    assert [row[0] for row in rows] == list(range(1, 9))
    assert json.loads(next(iter((tmp_path / "k").glob("*.json"))).read_text())


def test_a_sweep_goes_on_where_another_driver_of_it_is_done_and_removes_the_parts(tmp_path: Path) -> None:
    study = study_of("dot", "check", {"dots": range(1, 9)}, of=("success",))
    mine, theirs = (Parts(tmp_path / "t.csv.parts", "k") for _ in range(2))
    mine.add(0, [[1, 1 / 3, 0.0, None]])
    theirs.discard()
    rows = swept(study, mine, lambda: Here(study)).rows
    assert [row[1] for row in rows] == [pytest.approx(1 - (2 / 3) ** dots) for dots in range(1, 9)]
    mine.discard()
    theirs.discard()
    assert not list(tmp_path.iterdir())


def test_a_cluster_gives_the_same_table_with_a_worker_killed_and_a_cell_that_kills(
    deadly: Study, tmp_path: Path
) -> None:
    distributed: Any = pytest.importorskip("distributed")
    options = {"processes": True, "dashboard_address": None, "worker_dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster:
        checked(deadly, Cluster(deadly, cluster.scheduler_address), tmp_path / "deadly")
        study = study_of(
            "humanity-beast", "action", {"humanity": range(6), "beast": range(5), "difficulty": range(1, 6)}
        )
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        here = swept(study, Parts(None, ""), lambda: Here(study)).frame()
        there = swept(study, Parts(None, ""), lambda: Cluster(study, cluster.scheduler_address)).frame()
    here.write_parquet(tmp_path / "here.parquet")
    there.write_parquet(tmp_path / "there.parquet")
    assert pl.read_parquet(tmp_path / "here.parquet").equals(there)
    assert (tmp_path / "here.parquet").read_bytes() == (tmp_path / "there.parquet").read_bytes()


@pytest.mark.parametrize("slots", [2, 5])
def test_a_sweep_of_few_cells_is_worked_out_by_all_at_once(slots: int) -> None:
    study = study_of("dot", "check", {"dots": range(1, 31)}, of=("success",))
    busy: list[int] = []

    class Several(Here):
        def submit(self, task: Task) -> None:
            super().submit(task)
            busy.append(len(self._tasks))

    runner = Several(study)
    runner.slots = slots
    rows = swept(study, Parts(None, ""), lambda: runner).rows
    assert max(busy) == slots
    assert [row[1] for row in rows] == [pytest.approx(1 - (2 / 3) ** dots) for dots in range(1, 31)]


def test_what_a_rulebook_prints_in_another_process_is_no_part_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    sweep = [sys.executable, "-m", "oddsmith", "--rulebook", str(tmp_path / "loud.py"), "sweep", "loud", "throw"]
    done = subprocess.run([*sweep, "--dice", "1,2", "--json", "--jobs", "2"], check=True, capture_output=True)
    assert json.loads(done.stdout)["rows"] == [[1, 3.5], [2, 7.0]]
    assert b"A die falls" in done.stderr


def test_a_cell_that_runs_on_without_end_or_leaves_the_program_is_refused_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the watch that the command line keeps over all, too."""
    monkeypatch.setattr(endless, "SECONDS", 0.3)
    file = tmp_path / "wild.py"
    file.write_text(WILD)
    load_rulebook(str(file))
    study = study_of("wild", "throw", {"dice": range(1, 5)}, of=("total",))
    with endless.watched([str(file)]):
        rows = swept(study, Parts(None, ""), lambda: Here(study)).frame().rows()
    assert [row[1] for row in rows] == [3.5, None, None, 14.0]
    assert "without an end" in rows[1][2]
    assert "SystemExit" in rows[2][2]
