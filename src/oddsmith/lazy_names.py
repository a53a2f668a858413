"""Names that a package fetches from its modules when they are first asked for, so that importing it is quick."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def fetching(package: str, names_by_module: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package; it raises AttributeError for a name that no module has."""

    def fetch(name: str) -> object:
        for module, names in names_by_module.items():
            if name in names:
                from importlib import import_module

                return getattr(import_module(module), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return fetch
