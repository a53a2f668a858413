"""The contest: an opposed test before which both sides may buy dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

from oddsmith.dice.limits import refuse_above
from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.shared import (
    both_paid,
    currencies,
    held,
    level_events,
    opposed_facts,
    opposed_warnings,
    or_better_events,
    scale,
    sides,
    sway_of,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import ContestInputs, SpenderInputs, offered
from oddsmith.systems.t13.rules.buying import Purse, phrase
from oddsmith.systems.t13.rules.components import Amount
from oddsmith.systems.t13.rules.contest import Bidder, Bidding, ContestOutcome, bid, purchases
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.tests import Contestant
from oddsmith.wording import HouseRule

#: Pairs of purchases that a contest may have.
MOST_PAIRS = 20_000

#: The part of the outcome that each event and measure needs, beside the lead.
_KNOWN: Mapping[str, str] = {
    "margin": "margin",
    "extra_levels": "extra",
    "failure_levels": "failures",
    "against_crisis": "against",
}
_SPENT = frozenset(f"{side}{currency.value}_spent" for side in ("", "against_") for currency in Currency)
_AHEAD = frozenset({"win", "lose", "stalemate"})


def _contest(inputs: ContestInputs, rules: T13Rules, asked: frozenset[str]) -> Call[ContestOutcome]:
    if rules.method == "pools":
        raise BadInput(HouseRule("method"), "pools", "sum, for contests: pools are only compared with a difficulty")
    mine, theirs, _ = sides(inputs, rules)
    parts = frozenset(_KNOWN.get(name, "verdict") for name in asked - _SPENT - _AHEAD)
    bidding = Bidding(
        _bidder(mine, inputs, rules),
        _bidder(theirs, inputs.against, rules),
        inputs.order,
        scale(rules),
        parts,
        told=bool(asked & _SPENT),
    )
    pairs = len(purchases(bidding.mine, bidding.told)) * len(purchases(bidding.theirs, bidding.told))
    refuse_above(MOST_PAIRS, pairs, "pairs of purchases", "Offer fewer dice, or give less to spend.")
    return bid(bidding)


def _bidder(side: Contestant, inputs: SpenderInputs, rules: T13Rules) -> Bidder:
    purse = Purse(
        held(inputs, rules),
        Rank(inputs.rank),
        pooled=rules.conversion == "off-the-top",
        changed=changed(rules),
        sway=sway_of(inputs, rules),
    )
    return Bidder(side, offered("offers", inputs.offers), purse, again=rules.buy_again == "yes")


def _warnings(inputs: ContestInputs, rules: T13Rules) -> Iterable[str]:
    yield from opposed_warnings(inputs, rules)
    if rules.buying == "after":
        yield "In a contest dice are bought before anything is rolled, whatever the house rule buying says."
    if rules.adjust == "after-roll":
        yield "In a contest no points are spent on scores (house rule adjust)."


def _spent(name: str, currency: Currency) -> Callable[[ContestOutcome], int]:
    def spent(met: ContestOutcome) -> int:
        amount: Amount = getattr(met, name)
        return amount.of(currency)

    return spent


def _measures(rules: T13Rules) -> tuple[Measure[ContestOutcome], ...]:
    kept = currencies(rules)
    theirs = (
        Measure(f"against_{c.value}_spent", f"{c} spent by the opponent", _spent("against_spent", c), spends=True)
        for c in kept
    )
    return (
        Measure("margin", "own score less the opponent's", attrgetter("margin")),
        Measure("extra_levels", "extra success levels", attrgetter("extra")),
        Measure("failure_levels", "failure levels, beyond the opponent's success levels", attrgetter("failures")),
        *(Measure(f"{c.value}_spent", f"{c} spent", _spent("spent", c), spends=True) for c in kept),
        *theirs,
    )


def _apart(rules: T13Rules) -> tuple[frozenset[str], ...]:
    alone = (frozenset({name}) for name in ("margin", "extra_levels", "failure_levels"))
    return (_AHEAD, *alone, _SPENT & {measure.name for measure in _measures(rules)})


CONTEST = Action[ContestInputs, T13Rules, ContestOutcome](
    name="contest",
    title="Contest",
    summary="An opposed test before which both sides may buy dice, in view of each other or unseen.",
    inputs=ContestInputs,
    call=_contest,
    events=(
        Event("win", "the higher score", lambda met: met.lead > 0, "R2.5"),
        Event("lose", "the lower score", lambda met: met.lead < 0, "R2.5"),
        Event("stalemate", "a Stalemate (Borderline)", lambda met: met.lead == 0, "R2.5"),
        *(event for event in level_events(attrgetter("verdict")) if event.name != "stalemate"),
        *(event for event in or_better_events(attrgetter("verdict")) if event.name != "stalemate_or_better"),
        Event(
            "against_crisis", "Proficiency Crisis of the opponent", lambda met: bool(attrgetter("against.crisis")(met))
        ),
    ),
    measures=_measures(T13Rules()),
    apart=_apart(T13Rules()),
    retold=lambda rules: {"measures": _measures(rules), "apart": _apart(rules), "costs": both_paid(rules)},
    facts=opposed_facts,
    warnings=_warnings,
    decides="what both sides buy, and what they pay it with",
    phrase=phrase,
    example="contest --dice facet:d6,descendant:d8 --offers skill:1d6+2,talent:2d6 --sway 14 "
    "--against-dice facet:d6,descendant:2d6 --against-offers power:2d6 --against-sway 14",
    costs=both_paid(T13Rules()),
)
