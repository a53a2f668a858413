"""The actions of Mod Dot: what is entered, the rule that it is played by, and what can be asked of its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Final

from oddsmith.dice import rps
from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.game import Game
from oddsmith.systems.authoring.marks import Opponent
from oddsmith.systems.declaration import Publication, Tour
from oddsmith.systems.mod_dot.audit import advice, audit
from oddsmith.systems.mod_dot.citations import CITATIONS, RETELLING
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.rules.extended import ExtendedOutcome, Job, hopeless, work
from oddsmith.systems.mod_dot.rules.hands import Successes, show
from oddsmith.systems.mod_dot.rules.opposed import OpposedOutcome, contest
from oddsmith.systems.mod_dot.rules.pools import (
    MOST_TRIES,
    Shown,
    Side,
    Tester,
    Throw,
    Work,
    character_with,
    pool_warnings,
    usable_pool,
)
from oddsmith.systems.mod_dot.rules.test import Character, Result, half, modifier, resolve
from oddsmith.wording import HouseRule, worded

MOD_DOT: Final = Game(
    "Mod Dot (Emerald Coven Chronicles)",
    name="mod-dot",
    summary="Rock-paper-scissors live play: half the pool succeeds by itself, tests move that up and down.",
    source=(
        Publication(
            "Mod-Dot System", "HST Seth, Emerald Coven Chronicles", "http://eccsabbat.proboards.com/page/moddot"
        ),
        Publication("Character creation", "Emerald Coven Chronicles", "http://eccsabbat.proboards.com/page/creation"),
    ),
    citations=CITATIONS,
    retelling=RETELLING,
    audit=audit,
    tour=Tour("test", {"pool": 10, "difficulty": 6}, advice),
)

_GOES_ON: Final = "whether to go on after nothing but ups"


def _known(who: Character) -> dict[str, int]:
    return {"base": who.base, "most_successes": who.cap}


# --- the test: base successes, then rock-paper-scissors --------------------------------------------------------------


def _testing(tester: Tester, throw: Throw, rules: ModDotRules) -> Character:
    if tester.willpower and rules.willpower == "off":
        allowed = worded("0, unless {the house rule willpower=one-success} is in force")
        raise BadInput("willpower", tester.willpower, allowed)
    who = character_with(tester.total(rules), tester.difficulty, throw.die, rules)
    return replace(who, willpower=tester.willpower)


def _test_facts(tester: Tester, throw: Throw, rules: ModDotRules) -> Mapping[str, int]:
    who = _testing(tester, throw, rules)
    pool = usable_pool(tester.total(rules), rules)
    return {"pool": pool, "half": half(pool, rules), "modifier": modifier(tester.difficulty, rules), **_known(who)}


def _test_warnings(tester: Tester, rules: ModDotRules) -> Iterable[str]:
    return pool_warnings(tester.total(rules), tester.difficulty, rules, tester.willpower)


@MOD_DOT.action(
    facts=_test_facts,
    warnings=_test_warnings,
    decides=f"under house rules, whether to spend Willpower before the tests, and {_GOES_ON}",
    example="--pool 10 --difficulty 6",
)
def test(tester: Tester, throw: Throw, rules: ModDotRules) -> Call[Result]:
    """Half the pool in base successes, then rock-paper-scissors tests that add and take away."""
    return resolve(_testing(tester, throw, rules))


@MOD_DOT.event(title="at least one success", rule="R0.9", otherwise="no success")
def success(outcome: Result) -> bool:
    return outcome.successes >= 1


@MOD_DOT.event(title="failure: exactly 0 successes", rule="R0.9, G0.3")
def failure(outcome: Result) -> bool:
    return outcome.successes == 0


@MOD_DOT.event(title="botch: fewer than 0 successes", rule="R0.9")
def botch(outcome: Result) -> bool:
    return outcome.successes < 0


# --- the opposed test (G0.10, a house rule): two characters test and compare successes -------------------------------


def _opposing(side: Side, against: Side, throw: Throw, rules: ModDotRules) -> tuple[Character, Character]:
    if rules.opposed == "off":
        raise BadInput(HouseRule("opposed"), "off", "tie-to-defender: Mod Dot itself has no opposed tests")
    return (
        character_with(side.pool, side.difficulty, throw.die, rules),
        character_with(against.pool, against.difficulty, throw.die, rules, "opponent"),
    )


def _opposed_facts(side: Side, against: Side, throw: Throw, rules: ModDotRules) -> Mapping[str, int]:
    mine, theirs = _opposing(side, against, throw, rules)
    return {**_known(mine), **{f"against_{name}": fact for name, fact in _known(theirs).items()}}


def _opposed_warnings(side: Side, against: Side, rules: ModDotRules) -> Iterable[str]:
    for each in (side, against):
        yield from pool_warnings(each.pool, each.difficulty, rules)


_DEFENDER: Final = Opponent(texts={"pool": "the defender's final dice pool", "difficulty": "the defender's difficulty"})


@MOD_DOT.action(
    title="Opposed test",
    facts=_opposed_facts,
    warnings=_opposed_warnings,
    decides=f"under a house rule, {_GOES_ON}",
    example="--pool 10 --against-pool 8 --option opposed=tie-to-defender",
)
def opposed(side: Side, against: Annotated[Side, _DEFENDER], throw: Throw, rules: ModDotRules) -> Call[OpposedOutcome]:
    """Two characters test and compare successes; a house rule (opposed), since the book has no such test."""
    return contest(*_opposing(side, against, throw, rules))


@MOD_DOT.event(title="more successes than the defender", rule="G0.10")
def win(outcome: OpposedOutcome) -> bool:
    return outcome.successes - outcome.against_successes > 0


@MOD_DOT.event(title="as many successes, so the defender wins", rule="G0.10")
def tie(outcome: OpposedOutcome) -> bool:
    return outcome.successes - outcome.against_successes == 0


@MOD_DOT.event(title="no more successes than the defender", rule="G0.10", implied_by=("tie",))
def lose(outcome: OpposedOutcome) -> bool:
    return outcome.successes - outcome.against_successes <= 0


@MOD_DOT.measure(title="net successes over the defender", one="net success over the defender")
def net(outcome: OpposedOutcome) -> int:
    return outcome.successes - outcome.against_successes


@MOD_DOT.measure(title="successes of whoever acts", one="success of whoever acts")
def successes(outcome: OpposedOutcome) -> int:
    return outcome.successes


@MOD_DOT.measure(title="successes of the defender", one="success of the defender")
def against_successes(outcome: OpposedOutcome) -> int:
    return outcome.against_successes


# --- the extended action (G0.10): test after test until enough successes are gathered --------------------------------


def _job(each: Work, throw: Throw, rules: ModDotRules) -> Job:
    return Job(character_with(each.pool, each.difficulty, throw.die, rules), each.target, rules.extended_botch)


def _extended_facts(each: Work, throw: Throw, rules: ModDotRules) -> Mapping[str, int]:
    return _known(_job(each, throw, rules).character)


def _extended_warnings(each: Work, rules: ModDotRules) -> Iterable[str]:
    return pool_warnings(each.pool, each.difficulty, rules)


@MOD_DOT.action(
    title="Extended action",
    facts=_extended_facts,
    warnings=_extended_warnings,
    decides=f"under a house rule, {_GOES_ON}",
    example="--pool 6 --target 10 --tries 5",
)
def extended(each: Work, throw: Throw, rules: ModDotRules) -> Call[ExtendedOutcome]:
    """Test after test until enough successes are gathered; an option, since the book has no such action."""
    job = _job(each, throw, rules)
    if each.tries is None and hopeless(job.character):
        raise BadInput("tries", None, f"1 to {MOST_TRIES}: with this pool and difficulty no try brings a success")
    return work(job, 0, each.tries)


@MOD_DOT.event(name="success", title="enough successes are gathered", rule="G0.10", per_gain=0)
def gathered_enough(outcome: ExtendedOutcome) -> bool:
    return outcome.done


@MOD_DOT.event(name="failure", title="too few successes in the end", rule="G0.10", per_gain=0)
def gathered_too_few(outcome: ExtendedOutcome) -> bool:
    return not outcome.done


@MOD_DOT.event(name="botch", title="a botch ended it", rule="G0.10", per_gain=0)
def ended_by_botch(outcome: ExtendedOutcome) -> bool:
    return outcome.botched


# --- the test with real hands (G0.11): against known habits, or somebody who chooses too -----------------------------


def _showing(shown: Shown, rules: ModDotRules) -> Character:
    return replace(character_with(shown.pool, shown.difficulty, rps, rules), hands=shown.hands)


def _hands_facts(shown: Shown, rules: ModDotRules) -> Mapping[str, int]:
    return _known(_showing(shown, rules))


def _hands_warnings(shown: Shown, rules: ModDotRules) -> Iterable[str]:
    yield from pool_warnings(shown.pool, shown.difficulty, rules)
    if shown.other == "chooses":
        yield "Where nobody says what they choose, both show rock; `oddsmith best` finds how often to show what."


@MOD_DOT.action(
    title="Test with real hands",
    facts=_hands_facts,
    warnings=_hands_warnings,
    decides=f"which hand to show in every test, and under a house rule {_GOES_ON}",
    example="--pool 10 --rock 1/2 --paper 1/4 --scissors 1/4",
)
def hands(shown: Shown, rules: ModDotRules) -> Call[Successes]:
    """A test in which you choose rock, paper or scissors, against known habits or somebody who chooses too."""
    return show(_showing(shown, rules))


@MOD_DOT.event(name="success", title="at least one success", rule="R0.9", per_gain=0)
def hands_succeed(successes: Successes) -> bool:
    return successes >= 1


@MOD_DOT.event(name="failure", title="failure: exactly 0 successes", rule="R0.9, G0.3", per_gain=0)
def hands_fail(successes: Successes) -> bool:
    return successes == 0


@MOD_DOT.event(name="botch", title="botch: fewer than 0 successes", rule="R0.9", per_gain=0)
def hands_botch(successes: Successes) -> bool:
    return successes < 0
