"""What somebody who designs a game asks of many versions of one question: sweeps, and tuning, which asks backwards.

A *study* is what is asked in every *cell*; a *sweep* works out all cells, in processes or on a cluster, keeps what is
done, and makes one table of it.
"""

from oddsmith.lazy_names import fetching

_NAMES_BY_LAYER = {
    "oddsmith.workbench.sweeps": ("sweep",),
    "oddsmith.workbench.tuning.tune": ("tune",),
    "oddsmith.workbench.tuning.side_effects": ("SideEffects",),
}

_fetch = fetching(__name__, _NAMES_BY_LAYER)


def __getattr__(name: str) -> object:
    return _fetch(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for names in _NAMES_BY_LAYER.values() for name in names)})
