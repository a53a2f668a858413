"""An action as it is played (3g): Willpower before the roll, the dice, the 10s that wait, Willpower after it, verdict.

The fixed policy for a point of Willpower kept until after the roll: nothing when the difficulty is met; else the die
that loses the fewest successes is rerolled, of such dice a Beast die first. So first of all a Beast die that failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

from oddsmith.rules import Then, choose, note, part, roll, rule
from oddsmith.systems.humanity_beast.house_rules import Colour
from oddsmith.systems.humanity_beast.rules.comparison import Comparison
from oddsmith.systems.humanity_beast.rules.dice_on_table import DiceOnTable, DieOnTable
from oddsmith.systems.humanity_beast.rules.dice_throw import DiceThrow, ten_again
from oddsmith.systems.humanity_beast.rules.reading import Reading, bare, count
from oddsmith.systems.humanity_beast.rules.roll_task import (
    UNBOUNDED,
    Counts,
    JudgedRoll,
    Reroll,
    RollOutcome,
    RollTask,
    alone_rolled,
    judged,
)

#: R3.6: the use of the one point of Willpower of a roll; "open" leaves that to whoever decides.
Spend: TypeAlias = Literal["open", "none", "before", "after"]

_LEAVE: Final = "leave"
_KEEP: Final = "keep"


@rule
async def act(task: RollTask, spend: Spend | None) -> Then[Any]:
    """R3.2, R3.6: the dice are chosen, and one point of Willpower may be paid or kept for after the roll.

    spend: None where the use of the point is settled. A number without a limit that is asked alone is the outcome
    itself.
    """
    if spend is not None:
        task = await willpower_before(task, spend)
    return rolled(task)


@part
async def rolled(task: RollTask) -> Then[Any]:
    """R3.3: the dice are rolled, and what they show is judged, or one of them rerolled before."""
    if task.reroll == "none" and not task.reading.waits:
        if task.alone is not None:
            return roll(alone_rolled(task, task.alone))
        if task.compares and not task.asked & UNBOUNDED:
            dice = Comparison(task.dice("humanity"), task.dice("beast"), task.enough, reach=1)
            humanity, beast, lead = await roll(dice)
            return judged(task, (humanity, beast), lead)
    table = await thrown(task)
    return outcome(task, table.counts) if task.reroll == "none" else after_the_roll(task, table)


async def willpower_before(task: RollTask, spend: Spend, *, held: Reroll = "choice") -> RollTask:
    """R3.6: the use of the one point; what is paid before the roll buys a success.

    held: the use of a point that is kept until after the roll, where `spend` does not say it.
    """
    uses = [use for use in ("none", "before", "after") if spend in (use, "open")]
    if task.willpower == 0:
        uses = ["none"]
    if task.humanity + task.beast == 0:
        uses = ["before"]  # G3.12
    use = await choose(task.who, uses)
    if use == "none":
        return task
    if use == "after":
        return task.holding(held if spend == "open" else "policy")
    await note(f"pays 1 Willpower for {assured_successes(task.reading)}")
    if task.assured_as == "chosen":
        return task.buying(await choose(task.who, ("humanity", "beast")))
    return task.buying(task.assured_as)


@rule
async def thrown(task: RollTask) -> Then[DiceOnTable]:
    """R3.3, R3.4: the dice are rolled; a 10 is rerolled for another success."""
    if task.reading.waits or task.reroll != "none" or task.coarse:
        table = await roll(DiceThrow(task))
        return tens_rerolled(task, table) if table.tens else table
    if task.one_number:
        dice = task.dice("humanity") + task.dice("beast")
        return DiceOnTable((await roll(dice if task.most is None else dice.capped(task.most)),))
    return DiceOnTable((await of_colour(task, "humanity"), await of_colour(task, "beast")))


async def of_colour(task: RollTask, colour: Colour) -> int:
    """R3.3: the successes of one colour, rolled if there are any dice of it."""
    if not task.number(colour):
        return task.assured(colour)
    dice = task.dice(colour)
    return await roll(dice if task.most is None else dice.capped(task.most))


@rule
async def tens_rerolled(task: RollTask, table: DiceOnTable) -> Then[DiceOnTable]:
    """R3.4: 10s that wait (G3.2) are rerolled one at a time."""
    if not table.tens:
        return table
    if task.reading.tens == "ask-beast":
        tens = {_named_ten(task, ten): ten for ten in table.tens}
        ten = await choose(task.who, {_LEAVE: None, **tens})
        if ten is None:
            return table.left()
    elif task.met(table.counts):
        await note("stops: the difficulty is met")
        return table.left()
    else:
        ten = table.tens[0]
    return tens_rerolled(task, table.rerolled(task, ten, await roll(ten_again(task, table))))


@rule
async def after_the_roll(task: RollTask, table: DiceOnTable) -> Then[RollOutcome]:
    """R3.6: after the roll, one point of Willpower may reroll any one die, a success or not; the new result stands."""
    die = await die_to_reroll(task, table, met=task.met(table.counts))
    if die is None:
        return outcome(task, table.counts)
    return one_more_throw(task.paid, die._replace(loses=0))


async def die_to_reroll(task: RollTask, table: DiceOnTable, *, met: bool) -> DieOnTable | None:
    """Choose the die on which the point is spent, None when it is not. met: all is well for the fixed policy."""
    if task.reroll == "none":
        return None
    if task.reroll == "choice":
        dice = {f"reroll {_named(task, die)}": die for die in table.kinds}
        die = await choose(task.who, {_KEEP: None, **dice})
    else:
        die = None if met else table.kinds[0]
        if die is None:
            await note("keeps the point of Willpower: nothing is short")
    if die is not None:
        await note(f"pays 1 Willpower for a reroll ({_named(task, die)})")
    return die


def assured_successes(how: Reading) -> str:
    """R3.6: what a point of Willpower buys before the roll, in words."""
    number = how.book.assured_successes
    return "one assured success" if number == 1 else f"{number} assured successes"


def _named_ten(task: RollTask, ten: DieOnTable) -> str:
    return f"reroll {ten.colour} {ten.loses}" if task.reroll != "none" else f"reroll {ten.colour}"


def _named(task: RollTask, die: DieOnTable) -> str:
    """Name a die as a player points at it: by its successes, or by its last face where only that is rerolled (G3.4)."""
    if task.reading.willpower_reroll == "whole-chain":
        return f"{die.colour} {die.loses}"
    return f"{die.colour} {'hit' if die.loses else 'miss'}{'' if die.fresh else ' used'}"


@rule
async def one_more_throw(task: RollTask, die: DieOnTable) -> Then[RollOutcome]:
    """R3.6, G3.4: the die is thrown again, and its 10s are rerolled as before."""
    table = await thrown_again(task, die)
    return outcome(task, table.counts)


@rule
async def thrown_again(task: RollTask, die: DieOnTable) -> Then[DiceOnTable]:
    """G3.4: what the reroll of a die comes to."""
    if die.fresh and task.reading.tens_of(die.colour) == "waiting":
        return tens_rerolled(
            task,
            DiceOnTable(die.without).landed(task, die.colour, await roll(bare(task.reading, die.colour, task.who))),
        )
    again = count(task.reading, die.colour, 1, fresh=die.fresh, who=task.who)
    more = await roll(again if task.most is None else again.capped(task.most))
    return DiceOnTable(task.more(die.without, die.colour, more))


@rule
async def outcome(task: RollTask, counts: Counts) -> Then[RollOutcome]:
    """R3.5, R3.7, R3.9, R3.10: what the successes mean."""
    if task.is_told:
        for line in verdict(JudgedRoll(task, counts, counts[1] - counts[0])):
            await note(line)
    return judged(task, counts)


def verdict(seen: JudgedRoll) -> Iterator[str]:
    """Say as a referee what successes of both colours come to."""
    task = seen.task
    humanity, beast = map(task.counted, seen.counts)
    or_more = " or more" if seen.at_least else ""
    assured = f" + {task.extra} assured" if task.extra else ""
    margin = f"{abs(seen.total - task.difficulty)}{or_more}"
    met = f"met, {margin} over" if seen.met else f"not met, {margin} short"
    successes = "1 success" if seen.total == 1 and not or_more else f"{seen.total}{or_more} successes"
    yield f"{humanity} Humanity + {beast} Beast{assured} = {successes}; difficulty {task.difficulty} {met}"
    if seen.over_willpower:
        yield f"possible Humanity loss: more Beast successes, {beast}, than Willpower, {task.current_willpower}"
    if seen.over_humanity:
        yield f"possible Humanity loss: more Beast successes, {beast}, than Humanity successes, {humanity}"
    if task.spent == task.willpower > 0:
        yield "out of Willpower"  # G3.16
