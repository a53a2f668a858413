"""Inputs of the actions of Edged Coins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, LOWEST, TITLES, Difficulty, difficulty_ranks
from oddsmith.systems.edged_coins.rules.talents import EFFECTS, DramaticUse, Talent, dramatic_use, talents
from oddsmith.systems.edged_coins.rules.toss import OPPONENT, PLAYER
from oddsmith.systems.fields.models import Form, Inputs, opponent, quiet
from oddsmith.systems.sheets import on_no_sheet, on_sheet
from oddsmith.wording import worded

MOST_EC = 200
MOST_HC = 100
MOST_ROUNDS = 100


def _rank(of: str, default: Any = ..., title: str = "", sheet: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """Declare a rank (R4.1), a number or a metal; `...`: it must be given. sheet: where it stands on one."""
    extra = {"names": dict(TITLES), **sheet}
    return Field(default, ge=LOWEST, le=HIGHEST, title=title or None, description=of, json_schema_extra=extra)


class _Tossing(Inputs):
    """A toss of the player, and what may stand against it."""

    form: ClassVar = Form(
        more={"Circumstances": ("modifier",), "Several opponents": ("opposers",)}, other=("opposing_rank", "opposers")
    )

    rank: int = _rank("rank of the skill")
    difficulty: Difficulty = Field("normal", description="how easy or difficult the action is")
    modifier: int = Field(0, ge=-10, le=10, title="Other modifiers", description="other modifiers, in ranks, added up")
    opposing_rank: int | None = _rank(
        "rank of whoever tries to stop the action", None, "Opposing rank", on_sheet("defence", "other")
    )
    opposers: int = Field(
        1, ge=1, le=10, title="How many oppose", description="how many of them toss, each at that rank"
    )

    @model_validator(mode="after")
    def _somebody_opposes(self) -> Self:
        if self.opposers > 1 and self.opposing_rank is None:
            raise BadInput("opposers", self.opposers, worded("1, or also give {opposing_rank}"))
        return self

    def modified_rank(self, rules: EdgedCoinsRules) -> int:
        """R4.2, G4.2: the rank with all modifiers, before it is brought within the ladder."""
        return self.rank + difficulty_ranks(self.difficulty, rules) + self.modifier


class _Purses(Inputs):
    """The purses of both sides."""

    ec: int = Field(0, ge=0, le=MOST_EC, title="EC to spend", description="energy coins that the player may spend")
    opposing_ec: int = Field(
        0, ge=0, le=MOST_EC, title="EC to spend", description="energy coins that the opponent may spend"
    )


class _Damaging(Inputs):
    """The source of damage, and its victim."""

    form: ClassVar = Form(more={"The source of damage": ("potency", "power_counts")})

    potency: int = Field(1, ge=-1, le=20, description="Potency of the source: armed 1, unarmed 0, a trap as it says")
    attack_power: int = Field(
        0,
        ge=0,
        le=50,
        title="Power of the weapon",
        description="Power of the weapon; 0 without one",
        json_schema_extra=on_sheet("power"),
    )
    armor_power: int = Field(
        0,
        ge=0,
        le=50,
        title="Power of the armor",
        description="Power of the armor; 0 without any",
        json_schema_extra=on_sheet("armor", "other"),
    )
    power_counts: bool = Field(
        True, title="Weapon and armor count", description="no: weapon and armor make no difference to this source"
    )
    hc: int | None = Field(
        None,
        ge=1,
        le=MOST_HC,
        description="the victim's HC; damage beyond that does not matter",
        json_schema_extra=on_sheet("hc", "other"),
    )

    @model_validator(mode="after")
    def _powers_that_count(self) -> Self:
        if not self.power_counts and (self.attack_power or self.armor_power):
            raise BadInput("power_counts", False, worded("yes, or {attack_power} and {armor_power} of 0"))
        return self

    @property
    def power_difference(self) -> int | None:
        """R4.7: by how much the weapon's Power is higher; R4.8: None for a source that no armor affects."""
        return self.attack_power - self.armor_power if self.power_counts else None


class _Talented(Inputs):
    """Talents of both sides, as the table declares them."""

    form: ClassVar = Form(more={"Talents": ("talents", "opposing_talents")}, other=("opposing_talents",))

    talents: tuple[str, ...] = Field(
        (),
        title="Your talents",
        description="talents that may bend the toss, as NAME=EC:EFFECT, such as lucky=2:re-toss; *3 for three uses; "
        f"effects: {', '.join(EFFECTS)}",
        json_schema_extra=quiet(),
    )
    opposing_talents: tuple[str, ...] = Field(
        (),
        title="The opponent's talents",
        description="talents of the opponent, written as yours",
        json_schema_extra=quiet(),
    )

    @field_validator("talents", "opposing_talents")
    @classmethod
    def _readable(cls, value: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        return tuple(map(str, talents(str(info.field_name), value, PLAYER)))

    @property
    def declared(self) -> tuple[Talent, ...]:
        """The talents of both sides."""
        theirs = talents("opposing_talents", self.opposing_talents, OPPONENT)
        return (*talents("talents", self.talents, PLAYER), *theirs)


class TossInputs(_Talented, _Purses, _Tossing):
    """Inputs of a toss."""

    form: ClassVar = Form(more={"Talents": ("dramatic_use",)})

    dramatic_use: str | None = Field(
        None,
        title="Dramatic use",
        description="what a dramatic use of EC does, in words, and the price that the CM sets, such as 'the chandelier "
        "falls=4'",
        json_schema_extra=quiet(),
    )

    @field_validator("dramatic_use")
    @classmethod
    def _readable_use(cls, value: str | None) -> str | None:
        return None if value is None else str(dramatic_use("dramatic_use", value))

    @property
    def use(self) -> DramaticUse | None:
        """The dramatic use that is proposed."""
        return None if self.dramatic_use is None else dramatic_use("dramatic_use", self.dramatic_use)


class ExplosiveInputs(_Talented, _Purses, _Tossing):
    """Inputs of an explosive toss."""

    most: int | None = Field(
        None,
        ge=1,
        le=100,
        title="Tosses at most",
        description="tosses after which another rule stops it; none if empty",
    )


_MOST_PURSES = 4


class InterfereInputs(Inputs):
    """Inputs of a toss with which others interfere."""

    form: ClassVar = Form(
        more={"Circumstances": ("modifier",), "Coins of others": ("tosser_ec", "allies_ec", "opponents_ec")}
    )

    rank: int = _rank("rank of whoever tosses")
    difficulty: Difficulty = Field("normal", description="how easy or difficult the action is")
    modifier: int = Field(0, ge=-10, le=10, title="Other modifiers", description="other modifiers, in ranks, added up")
    tosser: Literal["ally", "opponent"] = Field(
        "ally", title="Whose toss", description="who tosses: an ally, whose success you want, or an opponent"
    )
    ec: int = Field(0, ge=0, le=MOST_EC, title="EC to spend", description="energy coins that you may spend on it")
    tosser_ec: int = Field(0, ge=0, le=MOST_EC, title="EC of who tosses", description="energy coins of whoever tosses")
    allies_ec: tuple[int, ...] = Field(
        (), title="EC of others on your side", description="energy coins of others on your side, such as 20,15"
    )
    opponents_ec: tuple[int, ...] = Field(
        (), title="EC of opponents", description="energy coins of opponents who may interfere, such as 20,15"
    )

    @field_validator("allies_ec", "opponents_ec")
    @classmethod
    def _few(cls, value: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if len(value) > _MOST_PURSES or not all(0 <= coins <= MOST_EC for coins in value):
            text = ",".join(map(str, value))
            raise BadInput(str(info.field_name), text, f"up to {_MOST_PURSES} numbers from 0 to {MOST_EC}")
        return value

    def modified_rank(self, rules: EdgedCoinsRules) -> int:
        """R4.2, G4.2: the rank with all modifiers, before it is brought within the ladder."""
        return self.rank + difficulty_ranks(self.difficulty, rules) + self.modifier


class DamageInputs(_Purses, _Damaging):
    """Inputs of damage that has struck already."""


class AttackInputs(_Purses, _Damaging, _Tossing):
    """Inputs of an attack."""


class FallInputs(Inputs):
    """Inputs of a fall."""

    metres: int = Field(ge=0, le=1000, title="Metres fallen", description="the depth in whole metres")
    hc: int | None = Field(
        None, ge=1, le=MOST_HC, description="HC of whoever falls; damage beyond that does not matter"
    )


class FireInputs(Inputs):
    """Inputs of a fire."""

    form: ClassVar = Form(more={"Under a house rule": ("ec",)})

    potency: int = Field(
        ge=-1,
        le=20,
        title="Potency of the fire",
        description="Potency of the fire (the rules give none; ask the CM)",
        json_schema_extra=on_no_sheet(),
    )
    hc: int = Field(ge=1, le=MOST_HC, description="HC of the character who burns")
    ec: int = Field(
        0,
        ge=0,
        le=MOST_EC,
        title="EC to spend",
        description="energy coins to spend against the fire (a house rule)",
        json_schema_extra=on_sheet("ec", under={"fire_answers": ("yes",)}),
    )


class ResistInputs(_Purses):
    """Inputs of a resistance."""

    form: ClassVar = Form(
        more={"Circumstances": ("modifier", "active", "source_rank"), "What the effect does": ("harm", "hc", "rounds")},
        other=("source_rank",),
    )

    rank: int = _rank("rank of the resistance", sheet=on_sheet("resistance"))
    difficulty: Difficulty = Field("normal", description="how easy or difficult it is")
    modifier: int = Field(0, ge=-10, le=10, title="Other modifiers", description="other modifiers, in ranks, added up")
    active: bool = Field(
        False,
        title="Shake it off with an action",
        description="yes: shake it off with an action; no: bear it (passive)",
    )
    source_rank: int | None = _rank(
        "rank at which an active source tosses to go on", None, "Rank of the source", on_no_sheet()
    )
    harm: int = Field(
        0,
        ge=0,
        le=20,
        title="HC lost each round",
        description="HC that the effect costs each round it lasts (the CM says)",
    )
    hc: int | None = Field(None, ge=1, le=MOST_HC, description="HC of the character")
    rounds: int = Field(1, ge=1, le=MOST_ROUNDS, title="Rounds at most", description="rounds to try at most")

    @model_validator(mode="after")
    def _sources_are_resisted_actively(self) -> Self:
        if self.source_rank is not None and not self.active:
            raise BadInput(
                "source_rank", self.source_rank, "none, unless active is yes: nobody continues what one bears"
            )
        return self

    def modified_rank(self, rules: EdgedCoinsRules) -> int:
        """R4.2, G4.2: the rank with all modifiers, before it is brought within the ladder."""
        return self.rank + difficulty_ranks(self.difficulty, rules) + self.modifier


class DuelistInputs(Inputs):
    """A side of a duel."""

    form: ClassVar = Form(more={"Weapons and defence": ("power", "armor", "potency", "defence")})

    rank: int = _rank("rank of the first side's attacks")
    hc: int = Field(ge=1, le=20, description="HC of the first side")
    ec: int = Field(0, ge=0, le=60, title="EC to spend", description="energy coins of the first side")
    power: int = Field(0, ge=0, le=50, title="Power of the weapon", description="Power of its weapon")
    armor: int = Field(0, ge=0, le=50, title="Power of the armor", description="Power of its armor")
    potency: int = Field(1, ge=-1, le=6, description="Potency of its attacks: armed 1, unarmed 0")
    defence: int | None = _rank("rank of its opposing tosses when attacked, if any", None, "Rank of defence")


class DuelInputs(DuelistInputs):
    """Inputs of a duel."""

    form: ClassVar = Form(both=("rounds",))

    against: DuelistInputs = opponent(
        rank="rank of the second side's attacks", hc="HC of the second side", ec="energy coins of the second side"
    )
    rounds: int = Field(
        20,
        ge=1,
        le=MOST_ROUNDS,
        title="Turns at most",
        description="rounds, each the turn of one side, until it is a draw",
    )
