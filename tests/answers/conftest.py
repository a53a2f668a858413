"""The game of `tests/cli/rulebook.py`, loaded for each test and forgotten afterwards."""

from pathlib import Path

import pytest

from oddsmith.systems import System, registry

RULEBOOK = Path(__file__).parent.parent / "cli" / "rulebook.py"


@pytest.fixture
def lantern() -> System:
    return registry.load_rulebook(str(RULEBOOK))
