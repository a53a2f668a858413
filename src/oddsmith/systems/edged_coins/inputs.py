"""The inputs of Edged Coins, by subject, each with its facts and warnings before a toss."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.damage import Attacker, PowerRules
from oddsmith.systems.edged_coins.rules.ladder import (
    HIGHEST,
    LOWEST,
    TITLES,
    Difficulty,
    TossRules,
    chance,
    difficulty_ranks,
    prices,
)
from oddsmith.systems.edged_coins.rules.talents import EFFECTS, DramaticUse, Talent, Talents, dramatic_use, talents
from oddsmith.systems.edged_coins.rules.toss import OPPONENT, PLAYER
from oddsmith.wording import worded

MOST_EC = 200
MOST_HC = 100
MOST_ROUNDS = 100
MOST_PURSES = 4

AT_NONE: Final = "The rules do not say what happens at 0 HC; here it is told as down (G4.16)."

# --- ranks -----------------------------------------------------------------------------------------------------------

_METAL: Final = Entered(names=TITLES)


@dataclass(frozen=True)
class Ranked:
    """R4.1, R4.2: the rank of a toss, a number or a metal, and what modifies it."""

    rank: Annotated[int, Limits(LOWEST, HIGHEST, "rank of the skill"), _METAL]
    difficulty: Annotated[Difficulty, "how easy or difficult the action is"] = "normal"
    modifier: Annotated[
        int, Limits(-10, 10, "other modifiers, in ranks, added up", "Other modifiers"), Entered(more="Circumstances")
    ] = 0

    def total(self, rules: EdgedCoinsRules) -> int:
        """R4.2, G4.2: the rank with all modifiers, before it is brought within the ladder."""
        return self.rank + difficulty_ranks(self.difficulty, rules) + self.modifier

    def checked(self, rules: EdgedCoinsRules, opposers: int = 0) -> int:
        """G4.2: the rank with all modifiers; BadInput where a house rule refuses what may come of it."""
        return checked(self.rank, self.total(rules), opposers, TossRules.under(rules))

    def facts(self, rules: EdgedCoinsRules) -> dict[str, Any]:
        """Describe the rank that modifiers add up to: its chance, its coins, its second toss."""
        readings = TossRules.under(rules)
        reached = readings.reached(self.total(rules))
        facts: dict[str, Any] = {"rank": reached, "chance": chance(reached, readings)}
        if LOWEST <= reached <= HIGHEST:
            step = readings.step(reached)
            facts |= {"title": step.title, "coins": step.coins, "heads": step.heads, "fallback_rank": step.fallback}
        return facts

    def warnings(self, rules: EdgedCoinsRules) -> Iterable[str]:
        """Warn of an unusual rank, and of what modifiers make of it."""
        return rank_warnings(self.rank, self.total(rules), TossRules.under(rules))


def checked(rank: int, total: int, opposers: int, rules: TossRules) -> int:
    """Return the rank that modifiers add up to; BadInput where a house rule refuses what may come of it (G4.2)."""
    if not rules.allows(total):
        allowed = f"what modifiers bring to {LOWEST} to {HIGHEST} ({{house rule beyond=reject}})"
        raise BadInput("rank", rank, worded(allowed))
    if not rules.allows(total - opposers * rules.book.opposed_ranks):
        allowed = f"none: rank {total} cannot be lowered ({{house rule beyond=reject}})"
        raise BadInput("opposing_rank", opposers, worded(allowed))
    return total


def rank_warnings(rank: int, total: int, rules: TossRules) -> Iterable[str]:
    """Warn of an unusual rank, and of what modifiers make of it."""
    if rank in (LOWEST, HIGHEST):
        yield f"Rank {rank} is reached through modifiers only (R4.1)."
    reached = rules.reached(total)
    if LOWEST <= reached != total:
        yield f"All modifiers add up to rank {total}; it counts as {reached} (G4.2)."
    if reached == HIGHEST and chance(HIGHEST, rules) < chance(HIGHEST - 1, rules):
        yield (
            f"Rank {HIGHEST} succeeds {chance(HIGHEST, rules)} of the time, "
            f"rank {HIGHEST - 1} {chance(HIGHEST - 1, rules)}: the higher is the worse (G4.1)."
        )


# --- tosses, purses, talents -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tossing(Ranked):
    """A toss of the player, and what may stand against it."""

    opposing_rank: Annotated[
        int | None,
        Limits(LOWEST, HIGHEST, "rank of whoever tries to stop the action", "Opposing rank", "defence"),
        Entered(whose="other", names=TITLES),
    ] = None
    opposers: Annotated[
        int,
        Limits(1, 10, "how many of them toss, each at that rank", "How many oppose"),
        Entered(more="Several opponents", whose="other"),
    ] = 1

    def __post_init__(self) -> None:
        """Refuse opposers without a rank."""
        if self.opposers > 1 and self.opposing_rank is None:
            raise BadInput("opposers", self.opposers, worded("1, or also give {opposing_rank}"))

    def opposing_tosses(self, rules: EdgedCoinsRules) -> int:
        """G4.14: the number of opposing tosses."""
        if self.opposing_rank is None:
            return 0
        return 1 if rules.opposers == "one" else self.opposers

    def warnings(self, rules: EdgedCoinsRules) -> Iterable[str]:
        """Warn of an unusual rank, and of opposers whom the house rules do not let toss."""
        yield from super().warnings(rules)
        if self.opposers > 1 and rules.opposers == "one":
            yield worded(f"Only one of the {self.opposers} opposers tosses ({{house rule opposers=one}}).")


@dataclass(frozen=True)
class Purses:
    """The purses of both sides."""

    ec: Annotated[int, Limits(0, MOST_EC, "energy coins that the player may spend", "EC to spend")] = 0
    opposing_ec: Annotated[int, Limits(0, MOST_EC, "energy coins that the opponent may spend", "EC to spend")] = 0

    def facts(self, rules: EdgedCoinsRules) -> dict[str, Any]:
        """Describe what coins pay for, where somebody has any."""
        return {"prices": prices(rules)} if self.ec or self.opposing_ec else {}


def _as_written(field: str, side: str, texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(str, talents(field, texts, side)))


@dataclass(frozen=True)
class Talented:
    """Talents of both sides, as the table declares them."""

    talents: Annotated[
        tuple[str, ...],
        Entered(
            "talents that may bend the toss, as NAME=EC:EFFECT, such as lucky=2:re-toss; *3 for three uses; "
            f"effects: {', '.join(EFFECTS)}",
            "Your talents",
            more="Talents",
            read=partial(_as_written, "talents", PLAYER),
            quiet=True,
        ),
    ] = ()
    opposing_talents: Annotated[
        tuple[str, ...],
        Entered(
            "talents of the opponent, written as yours",
            "The opponent's talents",
            more="Talents",
            whose="other",
            read=partial(_as_written, "opposing_talents", OPPONENT),
            quiet=True,
        ),
    ] = ()

    @property
    def _of_sides(self) -> dict[str, tuple[Talent, ...]]:
        """The talents of both sides, by the inputs that have them."""
        return {
            "talents": talents("talents", self.talents, PLAYER),
            "opposing_talents": talents("opposing_talents", self.opposing_talents, OPPONENT),
        }

    def toss_rules(self, rules: EdgedCoinsRules) -> TossRules:
        """R4.10: the rules of a toss, with the talents that may bend them; BadInput for one below the least price."""
        for field, known in self._of_sides.items():
            for talent in known:
                if talent.price < rules.talent_price:
                    raise BadInput(field, str(talent), f"{rules.talent_price} EC or more for each use (R4.10)")
        everybodys = tuple([talent for known in self._of_sides.values() for talent in known])
        return TossRules.under(rules)._replace(talents=Talents(everybodys))

    def facts(self) -> dict[str, Any]:
        """Describe what the talents of each side do."""
        return {field: {each.name: each.told for each in known} for field, known in self._of_sides.items() if known}


#: What a dramatic use of EC does, and the price that the CM sets.
Use = Annotated[
    str | None,
    Entered(
        "what a dramatic use of EC does, in words, and the price that the CM sets, such as 'the chandelier falls=4'",
        "Dramatic use",
        more="Talents",
        read=lambda text: str(dramatic_use("dramatic_use", text)),
        quiet=True,
    ),
]


def proposed(use: str | None) -> DramaticUse | None:
    """Return the dramatic use that is entered."""
    return None if use is None else dramatic_use("dramatic_use", use)


@dataclass(frozen=True)
class Watching(Ranked):
    """A toss with which others interfere, and the coins of all of them."""

    rank: Annotated[int, Limits(LOWEST, HIGHEST, "rank of whoever tosses"), _METAL]
    tosser: Annotated[
        Literal["ally", "opponent"],
        Entered("who tosses: an ally, whose success you want, or an opponent", "Whose toss"),
    ] = "ally"
    ec: Annotated[int, Limits(0, MOST_EC, "energy coins that you may spend on it", "EC to spend")] = 0
    tosser_ec: Annotated[
        int, Limits(0, MOST_EC, "energy coins of whoever tosses", "EC of who tosses"), Entered(more="Coins of others")
    ] = 0
    allies_ec: Annotated[
        tuple[int, ...],
        Entered(
            "energy coins of others on your side, such as 20,15", "EC of others on your side", more="Coins of others"
        ),
    ] = ()
    opponents_ec: Annotated[
        tuple[int, ...],
        Entered(
            "energy coins of opponents who may interfere, such as 20,15", "EC of opponents", more="Coins of others"
        ),
    ] = ()

    def __post_init__(self) -> None:
        """Refuse more purses than a toss has use for, or fuller ones."""
        for field, purses in (("allies_ec", self.allies_ec), ("opponents_ec", self.opponents_ec)):
            if len(purses) > MOST_PURSES or not all(0 <= coins <= MOST_EC for coins in purses):
                text = ",".join(map(str, purses))
                raise BadInput(field, text, f"up to {MOST_PURSES} numbers from 0 to {MOST_EC}")


# --- damage and what lasts -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Damaging:
    """A source of damage, and its victim."""

    potency: Annotated[
        int,
        Limits(-1, 20, "Potency of the source: armed 1, unarmed 0, a trap as it says"),
        Entered(more="The source of damage"),
    ] = 1
    attack_power: Annotated[
        int, Limits(0, 50, "Power of the weapon; 0 without one", "Power of the weapon", "power")
    ] = 0
    armor_power: Annotated[
        int,
        Limits(0, 50, "Power of the armor; 0 without any", "Power of the armor", "armor"),
        Entered(whose="other"),
    ] = 0
    power_counts: Annotated[
        bool,
        Entered(
            "no: weapon and armor make no difference to this source",
            "Weapon and armor count",
            more="The source of damage",
        ),
    ] = True
    hc: Annotated[
        int | None,
        Limits(1, MOST_HC, "the victim's HC; damage beyond that does not matter", sheet="hc"),
        Entered(whose="other"),
    ] = None

    def __post_init__(self) -> None:
        """Refuse Powers that do not count."""
        if not self.power_counts and (self.attack_power or self.armor_power):
            raise BadInput("power_counts", "no", worded("yes, or {attack_power} and {armor_power} of 0"))

    def source(self, rules: EdgedCoinsRules) -> Attacker:
        """R4.7: the source of damage; R4.8: of one that no armor affects the Powers make no difference."""
        difference = self.attack_power - self.armor_power if self.power_counts else None
        return Attacker(PLAYER, self.potency, difference, TossRules.under(rules), PowerRules.under(rules))

    def facts(self, rules: EdgedCoinsRules) -> dict[str, Any]:
        """Describe the Powers, the Potency, and the first toss of the chain."""
        source = self.source(rules)
        first = source.rank(0, 0)
        return {"power_difference": source.difference, "potency": self.potency, "first_toss_as_rank": first}

    def warnings(self, rules: EdgedCoinsRules) -> Iterable[str]:
        """Warn of an unusual Potency, and of what becomes of a victim."""
        yield from potency_warnings(self.potency, rules)
        if self.hc is not None:
            yield AT_NONE


def potency_warnings(potency: int, rules: EdgedCoinsRules) -> Iterable[str]:
    """G4.12: warn of a Potency beyond the ladder, and of a house rule that is not about it."""
    if potency > HIGHEST:
        yield f"Potency {potency} counts as {HIGHEST}, the highest rank (G4.12)."
    yield from beyond_warnings(rules)


def beyond_warnings(rules: EdgedCoinsRules) -> Iterable[str]:
    """G4.12: warn of a house rule that is about ranks of skills, and of no Potency."""
    if rules.beyond != "clamp":
        low = "fails without a toss" if rules.beyond == "automatic" else f"counts as {LOWEST}"
        yield worded(
            f"{{House rule beyond={rules.beyond}}} is about skills: a Potency is never refused, above {HIGHEST} it "
            f"counts as {HIGHEST} (G4.12), and below {LOWEST} it {low}."
        )


@dataclass(frozen=True)
class Resisting(Ranked):
    """A resistance, and what the effect does that it is to end."""

    rank: Annotated[int, Limits(LOWEST, HIGHEST, "rank of the resistance", sheet="resistance"), _METAL]
    difficulty: Annotated[Difficulty, "how easy or difficult it is"] = "normal"
    active: Annotated[
        bool,
        Entered(
            "yes: shake it off with an action; no: bear it (passive)",
            "Shake it off with an action",
            more="Circumstances",
        ),
    ] = False
    source_rank: Annotated[
        int | None,
        Limits(LOWEST, HIGHEST, "rank at which an active source tosses to go on", "Rank of the source"),
        Entered(sheet=None, more="Circumstances", whose="other", names=TITLES),
    ] = None
    harm: Annotated[
        int,
        Limits(0, 20, "HC that the effect costs each round it lasts (the CM says)", "HC lost each round"),
        Entered(more="What the effect does"),
    ] = 0
    hc: Annotated[int | None, Limits(1, MOST_HC, "HC of the character"), Entered(more="What the effect does")] = None
    rounds: Annotated[
        int, Limits(1, MOST_ROUNDS, "rounds to try at most", "Rounds at most"), Entered(more="What the effect does")
    ] = 1

    def __post_init__(self) -> None:
        """R4.5: refuse a source that goes on what is borne."""
        if self.source_rank is not None and not self.active:
            allowed = "none, unless active is yes: nobody continues what one bears"
            raise BadInput("source_rank", self.source_rank, allowed)


@dataclass(frozen=True)
class Duelist:
    """A side of a duel."""

    rank: Annotated[int, Limits(LOWEST, HIGHEST, "rank of the first side's attacks"), _METAL]
    hc: Annotated[int, Limits(1, 20, "HC of the first side")]
    ec: Annotated[int, Limits(0, 60, "energy coins of the first side", "EC to spend")] = 0
    power: Annotated[
        int, Limits(0, 50, "Power of its weapon", "Power of the weapon"), Entered(more="Weapons and defence")
    ] = 0
    armor: Annotated[
        int, Limits(0, 50, "Power of its armor", "Power of the armor"), Entered(more="Weapons and defence")
    ] = 0
    potency: Annotated[
        int, Limits(-1, 6, "Potency of its attacks: armed 1, unarmed 0"), Entered(more="Weapons and defence")
    ] = 1
    defence: Annotated[
        int | None,
        Limits(LOWEST, HIGHEST, "rank of its opposing tosses when attacked, if any", "Rank of defence"),
        Entered(more="Weapons and defence", names=TITLES),
    ] = None
