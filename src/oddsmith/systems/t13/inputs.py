"""Inputs of the rolls of T13: the dice of a side, and what it may spend on more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.fields.kinds import items
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.components import (
    Amount,
    Component,
    Split,
    check_priced,
    check_spender,
    components,
    split_dice,
)
from oddsmith.systems.t13.rules.contest import Order
from oddsmith.systems.t13.rules.currencies import PRICED_IN, Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import dice
from oddsmith.systems.t13.rules.investing import worths
from oddsmith.systems.t13.rules.proficiencies import counted
from oddsmith.wording import worded

MOST_OFFERS: Final = 12
MOST_OTHERS: Final = 5

BeingName: TypeAlias = Literal["child", "mortal", "immortal"]
RankName: TypeAlias = Literal["grunt", "mercari", "solo"]
Nature: TypeAlias = Literal["yin", "yang"]

RANK: Final = Entered("the character's type", "Type of character")

_PROFICIENCIES: Final = "Proficiencies in detail"
_CIRCUMSTANCES: Final = "Circumstances"
_CHARACTER: Final = "The character"
_CHI_AND_YARN: Final = "Chi and Yarn"
_YIN_AND_YANG: Final = "Yin and Yang"

#: Sway stands on a sheet as one number, or as Yin and Yang where a table keeps them apart.
TOGETHER: Final = {"yin_yang": ("together",)}
APART: Final = {"yin_yang": ("apart",)}


def _canonical(field: str, texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(component) for component in components(field, texts))


def offered(field: str, texts: tuple[str, ...]) -> tuple[Component, ...]:
    """R2.4: components of which dice may be bought; BadInput, naming the field, for what cannot be."""
    if len(texts) > MOST_OFFERS:
        raise BadInput(field, f"{len(texts)} components", f"up to {MOST_OFFERS}")
    found = components(field, texts)
    for component in found:
        check_priced(field, component)
        if component.paid:
            raise BadInput(field, str(component), "offers without @: what one is paid with is a decision")
    return found


def _proficiency_dice(text: str) -> str:
    return str(dice("prof_dice", text))


def _for_sale(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(str, offered("offers", texts)))


def _spendable(currency: str) -> Entered:
    """R2.18: a currency of a sheet may be spent by those whose rank spends it."""
    spenders = tuple(rank.value for rank in Rank if Currency(currency) in rank.spends)
    return Entered(more=_CHI_AND_YARN, given={"rank": spenders})


@dataclass(frozen=True, kw_only=True)
class Side:
    """The dice of a character, and the circumstances of the roll."""

    dice: Annotated[
        tuple[str, ...],
        Entered(
            "free and bought dice, such as facet:d6,descendant:d8,skill:1d6+2; @sway, @chi or @yarn says how one is "
            "bought",
            "Dice",
            read=partial(_canonical, "dice"),
        ),
    ]
    proficiencies: Annotated[int, Limits(0, 100, "how many Proficiencies apply", "Proficiencies that apply")] = 1
    fitting: Annotated[
        int,
        Limits(0, 100, "how many of them fit well enough to count double", "Of these, count double"),
        Entered(more=_PROFICIENCIES),
    ] = 0
    being: Annotated[
        BeingName,
        Entered(
            "what the character is: a child, mortal or immortal rolls d4, d6 or d8 for Proficiencies",
            "Kind of being",
            more=_PROFICIENCIES,
        ),
    ] = "mortal"
    monolith: Annotated[bool, Entered("a Monolith adds a Proficiency die", "A Monolith helps", more=_PROFICIENCIES)] = (
        False
    )
    prof_dice: Annotated[
        str | None,
        Entered(
            "Proficiency dice such as 4d8, in place of the inputs on Proficiencies",
            "Proficiency dice instead",
            more=_PROFICIENCIES,
            read=_proficiency_dice,
        ),
    ] = None
    modifier: Annotated[
        int,
        Limits(-1000, 1000, "added to the score, such as -6 for wounds", "Modifier to the score"),
        Entered(more=_CIRCUMSTANCES),
    ] = 0
    shift: Annotated[
        int,
        Limits(-20, 20, "levels from cards, Tone or the Ref (negative: taken away)", "Levels added or taken"),
        Entered(more=_CIRCUMSTANCES),
    ] = 0
    geometry: Annotated[
        int | None,
        Limits(1, 13, "the character's Geometry number (house rule numerology)", "Geometry number"),
        Entered(more=_CHARACTER, under={"numerology": ("on",)}),
    ] = None
    nemesis: Annotated[
        int | None,
        Limits(1, 13, "the number of the character's Nemesis (house rule numerology)", "Nemesis number"),
        Entered(more=_CHARACTER, under={"numerology": ("on",)}),
    ] = None
    rank: Annotated[RankName, Entered(RANK.text, RANK.title, more=_CHARACTER)] = "solo"
    nature: Annotated[
        Nature,
        Entered(
            "what the test's Facet is, and so the Sway that pays (house rule yin-yang)",
            "Yin or Yang",
            sheet=None,
            more=_YIN_AND_YANG,
            quiet=True,
        ),
    ] = "yang"

    def __post_init__(self) -> None:
        """Refuse Proficiencies that do not go together, no dice, and dice that cannot be bought."""
        usual = {"proficiencies": 1, "fitting": 0, "being": "mortal", "monolith": False}
        given = [name for name, default in usual.items() if getattr(self, name) != default]
        if self.prof_dice is not None and given:
            raise BadInput(given[0], getattr(self, given[0]), worded("nothing, since {prof_dice} is given"))
        if self.fitting > self.proficiencies:
            raise BadInput("fitting", self.fitting, f"at most the number of Proficiencies, {self.proficiencies}")
        if not self.dice and self.prof_dice is None and counted(self.proficiencies, self.fitting, T13Rules()) < 2:
            raise BadInput("dice", "", "at least one, such as facet:d6")
        _ = self.split

    @property
    def listed(self) -> tuple[Component, ...]:
        """The components of `dice`."""
        return components("dice", self.dice)

    @property
    def split(self) -> Split:
        """R2.2: which of them are free, and which bought."""
        return split_dice("dice", self.listed, Rank(self.rank))


@dataclass(frozen=True, kw_only=True)
class Against(Side):
    """The dice of an opponent."""

    def __post_init__(self) -> None:
        """Refuse an opponent without dice."""
        super().__post_init__()
        if not self.dice:
            raise BadInput("dice", "", "at least one, such as facet:d6")


@dataclass(frozen=True, kw_only=True)
class Tested(Side):
    """The dice of a character, rolled against a difficulty."""

    difficulty: Annotated[int, Limits(1, 10_000, "the difficulty, as the Ref sets it")]


@dataclass(frozen=True, kw_only=True)
class Retried(Tested):
    """A test that may be tried again."""

    retries: Annotated[
        int,
        Limits(0, 20, "how often a Moderate Failure may be tried again", "Further tries"),
        Entered(more=_CIRCUMSTANCES),
    ] = 0


def _others(value: Any) -> str:
    sides = [_canonical("others", items(side)) for side in value.split("/")] if value.strip() else []
    if len(sides) > MOST_OTHERS or not all(sides):
        raise BadInput("others", value, f"up to {MOST_OTHERS} lists of dice with / between them")
    return "/".join(",".join(side) for side in sides)


@dataclass(frozen=True, kw_only=True)
class Opposed(Side):
    """The own side of an opposed test, and further ones."""

    others: Annotated[
        str,
        Entered(
            "the dice of further sides, with / between them; the highest of all counts (G2.23)",
            "Dice of further sides",
            more="More than two sides",
            whose="both",
            read=_others,
        ),
    ] = ""


OFFERS: Final = "components of which dice may be bought, such as skill:d6,talent:2d6"


@dataclass(frozen=True, kw_only=True)
class Spender(Side):
    """The dice of a character who may buy more of them."""

    offers: Annotated[tuple[str, ...], Entered(OFFERS, "Dice for sale", read=_for_sale)] = ()
    sway: Annotated[int, Limits(0, 1000, "Sway that may be spent", "Sway to spend"), Entered(under=TOGETHER)] = 0
    chi: Annotated[int, Limits(0, 1000, "Chi that may be spent", "Chi to spend"), _spendable("chi")] = 0
    yarn: Annotated[int, Limits(0, 100, "Yarn that may be spent", "Yarn to spend"), _spendable("yarn")] = 0
    yin: Annotated[
        int,
        Limits(0, 1000, "Yin that may be spent on the test of a Yin Facet (house rule yin-yang)", "Yin to spend"),
        Entered(more=_YIN_AND_YANG, under=APART, quiet=True),
    ] = 0
    yang: Annotated[
        int,
        Limits(0, 1000, "Yang that may be spent on the test of a Yang Facet (house rule yin-yang)", "Yang to spend"),
        Entered(more=_YIN_AND_YANG, under=APART, quiet=True),
    ] = 0

    def __post_init__(self) -> None:
        """R2.18: refuse points that the rank may not spend."""
        super().__post_init__()
        for currency in PRICED_IN:
            if amount := self.held.of(currency):
                check_spender(Rank(self.rank), currency, f"{amount} {currency}")

    @property
    def held(self) -> Amount:
        """The points that may be spent."""
        return Amount(self.sway, self.chi, self.yarn, self.yin, self.yang)


@dataclass(frozen=True, kw_only=True)
class Buying(Spender, Tested):
    """A test for which points may be spent."""

    twists: Annotated[
        int,
        Limits(0, 100, "Twists that may be spent on the score (house rule adjust)", "Twists to spend"),
        Entered(more=_CIRCUMSTANCES, under={"adjust": ("after-roll",)}),
    ] = 0


def _worth(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{entry.name.lower()}:{worth}" for entry, worth in worths("worth", texts).items())


@dataclass(frozen=True, kw_only=True)
class Investing(Spender, Tested):
    """Tests in a row, for their effects."""

    tests: Annotated[int, Limits(1, 20, "tests in a row, out of one purse", "Tests in a row")] = 1
    worth: Annotated[
        tuple[str, ...],
        Entered(
            "what effects are worth to you, such as fear:3,tone:1; others are worth nothing. Name none, and Sway, Chi "
            "and Yarn are worth their value in Sway",
            "Worth of effects",
            read=_worth,
        ),
    ] = ()


@dataclass(frozen=True, kw_only=True)
class Rival(Spender, Against):
    """The opponent of a contest."""


@dataclass(frozen=True, kw_only=True)
class Contesting(Spender, Opposed):
    """The own side of a contest, and the order of buying."""

    order: Annotated[
        Order,
        Entered(
            "who buys first, in sight of the other; at once, neither sees what the other buys",
            "Who buys first",
            whose="both",
        ),
    ] = "player-first"

    def __post_init__(self) -> None:
        """Refuse further sides."""
        super().__post_init__()
        if self.others:
            raise BadInput("others", self.others, "nothing: a contest has two sides")
