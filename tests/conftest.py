"""How hypothesis runs: the same examples every time unless HYPOTHESIS_PROFILE says so. And what no test leaves."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from oddsmith.systems import registry, versions

settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.register_profile("brief", deadline=None, derandomize=True, database=None, max_examples=20)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many tests wait for browsers, servers and clocks."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def _rulebooks_are_forgotten() -> Iterator[None]:
    """Games of files that a test loads are unknown to the next."""
    loaded, rulebooks, held = dict(registry._loaded), dict(registry._rulebooks), dict(versions._versions)
    yield
    registry._loaded, registry._rulebooks, versions._versions = loaded, rulebooks, held


def pytest_collection_finish() -> None:
    """What stands from here on, thousands of tests among it, is not looked through by every collection of garbage."""
    gc.collect()
    gc.freeze()
