"""Games of files are loaded for each test and forgotten afterwards."""

import pytest

from oddsmith.systems import registry


@pytest.fixture(autouse=True)
def _registry_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setattr(registry, "_rulebooks", dict(registry._rulebooks))
