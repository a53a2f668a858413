"""One roll of a character: its dice and difficulty, the successes that must be known of it, and their meaning.

The question decides how much must be known. "Three or more" is enough for a difficulty of 3, and one number for both
colours when nothing asked tells them apart; the lead of Beast over Humanity needs both counts without a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from oddsmith.dice import Expression
from oddsmith.systems.authoring.marks import Number, Spent, Unasked, YesNo
from oddsmith.systems.humanity_beast.house_rules import COLOURS, Colour
from oddsmith.systems.humanity_beast.rules.reading import Reading, count

#: Successes by colour (Humanity, Beast), or as one number where nothing asked tells the colours apart.
Counts: TypeAlias = tuple[int, ...]

#: After the roll: no Willpower, a reroll of a die that somebody chooses, a reroll by the fixed policy (see `action`).
Reroll: TypeAlias = Literal["none", "choice", "policy"]

#: G3.5: the colour of an assured success.
Assured: TypeAlias = Literal["neither", "humanity", "beast"]

#: Numbers without a limit. Each is exact when it is asked by itself.
UNBOUNDED: Final = frozenset({"successes", "humanity_successes", "beast_successes"})

#: Names that compare the two colours, however many successes they have.
COMPARING: Final = frozenset({"beast_over_humanity", "colour_humanity", "colour_beast", "colour_mixed"})

_MEETING: Final = frozenset({"success", "failure", "clean_success"})
#: Names for which it matters how much Willpower there is, not only whether there is any.
CHECKING: Final = frozenset(
    {"humanity_check", "no_humanity_check", "clean_success", "humanity_checks", "beast_over_willpower"}
)
_OF_COLOURS: Final = COMPARING | CHECKING | {"humanity_successes", "beast_successes"}


@dataclass(frozen=True)
class RollTask:
    """One roll as it stands.

    humanity, beast: dice rolled. difficulty: successes needed. willpower: before the roll. assured_as: G3.5.
    before_spend: current Willpower is that before the roll (G3.6). two_checks: G3.7. asked: the events and measures
    whose values will be read. bought: the colour of the assured success that Willpower has bought, None without one.
    spent: Willpower spent so far. who: decides. fine, coarse: the fineness with which dice are looked at where every
    number must be told apart (`rare`): fine for a choice among all dice, coarse whatever is done with them.
    """

    humanity: int
    beast: int
    difficulty: int
    willpower: int
    reading: Reading
    assured_as: Assured | Literal["chosen"]
    before_spend: bool
    two_checks: bool
    asked: frozenset[str]
    bought: Assured | None = None
    reroll: Reroll = "none"
    spent: int = 0
    who: str = "player"
    fine: int = 10**11
    coarse: int | None = None

    def __str__(self) -> str:
        return f"{self.humanity} Humanity + {self.beast} Beast against {self.difficulty}"

    # --- how much must be known ----------------------------------------------------------------------------------

    @cached_property
    def one_number(self) -> bool:
        """True if nothing asked tells the colours apart."""
        return not self.asked & _OF_COLOURS

    @cached_property
    def enough(self) -> int:
        """The number of successes as good as any more, for all that is asked but `UNBOUNDED` and `COMPARING`."""
        needed = [0]
        if self.asked & _MEETING or self.reroll == "policy" or self.reading.tens == "stop-when-met":
            needed.append(self.difficulty)
        if self.asked & CHECKING:
            needed.append(self.willpower + 1)
        return max(needed)

    @cached_property
    def compares(self) -> bool:
        """True if it must be known which colour leads, however far both have come."""
        return bool(self.asked & COMPARING) or (self.two_checks and "humanity_checks" in self.asked)

    @cached_property
    def most(self) -> int | None:
        """The number of successes that stands for that many or more; None when every number must be told apart."""
        return None if self.compares or self.asked & UNBOUNDED else self.enough

    @cached_property
    def alone(self) -> str | None:
        """The unbounded number that is the only thing asked, else None."""
        return next(iter(self.asked)) if len(self.asked) == 1 and self.asked <= UNBOUNDED else None

    @cached_property
    def rare(self) -> int | None:
        """The rarity, one in so many, beyond which tables stay unresolved; None where all are resolved.

        A choice among all dice has far more tables to tell apart than the fixed policy.
        """
        if self.most is not None or self.reading.bounded:
            return None
        return self.coarse or (self.fine if self.reroll == "choice" else 10**21)

    @cached_property
    def is_told(self) -> bool:
        """True if the trail describes the successes of both colours: where the difficulty matters, too."""
        return "success" in self.asked and not self.one_number

    # --- dice and successes --------------------------------------------------------------------------------------

    def number(self, colour: Colour) -> int:
        """Return the number of dice of a colour."""
        return self.humanity if colour == "humanity" else self.beast

    def dice(self, colour: Colour) -> Expression[int]:
        """Return the successes of one colour as dice, an assured one of that colour included."""
        rolled = count(self.reading, colour, self.number(colour), who=self.who)
        return rolled + assured if (assured := self.assured(colour)) else rolled

    def assured(self, colour: Colour | Literal["neither"]) -> int:
        """R3.6: assured successes of a colour."""
        return self.reading.book.assured_successes if self.bought == colour else 0

    @cached_property
    def extra(self) -> int:
        """Assured successes of neither colour (G3.5)."""
        return self.assured("neither")

    def counts(self, humanity: int, beast: int) -> Counts:
        """Return successes as far as they must be known."""
        return self.cut((humanity + beast,) if self.one_number else (humanity, beast))

    def more(self, counts: Counts, colour: Colour, successes: int) -> Counts:
        """Add some successes of a colour to counts."""
        if len(counts) == 1:
            return self.cut((counts[0] + successes,))
        humanity, beast = counts
        return self.cut((humanity + successes, beast) if colour == "humanity" else (humanity, beast + successes))

    def cut(self, counts: Counts) -> Counts:
        """Lower counts to the most that must be known."""
        most = self.most
        return counts if most is None else tuple([min(number, most) for number in counts])

    def counted(self, successes: int) -> str:
        """Write successes of a colour: the most that must be known stands for that many or more."""
        return f"{successes} or more" if successes == self.most else str(successes)

    def met(self, counts: Counts) -> bool:
        """R3.5: the successes reach the difficulty."""
        return sum(counts) + self.extra >= self.difficulty

    # --- Willpower (R3.6) ----------------------------------------------------------------------------------------

    @property
    def colours(self) -> tuple[Assured, ...]:
        """G3.5: the colours of which a point may buy a success."""
        return COLOURS if self.assured_as == "chosen" else (self.assured_as,)

    def buying(self, colour: Assured) -> RollTask:
        """Return the roll after a point was paid for an assured success."""
        return replace(self, bought=colour, spent=self.spent + 1)

    def holding(self, reroll: Reroll) -> RollTask:
        """Return the roll with the point kept for a reroll."""
        return replace(self, reroll=reroll)

    @property
    def lying(self) -> RollTask:
        """The roll once its dice lie, without how many there were."""
        return replace(self, humanity=0, beast=0)

    @cached_property
    def paid(self) -> RollTask:
        """The roll after a point was paid for a reroll."""
        return replace(self, reroll="none", spent=self.spent + 1)

    @cached_property
    def current_willpower(self) -> int:
        """G3.6: the Willpower that Beast successes are compared with."""
        return self.willpower if self.before_spend else self.willpower - self.spent


class DiceTaken(NamedTuple):
    """The dice and Willpower that are taken for a roll.

    bought: the colour of a success that Willpower has bought, None without one. held: the point is kept for the reroll
    of a die.
    """

    humanity: int
    beast: int
    bought: Assured | None = None
    held: bool = False

    @property
    def told_by(self) -> Mapping[str, int | str]:
        """The dice, and what is paid for them."""
        colour = "" if self.bought in (None, "neither") else f" for a {str(self.bought).capitalize()} success"
        now = "no Willpower" if self.bought is None else f"1 Willpower{colour}"
        paying = "maybe 1 Willpower for a reroll" if self.held else now
        return {"Humanity_dice": self.humanity, "Beast_dice": self.beast, "paying": paying}

    def of(self, task: RollTask) -> RollTask:
        """Return a roll with these dice."""
        task = replace(task, humanity=self.humanity, beast=self.beast)
        if self.bought is not None:
            return task.buying(self.bought)
        return task.holding("choice") if self.held else task

    def successes(self, how: Reading, colour: Colour) -> Expression[int]:
        """Return the successes of one colour as dice."""
        rolled = count(how, colour, self.humanity if colour == "humanity" else self.beast)
        return rolled + how.book.assured_successes if self.bought == colour else rolled

    def extra(self, how: Reading) -> int:
        """G3.5: successes of neither colour."""
        return how.book.assured_successes if self.bought == "neither" else 0


def offered(
    mixes: Mapping[str, tuple[int, int]],
    colours: tuple[Assured, ...],
    *,
    before: bool,
    after: bool,
    free: bool = True,
) -> dict[str, DiceTaken]:
    """R3.2, R3.6: dice that may be taken with all uses of the point of Willpower, by name.

    No die at all is taken with a success that is bought alone (G3.12). colours: of a success that it may buy (G3.5)
    before the roll. after: it may be kept for a reroll. free: or not paid.

    >>> list(offered({"2H+1B": (2, 1)}, ("humanity", "beast"), before=True, after=True))
    ['2H+1B', '2H+1B+Willpower (humanity)', '2H+1B+Willpower (beast)', '2H+1B, then Willpower']
    """
    ways: dict[str, tuple[Assured | None, bool]] = {"": (None, False)} if free else {}
    if before:
        ways |= {"+Willpower" if len(colours) == 1 else f"+Willpower ({each})": (each, False) for each in colours}
    if after:
        ways[", then Willpower"] = (None, True)
    return {
        f"{name}{way}": DiceTaken(*mix, *point)
        for way, point in ways.items()
        for name, mix in mixes.items()
        if any(mix) or point[0] is not None
    }


@dataclass(frozen=True)
class RollOutcome:
    """The outcome of a roll as far as it was asked; the rest is None. margin: successes over the difficulty."""

    success: Annotated[bool | None, YesNo("the difficulty is met", "R3.5", ("clean_success",))] = None
    failure: Annotated[bool | None, YesNo("the difficulty is not met", "R3.5")] = None
    clean_success: Annotated[
        bool | None, YesNo("the difficulty is met without a Humanity check", "R3.5, R3.9, R3.10")
    ] = None
    humanity_check: Annotated[
        bool | None, YesNo("possible Humanity loss: a Humanity check", "R3.9, R3.10", otherwise="no Humanity check")
    ] = None
    no_humanity_check: Annotated[bool | None, YesNo("no Humanity check", "R3.9, R3.10", ("clean_success",))] = None
    beast_over_willpower: Annotated[bool | None, YesNo("more Beast successes than current Willpower", "R3.9")] = None
    beast_over_humanity: Annotated[bool | None, YesNo("more Beast than Humanity successes", "R3.10")] = None
    colour_humanity: Annotated[bool | None, YesNo("Humanity colours the narration", "R3.7")] = None
    colour_beast: Annotated[bool | None, YesNo("the Beast colours the narration", "R3.7")] = None
    colour_mixed: Annotated[bool | None, YesNo("neither colours the narration: mixed", "R3.7, G3.13")] = None
    successes: Annotated[int | None, Number("successes", "success")] = None
    humanity_successes: Annotated[int | None, Number("Humanity successes", "Humanity success")] = None
    beast_successes: Annotated[int | None, Number("Beast successes", "Beast success")] = None
    humanity_checks: Annotated[int | None, Number("Humanity checks due", "Humanity check due")] = None
    willpower_spent: Annotated[int | None, Spent("Willpower spent", most=1)] = None
    humanity_rolled: Annotated[int | None, Number("Humanity dice rolled", "Humanity die rolled")] = None
    beast_rolled: Annotated[int | None, Number("Beast dice rolled", "Beast die rolled")] = None
    margin: Annotated[int | None, Unasked] = None


@dataclass(frozen=True)
class JudgedRoll:
    """Successes to be judged. lead: by how much Beast leads Humanity (its sign is enough)."""

    task: RollTask
    counts: Counts
    lead: int

    @property
    def total(self) -> int:
        """R3.3, R3.6: all successes, an assured one included."""
        return sum(self.counts) + self.task.extra

    @property
    def at_least(self) -> bool:
        """True if there may be more successes than are told apart."""
        return self.task.most in self.counts

    @property
    def met(self) -> bool:
        """R3.5: the difficulty is met. G3.20: what is above it has no further meaning."""
        return self.total >= self.task.difficulty

    @property
    def over_willpower(self) -> bool:
        """R3.9: more Beast successes than current Willpower."""
        return self.counts[1] > self.task.current_willpower

    @property
    def over_humanity(self) -> bool:
        """R3.10: more Beast successes than Humanity successes."""
        return self.lead > 0

    @property
    def check(self) -> bool:
        """R3.9, R3.10: a possible Humanity loss."""
        return self.over_willpower or self.over_humanity

    @property
    def checks(self) -> int:
        """G3.7: how many Humanity checks follow."""
        return self.over_willpower + self.over_humanity if self.task.two_checks else int(self.check)


_ANSWERS: Mapping[str, Callable[[JudgedRoll], int]] = {
    "success": lambda seen: seen.met,
    "failure": lambda seen: not seen.met,
    "successes": lambda seen: seen.total,
    "humanity_successes": lambda seen: seen.counts[0],
    "beast_successes": lambda seen: seen.counts[1],
    "colour_humanity": lambda seen: seen.lead < 0,  # R3.7
    "colour_beast": lambda seen: seen.lead > 0,
    "colour_mixed": lambda seen: seen.lead == 0,  # G3.13
    "beast_over_willpower": lambda seen: seen.over_willpower,
    "beast_over_humanity": lambda seen: seen.over_humanity,
    "humanity_check": lambda seen: seen.check,
    "no_humanity_check": lambda seen: not seen.check,
    "humanity_checks": lambda seen: seen.checks,
    "clean_success": lambda seen: seen.met and not seen.check,
    "willpower_spent": lambda seen: seen.task.spent,
    "humanity_rolled": lambda seen: seen.task.humanity,
    "beast_rolled": lambda seen: seen.task.beast,
}


def judged(task: RollTask, counts: Counts, lead: int | None = None) -> RollOutcome:
    """Judge successes, as far as it is asked.

    lead: by how much Beast leads Humanity, where the counts do not tell.
    """
    seen = JudgedRoll(task, counts, counts[-1] - counts[0] if lead is None else lead)
    answers: dict[str, Any] = {name: _ANSWERS[name](seen) for name in task.asked}
    if "successes" in answers:
        answers["margin"] = answers["successes"] - task.difficulty  # G3.20
    return RollOutcome(**answers)


def alone_rolled(task: RollTask, name: str) -> Expression[int]:
    """Return the number of that name as dice, without any limit."""
    if name in ("humanity_successes", "beast_successes"):
        return task.dice("humanity" if name == "humanity_successes" else "beast")
    total = task.dice("humanity") + task.dice("beast")
    return total + task.extra if task.extra else total


def total_successes(task: RollTask) -> Expression[int]:
    """Return all successes of one side as dice."""
    dice = task.dice("humanity") + task.dice("beast")
    return dice + task.extra if task.extra else dice
