"""The game of `tests/cli/rulebook.py`, loaded for each test and forgotten afterwards."""

from pathlib import Path

import pytest

from oddsmith.systems import System, registry

RULEBOOK = Path(__file__).parent.parent / "cli" / "rulebook.py"


@pytest.fixture(autouse=True)
def _registry_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))


@pytest.fixture
def lantern() -> System:
    return registry.load_rulebook(str(RULEBOOK))
