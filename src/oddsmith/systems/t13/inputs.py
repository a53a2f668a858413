"""Inputs of the actions of T13."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias

from pydantic import Field, ValidationInfo, field_validator, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.kinds import items
from oddsmith.systems.fields.models import Form, Inputs, opponent, quiet
from oddsmith.systems.sheets import on_no_sheet, on_sheet
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

#: Components with their dice, as `components` reads them.
DiceList: TypeAlias = tuple[str, ...]

BeingName: TypeAlias = Literal["child", "mortal", "immortal"]
RankName: TypeAlias = Literal["grunt", "mercari", "solo"]
Nature: TypeAlias = Literal["yin", "yang"]

RANK: Final = "the character's type"


def _numerology(name: str, title: str, description: str) -> Any:
    """A number from 1 to 13 that counts under the house rule numerology."""
    extra = on_sheet(name, under={"numerology": ("on",)})
    return Field(None, ge=1, le=13, title=title, description=description, json_schema_extra=extra)


def spendable(currency: str) -> dict[str, Any]:
    """R2.18: a currency of a sheet may be spent by those whose rank spends it."""
    return on_sheet(currency, given={"rank": tuple(rank.value for rank in Rank if Currency(currency) in rank.spends)})


def kept(currency: str) -> dict[str, Any]:
    """Sway stands on a sheet as one number, or as Yin and Yang where a table keeps them apart."""
    if currency == "sway":
        return on_sheet(currency, under={"yin_yang": ("together",)})
    return {**on_sheet(currency, under={"yin_yang": ("apart",)}), **quiet()}


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


class SideInputs(Inputs):
    """The dice of a character, and the circumstances of the roll."""

    form: ClassVar = Form(
        more={
            "Proficiencies in detail": ("fitting", "being", "monolith", "prof_dice"),
            "Circumstances": ("modifier", "shift"),
            "The character": ("rank", "geometry", "nemesis"),
            "Yin and Yang": ("nature",),
        }
    )

    dice: DiceList = Field(
        title="Dice",
        description="free and bought dice, such as facet:d6,descendant:d8,skill:1d6+2; @sway, @chi or @yarn says how "
        "one is bought",
    )
    proficiencies: int = Field(
        1, ge=0, le=100, title="Proficiencies that apply", description="how many Proficiencies apply"
    )
    fitting: int = Field(
        0,
        ge=0,
        le=100,
        title="Of these, count double",
        description="how many of them fit well enough to count double",
    )
    being: BeingName = Field(
        "mortal",
        title="Kind of being",
        description="what the character is: a child, mortal or immortal rolls d4, d6 or d8 for Proficiencies",
    )
    monolith: bool = Field(False, title="A Monolith helps", description="a Monolith adds a Proficiency die")
    prof_dice: str | None = Field(
        None,
        title="Proficiency dice instead",
        description="Proficiency dice such as 4d8, in place of the inputs on Proficiencies",
    )
    modifier: int = Field(
        0,
        ge=-1000,
        le=1000,
        title="Modifier to the score",
        description="added to the score, such as -6 for wounds",
    )
    shift: int = Field(
        0,
        ge=-20,
        le=20,
        title="Levels added or taken",
        description="levels from cards, Tone or the Ref (negative: taken away)",
    )
    geometry: int | None = _numerology(
        "geometry", "Geometry number", "the character's Geometry number (house rule numerology)"
    )
    nemesis: int | None = _numerology(
        "nemesis", "Nemesis number", "the number of the character's Nemesis (house rule numerology)"
    )
    rank: RankName = Field("solo", title="Type of character", description=RANK)
    nature: Nature = Field(
        "yang",
        title="Yin or Yang",
        description="what the test's Facet is, and so the Sway that pays (house rule yin-yang)",
        json_schema_extra={**on_no_sheet(), **quiet()},
    )

    @field_validator("dice")
    @classmethod
    def _readable(cls, value: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        return _canonical(str(info.field_name), value)

    @field_validator("prof_dice")
    @classmethod
    def _short(cls, value: str | None) -> str | None:
        return None if value is None else str(dice("prof_dice", value))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        counted_fields = ("proficiencies", "fitting", "being", "monolith")
        given = [name for name in counted_fields if getattr(self, name) != type(self).model_fields[name].default]
        if self.prof_dice is not None and given:
            raise BadInput(given[0], getattr(self, given[0]), worded("nothing, since {prof_dice} is given"))
        if self.fitting > self.proficiencies:
            raise BadInput("fitting", self.fitting, f"at most the number of Proficiencies, {self.proficiencies}")
        if not self.dice and self.prof_dice is None and counted(self.proficiencies, self.fitting, T13Rules()) < 2:
            raise BadInput("dice", "", "at least one, such as facet:d6")
        return self

    @property
    def listed(self) -> tuple[Component, ...]:
        """The components of `dice`."""
        return components("dice", self.dice)

    @property
    def split(self) -> Split:
        """R2.2: which of them are free, and which bought."""
        return split_dice("dice", self.listed, Rank(self.rank))


class DifficultyInputs(SideInputs):
    """The dice of a character, rolled against a difficulty."""

    difficulty: int = Field(ge=1, le=10_000, description="the difficulty, as the Ref sets it")

    @model_validator(mode="after")
    def _priced(self) -> Self:
        _ = self.split
        return self


class TestInputs(DifficultyInputs):
    """Inputs of a test."""

    __test__ = False  # no test class, whatever its name
    form: ClassVar = Form(more={"Circumstances": ("retries",)})

    retries: int = Field(
        0, ge=0, le=20, title="Further tries", description="how often a Moderate Failure may be tried again"
    )


class OpposedInputs(SideInputs):
    """Inputs of an opposed test: the same for both sides."""

    form: ClassVar = Form(more={"More than two sides": ("others",)}, both=("others",))

    against: SideInputs = opponent("the opponent's: {}")
    others: str = Field(
        "",
        title="Dice of further sides",
        description="the dice of further sides, with / between them; the highest of all counts (G2.23)",
    )

    @field_validator("others")
    @classmethod
    def _sides(cls, value: str) -> str:
        sides = [_canonical("others", items(side)) for side in value.split("/")] if value.strip() else []
        if len(sides) > MOST_OTHERS or not all(sides):
            raise BadInput("others", value, f"up to {MOST_OTHERS} lists of dice with / between them")
        return "/".join(",".join(side) for side in sides)

    @model_validator(mode="after")
    def _priced(self) -> Self:
        _ = self.split
        if not self.against.dice:
            raise BadInput("against_dice", "", "at least one, such as facet:d6")
        split_dice("against_dice", self.against.listed, Rank(self.against.rank))
        return self


_OFFERS = "components of which dice may be bought, such as skill:d6,talent:2d6"


class SpenderInputs(SideInputs):
    """The dice of a character who may buy more of them."""

    form: ClassVar = Form(more={"Chi and Yarn": ("chi", "yarn"), "Yin and Yang": ("yin", "yang")})

    offers: DiceList = Field((), title="Dice for sale", description=_OFFERS)
    sway: int = Field(
        0, ge=0, le=1000, title="Sway to spend", description="Sway that may be spent", json_schema_extra=kept("sway")
    )
    chi: int = Field(
        0, ge=0, le=1000, title="Chi to spend", description="Chi that may be spent", json_schema_extra=spendable("chi")
    )
    yarn: int = Field(
        0,
        ge=0,
        le=100,
        title="Yarn to spend",
        description="Yarn that may be spent",
        json_schema_extra=spendable("yarn"),
    )
    yin: int = Field(
        0,
        ge=0,
        le=1000,
        title="Yin to spend",
        description="Yin that may be spent on the test of a Yin Facet (house rule yin-yang)",
        json_schema_extra=kept("yin"),
    )
    yang: int = Field(
        0,
        ge=0,
        le=1000,
        title="Yang to spend",
        description="Yang that may be spent on the test of a Yang Facet (house rule yin-yang)",
        json_schema_extra=kept("yang"),
    )

    @field_validator("offers")
    @classmethod
    def _for_sale(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(str, offered("offers", value)))

    @property
    def purse(self) -> Amount:
        """The points that may be spent."""
        return Amount(self.sway, self.chi, self.yarn, self.yin, self.yang)

    def check_purse(self) -> None:
        """R2.18: refuse points that the rank may not spend."""
        for currency in PRICED_IN:
            if amount := self.purse.of(currency):
                check_spender(Rank(self.rank), currency, f"{amount} {currency}")


class BuyInputs(SpenderInputs, DifficultyInputs):
    """Inputs of a test for which points may be spent."""

    form: ClassVar = Form(more={"Circumstances": ("twists",)})

    twists: int = Field(
        0,
        ge=0,
        le=100,
        title="Twists to spend",
        description="Twists that may be spent on the score (house rule adjust)",
        json_schema_extra=on_sheet("twists", under={"adjust": ("after-roll",)}),
    )

    @model_validator(mode="after")
    def _may_spend(self) -> Self:
        self.check_purse()
        return self


class InvestInputs(SpenderInputs, DifficultyInputs):
    """Inputs of tests in a row, for their effects."""

    tests: int = Field(1, ge=1, le=20, title="Tests in a row", description="tests in a row, out of one purse")
    worth: tuple[str, ...] = Field(
        (),
        title="Worth of effects",
        description="what effects are worth to you, such as fear:3,tone:1; others are worth nothing. Name none, "
        "and Sway, Chi and Yarn are worth their value in Sway",
    )

    @field_validator("worth")
    @classmethod
    def _readable_worth(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{entry.name.lower()}:{worth}" for entry, worth in worths("worth", value).items())

    @model_validator(mode="after")
    def _may_spend(self) -> Self:
        self.check_purse()
        return self


class ContestInputs(SpenderInputs, OpposedInputs):
    """Inputs of a contest: those of an opposed test, and what both sides may buy and spend."""

    form: ClassVar = Form(both=("order",))

    against: SpenderInputs = opponent(
        "the opponent's: {}",
        offers=f"for the opponent, {_OFFERS}",
        sway="Sway that the opponent may spend",
        chi="Chi that the opponent may spend",
        yarn="Yarn that the opponent may spend",
        yin="Yin that the opponent may spend",
        yang="Yang that the opponent may spend",
    )
    order: Order = Field(
        "player-first",
        title="Who buys first",
        description="who buys first, in sight of the other; at once, neither sees what the other buys",
    )

    @model_validator(mode="after")
    def _may_spend(self) -> Self:
        self.check_purse()
        self.against.check_purse()
        if self.others:
            raise BadInput("others", self.others, "nothing: a contest has two sides")
        return self
