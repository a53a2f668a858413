"""Inputs of the actions of T13."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import Form, Inputs
from oddsmith.systems.sheets import Side, on_sheet
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
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.proficiencies import counted, dice_entered, dice_of
from oddsmith.wording import worded

MOST_OFFERS: Final = 12
MOST_OTHERS: Final = 5
#: Extra or failure levels for which effects are chosen.
MOST_LEVELS: Final = 1_000


def _listed(value: Any) -> Any:
    """A text with commas as a list."""
    return [item.strip() for item in value.split(",") if item.strip()] if isinstance(value, str) else value


#: Components with their dice, as `components` reads them.
DiceList: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_listed)]

BeingName: TypeAlias = Literal["child", "mortal", "immortal"]
RankName: TypeAlias = Literal["grunt", "mercari", "solo"]

_DICE = "free and bought dice, such as facet:d6,descendant:d8,skill:1d6+2; @sway, @chi or @yarn says how one is bought"
_PROFICIENCIES = "how many Proficiencies apply"
_FITTING = "how many of them fit so well that they count double"
_BEING = "what the character is: a child, mortal or immortal rolls d4, d6 or d8 for Proficiencies"
_MONOLITH = "a Monolith adds a Proficiency die"
_PROF_DICE = "Proficiency dice, such as 4d8, instead of all that about Proficiencies"
_MODIFIER = "what is added to the score, such as -6 for wounds"
_SHIFT = "levels that cards, Tone or the Ref add (negative: take away)"
_RANK = "type of the character"
_GEOMETRY = "the character's Geometry number (house rule numerology)"
_NEMESIS = "the number of the character's Nemesis (house rule numerology)"


def _numerology(name: str, description: str, side: Side = "own", title: str | None = None) -> Any:
    """A number from 1 to 13 that counts under the house rule numerology."""
    extra = on_sheet(name, side, under={"numerology": ("on",)})
    return Field(None, ge=1, le=13, title=title, description=description, json_schema_extra=extra)


def spendable(currency: str, side: Side = "own") -> dict[str, Any]:
    """R2.18: a currency of a sheet may be spent by those whose rank spends it."""
    prefix = "" if side == "own" else "against_"
    spenders = tuple(rank.value for rank in Rank if Currency(currency) in rank.spends)
    return on_sheet(currency, side, given={f"{prefix}rank": spenders})


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


def _one_way_to_proficiency(inputs: Inputs, prefix: str) -> None:
    """Proficiency dice are either entered or counted."""
    counted_fields = [prefix + name for name in ("proficiencies", "fitting", "being", "monolith")]
    given = [name for name in counted_fields if getattr(inputs, name) != type(inputs).model_fields[name].default]
    if getattr(inputs, prefix + "prof_dice") is not None and given:
        raise BadInput(given[0], getattr(inputs, given[0]), worded(f"nothing, since {{{prefix}prof_dice}} is given"))
    if getattr(inputs, prefix + "fitting") > getattr(inputs, prefix + "proficiencies"):
        allowed = f"at most the number of Proficiencies, {getattr(inputs, prefix + 'proficiencies')}"
        raise BadInput(prefix + "fitting", getattr(inputs, prefix + "fitting"), allowed)


class SideInputs(Inputs):
    """The dice of a character, and the circumstances of the roll."""

    form: ClassVar = Form(
        more={
            "Proficiencies in detail": ("fitting", "being", "monolith", "prof_dice"),
            "Circumstances": ("modifier", "shift"),
            "The character": ("rank", "geometry", "nemesis"),
        }
    )

    dice: DiceList = Field(title="Dice", description=_DICE)
    proficiencies: int = Field(1, ge=0, le=100, title="Proficiencies that apply", description=_PROFICIENCIES)
    fitting: int = Field(0, ge=0, le=100, title="Of these, count double", description=_FITTING)
    being: BeingName = Field("mortal", title="Kind of being", description=_BEING)
    monolith: bool = Field(False, title="A Monolith helps", description=_MONOLITH)
    prof_dice: str | None = Field(None, title="Proficiency dice instead", description=_PROF_DICE)
    modifier: int = Field(0, ge=-1000, le=1000, title="Modifier to the score", description=_MODIFIER)
    shift: int = Field(0, ge=-20, le=20, title="Levels added or taken", description=_SHIFT)
    geometry: int | None = _numerology("geometry", _GEOMETRY, title="Geometry number")
    nemesis: int | None = _numerology("nemesis", _NEMESIS, title="Nemesis number")
    rank: RankName = Field("solo", title="Type of character", description=_RANK)

    @field_validator("dice")
    @classmethod
    def _readable(cls, value: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        return _canonical(str(info.field_name), value)

    @field_validator("prof_dice")
    @classmethod
    def _short(cls, value: str | None) -> str | None:
        return None if value is None else str(dice_entered("prof_dice", value, any_size=True))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _one_way_to_proficiency(self, "")
        if not self.dice and self.prof_dice is None and not dice_of(counted(self.proficiencies, self.fitting)).count:
            raise BadInput("dice", "", "at least one, such as facet:d6")
        split_dice("dice", self.listed, Rank(self.rank))
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

    difficulty: int = Field(ge=1, le=10_000, description="difficulty that the Ref sets")


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

    against_dice: DiceList = Field(description=f"the opponent's: {_DICE}")
    against_proficiencies: int = Field(1, ge=0, le=100, description=f"the opponent's: {_PROFICIENCIES}")
    against_fitting: int = Field(0, ge=0, le=100, description=f"the opponent's: {_FITTING}")
    against_being: BeingName = Field("mortal", description=f"the opponent's: {_BEING}")
    against_monolith: bool = Field(False, description=f"the opponent's: {_MONOLITH}")
    against_prof_dice: str | None = Field(None, description=f"the opponent's: {_PROF_DICE}")
    against_modifier: int = Field(0, ge=-1000, le=1000, description=f"the opponent's: {_MODIFIER}")
    against_shift: int = Field(0, ge=-20, le=20, description=f"the opponent's: {_SHIFT}")
    against_geometry: int | None = _numerology("geometry", f"the opponent's: {_GEOMETRY}", "other")
    against_nemesis: int | None = _numerology("nemesis", f"the opponent's: {_NEMESIS}", "other")
    against_rank: RankName = Field("solo", description=f"the opponent's: {_RANK}")
    others: str = Field(
        "",
        title="Dice of further sides",
        description="the dice of further sides, with / between them; the highest of all counts (G2.23)",
    )

    @field_validator("against_dice")
    @classmethod
    def _readable_too(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return _canonical("against_dice", value)

    @field_validator("against_prof_dice")
    @classmethod
    def _short_too(cls, value: str | None) -> str | None:
        return None if value is None else str(dice_entered("against_prof_dice", value, any_size=True))

    @field_validator("others")
    @classmethod
    def _sides(cls, value: str) -> str:
        sides = [_canonical("others", _listed(side)) for side in value.split("/")] if value.strip() else []
        if len(sides) > MOST_OTHERS or not all(sides):
            raise BadInput("others", value, f"up to {MOST_OTHERS} lists of dice with / between them")
        return "/".join(",".join(side) for side in sides)

    @model_validator(mode="after")
    def _consistent_too(self) -> Self:
        _one_way_to_proficiency(self, "against_")
        if not self.against_dice:
            raise BadInput("against_dice", "", "at least one, such as facet:d6")
        split_dice("against_dice", components("against_dice", self.against_dice), Rank(self.against_rank))
        return self

    @property
    def opponent(self) -> SideInputs:
        """The opponent's inputs as one side's."""
        return SideInputs.model_construct(
            **{name: getattr(self, f"against_{name}") for name in SideInputs.model_fields},
        )


_OFFERS = "components of which dice may be bought, such as skill:d6,talent:2d6"


class SpenderInputs(SideInputs):
    """The dice of a character who may buy more of them."""

    form: ClassVar = Form(more={"Chi and Yarn": ("chi", "yarn")})

    offers: DiceList = Field((), title="Dice for sale", description=_OFFERS)
    sway: int = Field(0, ge=0, le=1000, title="Sway to spend", description="Sway that may be spent")
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

    @field_validator("offers")
    @classmethod
    def _for_sale(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(str, offered("offers", value)))

    @model_validator(mode="after")
    def _may_spend(self) -> Self:
        _check_purse(self.rank, self.purse)
        return self

    @property
    def purse(self) -> Amount:
        """The points that may be spent."""
        return Amount(self.sway, self.chi, self.yarn)


def _check_purse(rank: str, held: Amount) -> None:
    """R2.18: refuse points that the rank may not spend."""
    for currency in Currency:
        if amount := held.of(currency):
            check_spender(Rank(rank), currency, f"{amount} {currency}")


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


class ContestInputs(SpenderInputs, OpposedInputs):
    """Inputs of a contest: those of an opposed test, and what both sides may buy and spend."""

    form: ClassVar = Form(both=("order",))

    against_offers: DiceList = Field((), description=f"for the opponent, {_OFFERS}")
    against_sway: int = Field(0, ge=0, le=1000, description="Sway that the opponent may spend")
    against_chi: int = Field(
        0, ge=0, le=1000, description="Chi that the opponent may spend", json_schema_extra=spendable("chi", "other")
    )
    against_yarn: int = Field(
        0, ge=0, le=100, description="Yarn that the opponent may spend", json_schema_extra=spendable("yarn", "other")
    )
    order: Order = Field(
        "player-first",
        title="Who buys first",
        description="who buys first, seen by the other: player-first or opponent-first; or at-once, neither seeing it",
    )

    @field_validator("against_offers")
    @classmethod
    def _also_for_sale(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(str, offered("against_offers", value)))

    @model_validator(mode="after")
    def _two_spenders(self) -> Self:
        _check_purse(self.against_rank, self.against_purse)
        if self.others:
            raise BadInput("others", self.others, "nothing: a contest has two sides")
        return self

    @property
    def against_purse(self) -> Amount:
        """The points that the opponent may spend."""
        return Amount(self.against_sway, self.against_chi, self.against_yarn)


class EffectsInputs(Inputs):
    """Inputs of choosing effects."""

    form: ClassVar = Form(
        more={
            "Failures too": ("failure_levels", "against_extra_levels"),
            "What the character has": ("sway", "chi", "yarn"),
        }
    )

    extra_levels: int = Field(
        0, ge=0, le=MOST_LEVELS, title="Extra success levels", description="extra success levels of the roll"
    )
    failure_levels: int = Field(
        0, ge=0, le=MOST_LEVELS, description="failure levels of the roll; both come together in a Crisis"
    )
    against_extra_levels: int = Field(
        0, ge=0, le=MOST_LEVELS, description="extra success levels of the opponent, if there is one"
    )
    rank: RankName = Field("solo", title="Type of character", description=_RANK)
    sway: int = Field(0, ge=0, le=100_000, description="Sway that the character has")
    chi: int = Field(0, ge=0, le=100_000, description="Chi that the character has")
    yarn: int = Field(0, ge=0, le=1_000, description="Yarn that the character has")

    @property
    def held(self) -> Amount:
        """The points that the character has."""
        return Amount(self.sway, self.chi, self.yarn)


CurrencyName: TypeAlias = Literal["sway", "chi", "yarn"]


class ConvertInputs(Inputs):
    """Inputs of an exchange."""

    form: ClassVar = Form(more={"Under a house rule": ("stock",)})

    amount: int = Field(ge=0, le=1_000, description="how much is exchanged")
    from_: CurrencyName = Field(title="Give", description="what is given")
    to: CurrencyName = Field(title="For", description="what is wanted")
    stock: int = Field(
        0,
        ge=0,
        le=100_000,
        title="Chi in stock",
        description="Chi in stock, where Yarn comes off the top (house rule conversion)",
        json_schema_extra=on_sheet("chi", under={"conversion": ("off-the-top",)}),
    )

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.from_ == self.to:
            raise BadInput("to", self.to, f"another currency than {self.from_}")
        return self


class BoonInputs(Inputs):
    """Inputs of appraising a Boon."""

    boon: int = Field(ge=1, le=1_000, title="Boon", description="the Boon")
    second: int | None = Field(
        None,
        ge=1,
        le=1_000,
        title="Boon of a second Facet",
        description="the Boon of a second Facet, for the Skill that both make",
    )
