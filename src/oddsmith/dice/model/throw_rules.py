"""Rules of a throw: raise or lower faces, reroll, explode.

The parts always work in this order, whatever order they are written in: a face that lands is raised to the minimum and
lowered to the maximum; then, if it meets the reroll condition, the die is thrown again; then, if it meets the
explosion condition, another die is thrown, to which all of this applies again.
"""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.dice.model.faces import F, When


@dataclass(frozen=True, slots=True)
class Reroll:
    """Throw again while `when` holds: at most `times` times, None for as long as it takes."""

    when: When
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Explosion:
    """Throw another die while `when` holds: at most `limit` more per die, None for as long as it takes.

    compound: the extra faces are added to the same die, which counts as one die with one total; otherwise each
    extra die lies in the pool for itself. penetrating: every extra face counts 1 less than it shows.
    """

    when: When
    limit: int | None = None
    compound: bool = False
    penetrating: bool = False


@dataclass(frozen=True, slots=True)
class ThrowRules:
    """All rules of the throw of one die."""

    minimum: int | None = None
    maximum: int | None = None
    reroll: Reroll | None = None
    explosion: Explosion | None = None

    def read(self, face: F) -> F:
        """The face after raising to the minimum and lowering to the maximum (the minimum wins)."""
        if isinstance(face, str | tuple):
            return face
        value: int = face
        if self.maximum is not None and value > self.maximum:
            value = self.maximum
        if self.minimum is not None and value < self.minimum:
            value = self.minimum
        return value  # type: ignore[return-value]  # F is int here


PLAIN = ThrowRules()
