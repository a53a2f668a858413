"""Talents that a table declares, and what each does to a toss (R4.10, G4.19).

The rules say that talents bend them, and what a use costs; which talents there are is left to the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from oddsmith.errors import BadInput

Effect: TypeAlias = Literal["rank", "coin", "turn", "re-toss", "success", "force", "failure"]

#: What each effect does, in words.
EFFECTS: Final[Mapping[Effect, str]] = {
    "rank": "a rank more for your own toss, before the coins land",
    "coin": "a coin more for your own toss, before the coins land",
    "turn": "turns one of your coins that have landed to heads",
    "re-toss": "tosses your own failure again",
    "success": "makes your own failure a success",
    "force": "has the other's success tossed again",
    "failure": "makes the other's success a failure",
}
#: Effects of a talent that is used before the coins land.
BEFORE: Final = frozenset({"rank", "coin"})

MOST_TALENTS: Final = 4
MOST_PRICE: Final = 100
MOST_USES: Final = 5
_WRITTEN: Final = re.compile(r"([^=:*]+)=\s*(\d+)\s*:\s*([a-z-]+)\s*(?:\*\s*(\d+))?")
_NAME: Final = re.compile(r"[^\W\d_][\w' -]{0,39}")


class Talent(NamedTuple):
    """A talent. side: whose it is. price: EC for each use. uses: how often it may still be used for a toss."""

    name: str
    side: str
    price: int
    effect: Effect
    uses: int = 1

    @property
    def option(self) -> str:
        """The use of it, as an option of a decision."""
        return f"use {self.name}"

    @property
    def told(self) -> str:
        """Its price and what it does, in words."""
        times = f", up to {self.uses} times a toss" if self.uses > 1 else ""
        return f"{EFFECTS[self.effect]}, for {self.price} EC{times}"

    def __str__(self) -> str:
        return f"{self.name}={self.price}:{self.effect}" + (f"*{self.uses}" if self.uses > 1 else "")


class Talents(NamedTuple):
    """The talents of both sides, as they bend a toss.

    coins: how many they have added to it. one_short: the coins lie, and one more head would be enough.
    """

    known: tuple[Talent, ...] = ()
    coins: int = 0
    one_short: bool = False

    @property
    def untold(self) -> bool:
        """True where nobody has any, so that records that hold them need not tell it."""
        return not self.known

    @property
    def told_by(self) -> Mapping[str, int | bool]:
        """The uses that are left of each, and what they have done; nothing where nobody has any."""
        if not self.known:
            return {}
        left = {re.sub(r"\W", "_", f"{talent.name} uses left"): talent.uses for talent in self.known}
        return {**left, "coins_added": self.coins, "one_head_short": self.one_short}

    def before(self, who: str, coins: int) -> tuple[Talent, ...]:
        """Return the talents that somebody with so many EC may use before the coins land."""
        return tuple(talent for talent in self._payable(who, coins) if talent.effect in BEFORE)

    def most_ranks(self, who: str, coins: int) -> int:
        """Return the most ranks that somebody with so many EC may add to a toss."""
        ranks = 0
        for price in sorted(
            talent.price
            for talent in self.known
            if talent.side == who and talent.effect == "rank"
            for _ in range(talent.uses)
        ):
            ranks += price <= coins
            coins -= price
        return ranks

    def answering(self, who: str, coins: int, *, success: bool) -> tuple[Talent, ...]:
        """Return the talents with which somebody with so many EC may answer a toss that hurts them."""
        if not self.known:
            return ()
        fitting = {"force", "failure"} if success else {"re-toss", "success", *(["turn"] if self.one_short else [])}
        return tuple(talent for talent in self._payable(who, coins) if talent.effect in fitting)

    def turns(self, who: str) -> bool:
        """Tell whether somebody may turn coins, so that it matters how they lie."""
        return bool(self.known) and any(
            talent.side == who and talent.effect == "turn" and talent.uses for talent in self.known
        )

    def used(self, option: str) -> Talents:
        """Return them after an option, which may use one; coins that lay before are of no account any more."""
        left = tuple(
            talent._replace(uses=talent.uses - 1) if talent.option == option else talent for talent in self.known
        )
        return self._replace(known=left, one_short=False)

    def _payable(self, who: str, coins: int) -> Iterable[Talent]:
        return (talent for talent in self.known if talent.side == who and talent.uses and talent.price <= coins)


NO_TALENTS: Final = Talents()


def talents(field: str, texts: Iterable[str], side: str) -> tuple[Talent, ...]:
    """Read talents as people write them; BadInput, naming the field, for anything else.

    >>> talents("talents", ["Keen eye = 1: rank*3"], "player")
    (Talent(name='Keen eye', side='player', price=1, effect='rank', uses=3),)
    """
    found: list[Talent] = []
    for text in texts:
        written = _WRITTEN.fullmatch(text.strip())
        name = " ".join(written[1].split()) if written else ""
        known = [one for one in get_args(Effect) if written and one == written[3]]
        uses = int(written[4] or 1) if written else 0
        if not written or not known or not _NAME.fullmatch(name):
            raise BadInput(field, text, f"NAME=EC:EFFECT such as lucky=2:re-toss; effects: {', '.join(EFFECTS)}")
        if not (1 <= int(written[2]) <= MOST_PRICE and 1 <= uses <= MOST_USES):
            raise BadInput(field, text, f"1 to {MOST_PRICE} EC for each use, and *1 to *{MOST_USES} uses for a toss")
        if name.lower() in {other.name.lower() for other in found}:
            raise BadInput(field, text, "each name once")
        found.append(Talent(name, side, int(written[2]), known[0], uses))
    if len(found) > MOST_TALENTS:
        raise BadInput(field, f"{len(found)} talents", f"up to {MOST_TALENTS}")
    return tuple(found)


class DramaticUse(NamedTuple):
    """A dramatic use: what it does, in the words of the table, and the EC that the CM asks for it."""

    words: str
    price: int

    def __str__(self) -> str:
        return f"{self.words}={self.price}"


def dramatic_use(field: str, text: str) -> DramaticUse:
    """Read a dramatic use as people write it; BadInput, naming the field, for anything else.

    >>> dramatic_use("dramatic_use", "the chandelier falls = 4")
    DramaticUse(words='the chandelier falls', price=4)
    """
    words, _, price = text.rpartition("=")
    words, price = " ".join(words.split()), price.strip()
    if not words or len(words) > 80 or not price.isdecimal() or not 1 <= int(price) <= MOST_PRICE:
        wanted = f"WORDS=EC such as 'the chandelier falls=4', up to 80 letters for 1 to {MOST_PRICE} EC"
        raise BadInput(field, text, wanted)
    return DramaticUse(words, int(price))
