"""The game, and its actions that are tosses: one's own, the explosive one, and another's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.game import Game
from oddsmith.systems.authoring.marks import Limits
from oddsmith.systems.declaration import Publication, Tour
from oddsmith.systems.edged_coins.audit import advice, audit
from oddsmith.systems.edged_coins.citations import CITATIONS, RETELLING
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import (
    Purses,
    Talented,
    Tossing,
    Use,
    Watching,
    proposed,
)
from oddsmith.systems.edged_coins.rules.explosive import Exploded, Explosive, stand_against
from oddsmith.systems.edged_coins.rules.interference import Watched, WatchedResult, Witness, watch
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, TossRules, phrase, prices
from oddsmith.systems.edged_coins.rules.toss import (
    OPPONENT,
    PLAYER,
    DramaticResult,
    TossResult,
    dramatic_toss,
    whole_toss,
)
from oddsmith.wording import worded

EDGED_COINS: Final = Game(
    "Edged Coins",
    summary="Coin tosses by rank, and energy coins that re-toss, buy, force and invert what has landed.",
    source=Publication(
        "Edged Coins, part III: core mechanics",
        "La Torre de Dimirag",
        "https://latorrededimirag.blogspot.com/2026/01/edged-coins-part-iii-core-mechanics.html",
    ),
    citations=CITATIONS,
    retelling=RETELLING,
    audit=audit,
    tour=Tour("attack", {"rank": 3, "opposing_rank": 2, "attack_power": 2}, advice),
)


# --- the toss: a skill's coins, opposed or not, and what energy coins change about it (R4.1, R4.10) ------------------


def _toss_facts(tossing: Tossing, purses: Purses, talented: Talented, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    return tossing.facts(rules) | talented.facts() | purses.facts(rules)


def _toss_warnings(tossing: Tossing, purses: Purses, dramatic_use: str | None, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from tossing.warnings(rules)
    use = proposed(dramatic_use)
    if use and use.price > purses.ec:
        yield f"The dramatic use costs {use.price} EC, and there are {purses.ec} to spend."


@EDGED_COINS.action(
    facts=_toss_facts,
    warnings=_toss_warnings,
    decides="effort before the coins land; then to re-toss or buy a failure, to force a re-toss or invert a success; "
    "talents and a dramatic use, where the table declares some",
    phrases=phrase,
    example="--rank 2 --opposing-rank 2",
    at_once=True,
)
def toss(
    tossing: Tossing, purses: Purses, talented: Talented, rules: EdgedCoinsRules, dramatic_use: Use = None
) -> Call[TossResult | DramaticResult]:
    """A toss of a skill's coins, opposed or not, and what energy coins (EC) may change about it."""
    readings, opposers = talented.toss_rules(rules), tossing.opposing_tosses(rules)
    rank = tossing.checked(rules, opposers)
    entered = rank, tossing.opposing_rank or 0, opposers, purses.ec, purses.opposing_ec, readings
    use = proposed(dramatic_use)
    if use is None:
        return whole_toss(*entered)
    if use.price < rules.dramatic_use_price:
        raise BadInput("dramatic_use", dramatic_use, f"{rules.dramatic_use_price} EC or more (R4.10)")
    return dramatic_toss(*entered, use)


@EDGED_COINS.event(title="success", rule="R4.1")
def success(outcome: TossResult | DramaticResult) -> bool:
    return outcome.success


@EDGED_COINS.event(
    title="a dramatic use",
    rule="R4.10",
    also=("dramatic use", "used dramatically"),
    needs="dramatic_use",
    otherwise="no dramatic use",
)
def dramatic(outcome: TossResult | DramaticResult) -> bool:
    return isinstance(outcome, DramaticResult) and outcome.dramatic


# --- the explosive toss: each success brings another, until one fails (R4.3) -----------------------------------------


@EDGED_COINS.action(
    title="Explosive toss",
    facts=_toss_facts,
    warnings=lambda tossing, rules: tossing.warnings(rules),
    decides="effort before every toss; then to re-toss or buy a failure, to force a re-toss or invert a success",
    phrases=phrase,
    example="--rank silver --difficulty difficult --opposing-rank bronze",
    leading="successes",
)
def explosive(
    tossing: Tossing,
    purses: Purses,
    talented: Talented,
    rules: EdgedCoinsRules,
    most: Annotated[
        int | None, Limits(1, 100, "tosses after which another rule stops it; none if empty", "Tosses at most")
    ] = None,
) -> Call[Exploded]:
    """Each success brings another toss, until one fails or another rule stops it: how many succeed."""
    readings, opposers = talented.toss_rules(rules), tossing.opposing_tosses(rules)
    rank = tossing.checked(rules, opposers)
    if most is None and readings.reached(rank) > HIGHEST:
        wanted = "a number: by {house rule beyond=automatic} a rank above 6 would explode for ever"
        raise BadInput("most", None, worded(wanted))
    chain = Explosive(tossing.opposing_rank or 0, readings, (purses.ec, purses.opposing_ec))
    return stand_against(chain, rank, opposers, most, purses.ec, purses.opposing_ec)


@EDGED_COINS.event(name="success", title="success", rule="R4.3")
def some_success(outcome: Exploded) -> bool:
    return outcome.successes >= 1


# --- another's toss, which others may force again or turn over (R4.10) -----------------------------------------------


def _numbered(name: str, side: str, purses: tuple[int, ...]) -> list[tuple[Witness, int]]:
    return [(Witness(f"{name} {place}", side), coins) for place, coins in enumerate(purses, 1)]


def _interfere_warnings(watching: Watching, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from watching.warnings(rules)
    yield "Only those may interfere whom the toss affects directly, and only while it is fresh (R4.10)."
    effort = rules.effort_price
    if watching.tosser_ec >= effort:
        yield (
            f"An effort of whoever tosses is left out: enter the rank that it makes, and {effort} EC less for each "
            "(R4.11)."
        )


@EDGED_COINS.action(
    title="Another's toss",
    facts=lambda watching, rules: watching.facts(rules) | {"prices": prices(rules)},
    warnings=_interfere_warnings,
    decides="who pays to re-toss, buy, force or invert",
    phrases=phrase,
    example="--rank bronze --ec 20 --opponents-ec 15",
    at_once=True,
)
def interfere(watching: Watching, rules: EdgedCoinsRules) -> Call[WatchedResult]:
    """An ally's or opponent's toss, which others may force again or turn over."""
    readings, friendly = TossRules.under(rules), watching.tosser == "ally"
    rank = watching.checked(rules)
    everybody = (
        (Witness("you", PLAYER), watching.ec),
        (Witness("the tosser", PLAYER if friendly else OPPONENT, tosses=True), watching.tosser_ec),
        *_numbered("ally", PLAYER, watching.allies_ec),
        *_numbered("opponent", OPPONENT, watching.opponents_ec),
    )
    witnesses, purses = zip(*everybody, strict=True)
    return watch(Watched(readings.reached(rank), friendly, witnesses, purses, readings), purses)


@EDGED_COINS.event(title="as your side wants it", rule="R4.10", clause="the toss goes your way")
def as_wished(outcome: WatchedResult) -> bool:
    return outcome.as_wished


@EDGED_COINS.event(
    name="success",
    title="success of the toss",
    rule="R4.1",
    otherwise="failure of the toss",
    clause="the toss succeeds",
)
def anothers_success(outcome: WatchedResult) -> bool:
    return outcome.success


@EDGED_COINS.measure(title="EC spent by opponents", spends=True)
def opponents_ec_spent(outcome: WatchedResult) -> int:
    return outcome.opposing_ec_spent
