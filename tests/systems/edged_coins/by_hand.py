"""Edged Coins worked out without the engine: plain recursion over fractions, as the rules page orders play."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

F = Fraction
#: 4f: the chance of each rank.
CHANCE = {-1: F(1, 8), 0: F(1, 4), 1: F(1, 2), 2: F(3, 4), 3: F(13, 16), 4: F(7, 8), 5: F(15, 16), 6: F(7, 8)}

#: What the tosser gets when a toss stands: success, the tosser's purse, the other's.
End: TypeAlias = Callable[[bool, int, int], Fraction]


def clamped(rank: int) -> int:
    return max(-1, min(6, rank))


def toss(p: Fraction, own: int, others: int, end: End) -> Fraction:
    """What a toss is worth to whoever tosses, who wants much; the other wants little (R4.10, G4.10)."""

    @cache
    def landed(success: bool, own: int, others: int) -> Fraction:
        return options(p, success, own, others, end, landed)[0]

    return p * landed(True, own, others) + (1 - p) * landed(False, own, others)


def options(
    p: Fraction, success: bool, own: int, others: int, end: End, landed: Callable[[bool, int, int], Fraction]
) -> tuple[Fraction, dict[str, Fraction]]:
    """The best answer to a fresh toss, and what every answer is worth to the tosser."""

    def again(own: int, others: int) -> Fraction:
        return p * landed(True, own, others) + (1 - p) * landed(False, own, others)

    worth = {"accept": end(success, own, others)}
    if not success:
        if own >= 5:
            worth["re-toss"] = again(own - 5, others)
        if own >= 10:
            worth["buy"] = landed(True, own - 10, others)
        return max(worth.values()), worth
    if others >= 15:
        worth["force"] = again(own, others - 15)
    if others >= 20:
        worth["invert"] = landed(False, own, others - 20)
    return min(worth.values()), worth


def attempt(rank: int, own: int, others: int, end: End, most: int = 1) -> Fraction:
    """The same with efforts before the coins land (R4.11, G4.8); rank: the sum of all modifiers (G4.2)."""
    return max(toss(CHANCE[clamped(rank + made)], own - made, others, end) for made in range(min(most, own) + 1))


def opposed(
    rank: int, opposing_rank: int, own: int, others: int, end: End, *, opposers: int = 1, most: int = 1
) -> Fraction:
    """The same after opposing tosses (R4.4, G4.14), which are the other's and open to the same answers."""
    if not opposers:
        return attempt(rank, own, others, end, most)

    def hindered(success: bool, others: int, own: int) -> Fraction:
        return -opposed(rank - success, opposing_rank, own, others, end, opposers=opposers - 1, most=most)

    return -attempt(opposing_rank, others, own, cache(hindered), most)


def chain(
    potency: int, difference: int, hc: int, own: int, others: int, end: Callable[[int, int, int], Fraction]
) -> Fraction:
    """What a blow is worth to the attacker: 1 point and a toss for more, until one fails or no HC is left (R4.6, R4.7,
    G4.5 `scope`), with efforts of both before each toss (G4.7). end: HC left and both purses."""

    def after(tosses: int, hc: int, own: int, others: int) -> Fraction:
        if hc == 0:
            return end(0, own, others)
        changed = potency + (difference > 0) - (difference < 0) if tosses < abs(difference) else potency

        def thrown(effort: int, own: int, others: int) -> Fraction:
            def stands(success: bool, own: int, others: int) -> Fraction:
                return after(min(tosses + 1, abs(difference)), hc - 1, own, others) if success else end(hc, own, others)

            return toss(CHANCE[clamped(changed + effort)], own, others, stands)

        def countered(effort: int, own: int, others: int) -> Fraction:
            worth = [thrown(effort, own, others)]
            if others >= 2:
                worth.append(thrown(effort - 1, own, others - 2))
            return min(worth)

        worth = [countered(0, own, others)]
        if own >= 2:
            worth.append(countered(1, own - 2, others))
        return max(worth)

    after = cache(after)
    return after(0, hc - 1, own, others)


def duel(
    rounds: int,
    ranks: tuple[int, int],
    differences: tuple[int, int],
    hcs: tuple[int, int],
    purses: tuple[int, int],
    price: Fraction = Fraction(0),
) -> Fraction:
    """The chance that the first side wins a duel less the price of every coin it spends, when it wants much of that and
    the second wants little."""

    def paid(ec: int) -> Fraction:
        return price * (purses[0] - ec)

    @cache
    def turn(number: int, hc: int, against_hc: int, ec: int, against_ec: int) -> Fraction:
        if number > rounds:
            return -paid(ec)
        if number % 2:

            def hit(success: bool, own: int, others: int) -> Fraction:
                def struck(left: int, own: int, others: int) -> Fraction:
                    return turn(number + 1, hc, left, own, others) if left else 1 - paid(own)

                if not success:
                    return turn(number + 1, hc, against_hc, own, others)
                return chain(1, differences[0], against_hc, own, others, struck)

            return attempt(ranks[0], ec, against_ec, hit)

        def back(success: bool, own: int, others: int) -> Fraction:
            def struck(left: int, own: int, others: int) -> Fraction:
                return -turn(number + 1, left, against_hc, others, own) if left else paid(others)

            if not success:
                return -turn(number + 1, hc, against_hc, others, own)
            return chain(1, differences[1], hc, own, others, struck)

        return -attempt(ranks[1], against_ec, ec, back)

    return turn(1, *hcs, *purses)
