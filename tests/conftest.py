"""How hypothesis runs: the same examples every time unless HYPOTHESIS_PROFILE says so. And what no test leaves.

Its profile `brief` is for Pythons beside the one that runs all: fewer examples, of other tests too.
"""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from oddsmith.systems import registry, versions

settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.register_profile("brief", deadline=None, derandomize=True, database=None, max_examples=20)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where tests are run in brief, each Python takes a third of the examples, and another one than the next Python."""
    if os.environ.get("HYPOTHESIS_PROFILE") != "brief":
        return
    taken: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        is_example = item.get_closest_marker("examples") is not None
        is_another = is_example and (crc32(item.nodeid.encode()) + sys.version_info.minor) % 3 > 0
        (left if is_another else taken).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = taken


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many tests wait for browsers, servers and clocks."""
    return (os.cpu_count() or 1) + 1


if sys.platform != "win32":
    import fcntl

    @pytest.hookimpl(wrapper=True)
    def pytest_collection() -> Generator[None, object, object]:
        """Of several processes one reads the tests first: the others find them compiled, which is half of the work.

        They are, also where Python is told not to write bytecode by itself. Nothing that reading them makes is garbage.
        """
        told, here = sys.dont_write_bytecode, os.open(Path(__file__).parent, os.O_RDONLY)
        gc.disable()
        try:
            if "PYTEST_XDIST_WORKER" in os.environ:
                sys.dont_write_bytecode = False
                try:
                    fcntl.flock(here, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    fcntl.flock(here, fcntl.LOCK_SH)  # as soon as the first is done
                    fcntl.flock(here, fcntl.LOCK_UN)
            return (yield)
        finally:
            gc.enable()
            os.close(here)
            sys.dont_write_bytecode = told


@pytest.fixture(autouse=True)
def _rulebooks_are_forgotten() -> Iterator[None]:
    """Games of files that a test loads are unknown to the next."""
    loaded, rulebooks, held = dict(registry._loaded), dict(registry._rulebooks), dict(versions._versions)
    yield
    registry._loaded, registry._rulebooks, versions._versions = loaded, rulebooks, held


@pytest.fixture(autouse=True, scope="module")
def _what_a_module_leaves_is_not_looked_through_again() -> Iterator[None]:
    """Rules that were compiled are kept for good: after thousands of tests a full collection would take a second."""
    yield
    gc.collect()
    gc.freeze()


def pytest_collection_finish() -> None:
    """What stands from here on, thousands of tests among it, is not looked through by every collection of garbage.

    Nor is there one for every few hundred objects: most tests make very many, and next to none of them in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
