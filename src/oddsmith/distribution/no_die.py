"""Distributions where dice are wanted, and dice where distributions are: refused with what makes one of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from oddsmith.errors import BadInput

_OF_DICE = frozenset({"roll", "pool", "keep_highest", "keep_lowest", "drop_highest", "drop_lowest"})


class NoDie:
    """A distribution as far as it is no die: operators and methods of dice tell of `Die.of`."""

    __slots__ = ()

    if not TYPE_CHECKING:  # else no attribute would be unknown

        def __getattr__(self, name: str) -> object:
            if name in _OF_DICE:
                called = name if name == "roll" else f"pool(...).{name}".removesuffix(".pool")
                raise AttributeError(f"A distribution is no die; one that lands so is: Die.of(it).{called}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __matmul__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __rmatmul__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __lt__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __le__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __gt__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __ge__(self, other: object) -> NoReturn:
        raise no_die(self)


def no_die(distribution: NoDie) -> BadInput:
    """The error for a distribution among dice."""
    error = BadInput("operand", repr(distribution), "a die, such as Die.of(distribution)")
    asked = "Or ask it: .at_least(k), .at_most(k), .beats(another), .repeat(n)."
    return error.reworded("A distribution is no die.", f"A die that lands so is Die.of(distribution). {asked}")


def check_distribution(field: str, value: object) -> None:
    """Refuse anything but a distribution."""
    if not isinstance(value, NoDie):
        raise BadInput(field, str(value), "a distribution; that of a die is d6.distribution()")


def refuse_dice(value: object) -> None:
    """Refuse dice beside a distribution."""
    if not isinstance(value, NoDie) and hasattr(type(value), "instead_of_outcome"):
        allowed = "a distribution; that of a die is d6.distribution(), and Die.of(distribution) + d6 are dice"
        raise BadInput("operand", str(value), allowed)
