"""Dice in notation: a die, the rules of each throw, and pools.

`oddsmith.parse` reads what is written here back to an equal value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from oddsmith.dice.limits import MAX_WRITTEN_DICE
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.deck_data import PLAYING_CARDS, Dealt, DeckData
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import When, face_text, when
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.throw_rules import Explosion, Reroll, ThrowRules

_FUDGE: Final = (-1, 0, 1)
_COUNTS: Final = re.compile(r"(?:0|-?[1-9][0-9]*)!?")
_ENDS_IN_A_WORD: Final = re.compile(r"[=>][A-Za-z_]\w*$")


def die_text(die: DieData[Any]) -> str:
    """A die without a number before it: `d6`, `dF`, `d{H,T}`, `d10!>=9`."""
    return f"d{_sides(die)}{_throw_rules_text(die)}"


def pool_text(pool: Readable[Any], targets: str = "") -> str:
    """A pool with the targets that count, none for the sum: `4d6kh3`, `6d10>=8!`, `(2d8&3d6)dl1`; `()` without dice.

    Targets go before whatever might take them for its own condition.
    """
    selection = "".join(str(step) for step in pool.selection)
    if isinstance(pool, CombinationData):
        return f"{combination_text(pool)}{selection}{targets}"
    if isinstance(pool.unique, Dealt):
        return joined(f"{pool.unique.size}{deck_text(pool.unique.deck)}", selection, targets)
    unique = "" if pool.unique is None else "uo" if pool.unique.once else "u"
    terms = [(die, part) for die, count in pool.dice for part in _parted(count)]
    if len(terms) != 1:
        groups = "&".join(f"{count}{die}" for die, count in terms)
        pieces = (f"({groups})", targets, unique, selection) if unique else (f"({groups})", selection, targets)
        return joined(*pieces)
    ((die, count),) = terms
    handling = _throw_rules_text(die)
    sides = f"{count}d{_sides(die)}"
    if handling or unique:
        return joined(sides, targets, handling, unique, selection)
    return joined(sides, selection, targets)


def again_text(pool: Readable[Any], targets: Sequence[Worth]) -> str:
    """Dice with numbers, some of which are thrown again and added: `3d{1..5,5!}`; nothing for any other dice."""
    if not isinstance(pool, PoolData) or pool.selection or pool.unique or len(pool.dice) != 1:
        return ""
    ((die, count),) = pool.dice
    explosion = die.handling.explosion
    if explosion is None or die.numeric or die.order or die.width or count > MAX_WRITTEN_DICE:
        return ""
    if not all(isinstance(face, str) and _COUNTS.fullmatch(face) for face in die.faces):
        return ""
    marked = [face for face in die.faces if face.endswith("!")]
    plain = Explosion(when(marked), explosion.limit)
    worth = {(str(target.condition), target.worth) for target in targets}
    if die.handling != ThrowRules(explosion=plain) or worth != {
        (f"={face_text(face)}", int(face.removesuffix("!"))) for face in die.faces
    }:
        return ""
    limit = "" if explosion.limit is None else f"{{{explosion.limit}}}"
    faces = (f"{face}{limit * face.endswith('!')}{_times(weight)}" for face, weight in die.weighted_faces())
    return f"{count}d{{{','.join(faces)}}}"


def combination_text(data: CombinationData[Any]) -> str:
    """A combination of pools: `difference(5d6, 3d6)`, `sort_pair(3d6, >, 2d6, extra)`."""
    first, *rest = pieces_of(data.operands)
    relation = () if data.relation is None else (data.relation.value,)
    return f"{data.matching.value}({', '.join((first, *relation, *rest, *data.words))})"


def pieces_of(pools: Iterable[Readable[Any]]) -> list[str]:
    """Pools one by one; hands that are dealt from one deck are one piece: `deal(c52, 5, 5)`."""
    pieces: list[str] = []
    for pool in pools:
        dealt = pool.unique if isinstance(pool, PoolData) else None
        if not isinstance(dealt, Dealt) or len(dealt.sizes) == 1:
            pieces.append(pool_text(pool))
        elif not dealt.seat:
            pieces.append(deal_text(dealt))
    return pieces


def deal_text(dealt: Dealt) -> str:
    """Several hands that are dealt from one deck."""
    return f"deal({', '.join((deck_text(dealt.deck), *map(str, dealt.sizes)))})"


def deck_text(deck: DeckData[Any]) -> str:
    """A deck without a number before it: `c52`, `c{2..14:4}`, `c{copper:7,estate:3}`."""
    if deck == PLAYING_CARDS:
        return "cP"
    cards, copies = [card for card, _ in deck.cards], {copies for _, copies in deck.cards}
    if deck.order:
        return f"c{{{_in_order(deck.order, dict(deck.cards))}}}"
    if len(copies) == 1 and all(isinstance(card, int) for card in cards) and cards[-1] - cards[0] + 1 == len(cards):
        (each,) = copies
        if each == 1 and cards[0] == 1:
            return f"c{len(cards)}"
        return f"c{{{_run(cards)}{_times(each)}}}"
    return f"c{{{','.join(f'{face_text(card)}{_times(each)}' for card, each in deck.cards)}}}"


def conditions_text(conditions: When) -> str:
    """Compare points one after another; any one of them is enough."""
    return joined(*(str(condition) for condition in conditions))


def joined(*pieces: str) -> str:
    """The pieces one after another, with a space where a word that is compared with would run into the next piece.

    >>> joined("d{H,T}", "=H", "r=T"), joined("4d6", "=6", "kh3")
    ('d{H,T}=H r=T', '4d6=6kh3')
    """
    text = ""
    for piece in pieces:
        text += f" {piece}" if piece[:1].isalnum() and _ENDS_IN_A_WORD.search(text) else piece
    return text


class Worth(Protocol):
    """A condition, and the count of dice or totals that meet it."""

    @property
    def condition(self) -> object: ...
    @property
    def worth(self) -> int: ...


def targets_text(targets: Sequence[Worth]) -> str:
    """Targets in notation: after one that adds, those that subtract are failures."""
    adds = bool(targets) and targets[0].worth >= 0
    return joined(*(_target_text(target, failure=adds and target.worth < 0) for target in targets))


def _target_text(target: Worth, *, failure: bool) -> str:
    mark, counts = ("f", -target.worth) if failure else ("", target.worth)
    return f"{mark}{target.condition}{'' if counts == 1 else f':{counts}'}"


def _parted(count: int) -> Iterator[int]:
    """A number of dice as one term of notation may throw them."""
    while count > MAX_WRITTEN_DICE:
        yield MAX_WRITTEN_DICE
        count -= MAX_WRITTEN_DICE
    yield count


def _sides(die: DieData[Any]) -> str:
    faces = die.faces
    if isinstance(faces, range):
        if faces == range(-1, 2):
            return "F"
        return str(len(faces)) if faces[0] == 1 else f"{{{_run(faces)}}}"
    if tuple(faces) == _FUDGE and die.weights == (1, 4, 1):
        return "F.1"
    if die.order:
        return f"{{{_in_order(die.order, dict(die.weighted_faces()))}}}"
    items = (f"{face_text(face)}{_times(weight)}" for face, weight in die.weighted_faces())
    return f"{{{','.join(items)}}}"


def _in_order(order: Sequence[str], weights: Mapping[Any, int]) -> str:
    return "<".join(f"{face_text(word)}{_times(weights.get(word, 0))}" for word in order)


def _run(numbers: Sequence[int]) -> str:
    """Numbers one after another: "2..14", and "6" for a single one."""
    return f"{numbers[0]}..{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def _times(weight: int) -> str:
    return "" if weight == 1 else f":{weight}"


def _throw_rules_text(die: DieData[Any]) -> str:
    """The rules of each throw: `min2`, `ro<=2`, `!p>=9`; empty for a plain die."""
    handling = die.handling
    # Words without an order have no lowest and highest face, which need not be named.
    lowest, highest = ((), ()) if not (die.numeric or die.order) else (when([die.faces[0]]), when([die.faces[-1]]))
    return joined(
        "" if handling.minimum is None else f"min{handling.minimum}",
        "" if handling.maximum is None else f"max{handling.maximum}",
        *throwing_again(
            "" if handling.reroll is None else reroll_text(handling.reroll, lowest),
            "" if handling.explosion is None else explosion_text(handling.explosion, highest),
        ),
    )


def throwing_again(reroll: str, explosion: str) -> tuple[str, str]:
    """Reroll and explosion in the order in which nobody can take `r!=1` for a reroll of anything but 1."""
    bare = reroll.endswith(("r", "o", "}"))
    return (explosion, reroll) if bare and explosion.startswith("!=") else (reroll, explosion)


def reroll_text(reroll: Reroll, default: When) -> str:
    """`r`, `ro<=2`, `r{3}=1`. default: the conditions of which nothing need be said."""
    times = "" if reroll.times is None else "o" if reroll.times == 1 else f"{{{reroll.times}}}"
    return each(f"r{times}", reroll.when, default)


def explosion_text(explosion: Explosion, default: When) -> str:
    """`!`, `!!p>=9`, `!{3}=1!{3}=6`. default: the conditions of which nothing need be said."""
    marks = "!!" if explosion.compound else "!"
    marks += "p" if explosion.penetrating else ""
    limit = "" if explosion.limit is None else f"{{{explosion.limit}}}"
    return each(f"{marks}{limit}", explosion.when, default)


def each(mark: str, conditions: When, default: When) -> str:
    """The mark before every condition, since a second compare point after one mark is a target."""
    return mark if conditions == default else joined(*(f"{mark}{condition}" for condition in conditions))
