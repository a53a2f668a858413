"""Write a tabletop mechanic once, as its rulebook reads; roll it, know its exact odds, play it best.

Everything that a script or a notebook usually needs can be imported from here. A name is fetched from its layer when it
is first asked for, so that `import oddsmith` alone costs next to nothing.
"""

from __future__ import annotations

from oddsmith.lazy_names import fetching

TYPE_CHECKING = False  # as type checkers read it; `typing` takes as long to import as all that is here
if TYPE_CHECKING:
    from oddsmith.dice import Deck, Die, Pool, coin, d, d4, d6, d8, d10, d12, d20, d100, parse, playing_cards
    from oddsmith.distribution import Distribution
    from oddsmith.rules import Then, best, choose, explore, odds, play, roll, rule, simulate

    __version__: str

__all__ = [
    "Deck",
    "Die",
    "Distribution",
    "Pool",
    "Then",
    "best",
    "choose",
    "coin",
    "d",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d100",
    "explore",
    "odds",
    "parse",
    "play",
    "playing_cards",
    "roll",
    "rule",
    "simulate",
]

_NAMES_BY_LAYER = {
    "oddsmith.distribution": ("Distribution",),
    "oddsmith.dice": (
        *("Deck", "Die", "Pool", "coin", "d", "d4", "d6", "d8", "d10", "d12", "d20", "d100", "parse", "playing_cards"),
    ),
    "oddsmith.rules": ("Then", "best", "choose", "explore", "odds", "play", "roll", "rule", "simulate"),
}

_fetch = fetching(__name__, _NAMES_BY_LAYER)

if not TYPE_CHECKING:  # hidden from type checkers, to which it would say that every name exists

    def __getattr__(name: str) -> object:
        value = _version() if name == "__version__" else _fetch(name)
        globals()[name] = value
        return value


def _version() -> str:
    from importlib.metadata import version

    return version("oddsmith")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
