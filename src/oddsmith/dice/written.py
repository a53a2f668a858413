"""How dice are written in notation: the die, what the rules do with each throw, and pools of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from oddsmith.dice.faces import Comparison, Condition, Face, When, written

if TYPE_CHECKING:
    from oddsmith.dice.die import Die
    from oddsmith.dice.handling import Explosion, Reroll
    from oddsmith.dice.pool import Pool

_FUDGE: Final = (-1, 0, 1)


def die_text(die: Die[Any]) -> str:
    """A die without a number before it: `d6`, `dF`, `d{H,T}`, `d10!>=9`."""
    return f"d{_sides(die)}{_handling_text(die)}"


def pool_text(pool: Pool[Any], targets: str = "") -> str:
    """A pool with the targets that count, none for the sum: `4d6kh3`, `6d10>=8!`, `(2d8&3d6)dl1`; `()` without dice.

    Targets go before whatever might take them for its own condition.
    """
    selection = "".join(str(step) for step in pool.selection)
    unique = "" if pool.unique is None else "uo" if pool.unique.once else "u"
    if len(pool.dice) != 1:
        groups = "&".join(f"{count}{die}" for die, count in pool.dice)
        return f"({groups}){targets}{unique}{selection}" if unique else f"({groups}){selection}{targets}"
    ((die, count),) = pool.dice
    handling = _handling_text(die)
    sides = f"{count}d{_sides(die)}"
    if handling or unique:
        return f"{sides}{targets}{handling}{unique}{selection}"
    return f"{sides}{selection}{targets}"


def conditions_text(conditions: When) -> str:
    """Compare points one after another; any one of them is enough."""
    return "".join(str(condition) for condition in conditions)


def _sides(die: Die[Any]) -> str:
    faces = die.faces
    if isinstance(faces, range):
        if faces == range(-1, 2):
            return "F"
        return str(len(faces)) if faces[0] == 1 else f"{{{faces[0]}..{faces[-1]}}}"
    if tuple(faces) == _FUDGE and die.weights == (1, 4, 1):
        return "F.1"
    items = (f"{written(face)}{'' if weight == 1 else f':{weight}'}" for face, weight in die.weighted_faces())
    return f"{{{','.join(items)}}}"


def _handling_text(die: Die[Any]) -> str:
    """What the rules do with each throw: `min2`, `ro<=2`, `!p>=9`; empty for a plain die."""
    handling = die.handling
    text = "" if handling.minimum is None else f"min{handling.minimum}"
    text += "" if handling.maximum is None else f"max{handling.maximum}"
    text += "" if handling.reroll is None else _reroll(handling.reroll, die)
    text += "" if handling.explosion is None else _explosion(handling.explosion, die)
    return text


def _reroll(reroll: Reroll, die: Die[Any]) -> str:
    times = "" if reroll.times is None else "o" if reroll.times == 1 else f"{{{reroll.times}}}"
    return f"r{times}{_unless_default(reroll.when, die.faces[0])}"


def _explosion(explosion: Explosion, die: Die[Any]) -> str:
    marks = "!!" if explosion.compound else "!"
    marks += "p" if explosion.penetrating else ""
    limit = "" if explosion.limit is None else f"{{{explosion.limit}}}"
    return f"{marks}{limit}{_unless_default(explosion.when, die.faces[-1])}"


def _unless_default(conditions: When, default: Face) -> str:
    return "" if conditions == (Condition(Comparison.EQUAL, default),) else conditions_text(conditions)
