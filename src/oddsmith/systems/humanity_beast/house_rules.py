"""House rules of Humanity and Beast: the questions that its rules leave open, with their readings, and difficulties."""

from __future__ import annotations

from typing import Any, Final, Literal, Self, TypeAlias

from pydantic import model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import HouseRules, book_number, house_number, house_rule
from oddsmith.wording import HouseRule, worded

Colour: TypeAlias = Literal["humanity", "beast"]

COLOURS: Final[tuple[Colour, Colour]] = ("humanity", "beast")

#: R3.1: dice in all in the book, of both colours together; also the most that one action may use (R3.2).
ALL_DICE: Final = 10


def _needed(difficulty: str, successes: int) -> Any:
    return book_number("R3.5", f"Successes that {difficulty} needs.", successes, low=1, high=20)


class HumanityBeastRules(HouseRules):
    """The options of the gap list; defaults as printed there."""

    again: Literal["chain", "once"] = house_rule(
        "G3.1",
        "What if a rerolled 10 shows 10 again?",
        {"chain": "is rerolled again, as often as it happens", "once": "stays: a die is rerolled once"},
    )
    tens: Literal["always", "ask-beast", "never-on-beast", "stop-when-met"] = house_rule(
        "G3.2",
        "A 10 may be rerolled. When is it?",
        {
            "always": "always",
            "ask-beast": "Humanity dice always; every 10 of a Beast die is the player's decision",
            "never-on-beast": "Humanity dice always, Beast dice never",
            "stop-when-met": "one at a time, Humanity first, until the difficulty is met (always where there is none)",
        },
    )
    willpower_reroll: Literal["whole-chain", "last-face"] = house_rule(
        "G3.4",
        "What does the Willpower reroll of a die replace?",
        {
            "whole-chain": "all that the die and its rerolled 10s have shown",
            "last-face": "only the last face; the 10s before it stand",
        },
    )
    assured: Literal["neither", "humanity", "beast", "chosen"] = house_rule(
        "G3.5",
        "Which colour is the assured success of a Willpower point?",
        {
            "neither": "of neither: it counts for the total, not for colour and Humanity checks",
            "humanity": "a Humanity success",
            "beast": "a Beast success",
            "chosen": "the player chooses its colour",
        },
    )
    current_willpower: Literal["after-spend", "before-spend", "after-damage"] = house_rule(
        "G3.6",
        "Which current Willpower are Beast successes compared with?",
        {
            "after-spend": "after this roll's own Willpower point, before damage",
            "before-spend": "before this roll's own Willpower point",
            "after-damage": "after this roll's own Willpower point and the damage of the conflict",
        },
    )
    checks: Literal["one", "two"] = house_rule(
        "G3.7",
        "How many Humanity checks are due when both reasons apply?",
        {"one": "one check, both reasons shown", "two": "one check for each reason"},
    )
    humanity_loss: Literal["ask", "aug2010", "custom"] = house_rule(
        "G3.8",
        "How is a Humanity check settled?",
        {
            "ask": "the rules do not say: the game master is asked",
            "aug2010": "roll the character's Humanity dice; more successes than current Willpower keep Humanity",
            "custom": "roll loss-dice dice at loss-target; loss-needed successes keep Humanity",
        },
    )
    loss_dice: int = house_number("G3.8", "Dice of a custom Humanity check.", 5, low=0, high=20)
    loss_target: int = house_number("G3.8", "Lowest face that succeeds in a custom Humanity check.", 7, low=2, high=20)
    loss_needed: int = house_number(
        "G3.8", "Successes that a custom Humanity check needs; 0: more than current Willpower.", 0, low=0, high=20
    )
    end_of_play: Literal["humanity-0", "humanity-1"] = house_rule(
        "G3.9",
        "When does a character leave play?",
        {"humanity-0": "when no Humanity die is left", "humanity-1": "when one Humanity die is left"},
    )
    pool: Literal["each-action", "per-scene"] = house_rule(
        "G3.11",
        "Are the dice allocated to an action used up?",
        {
            "each-action": "no: the full pool is there for each action",
            "per-scene": "yes: the actions of a scene share one pool, refreshed when it begins",
        },
    )
    tie: Literal["nobody", "defender-wins"] = house_rule(
        "G3.14",
        "Who wins a conflict with equal successes?",
        {"nobody": "nobody wins", "defender-wins": "the other side, which defends, wins; there is no damage"},
    )
    contest: Literal["most-successes", "meet-difficulty"] = house_rule(
        "G3.15",
        "Does a difficulty apply in a conflict?",
        {
            "most-successes": "no: most successes win",
            "meet-difficulty": "yes: who has more must also meet it, else nobody wins",
        },
    )
    humanity_target: int = house_number("G3.19", "Lowest face of a Humanity die that succeeds.", 7, low=2, high=20)
    beast_target: int = house_number("G3.19", "Lowest face of a Beast die that succeeds.", 6, low=2, high=20)

    # --- numbers of the book -----------------------------------------------------------------------------------------

    all_dice: int = book_number("R3.1", "Dice of a character, of both colours together.", ALL_DICE, low=1, high=20)
    easy_needs: int = _needed("Easy", 2)
    average_needs: int = _needed("Average", 3)
    challenging_needs: int = _needed("Challenging", 4)
    difficult_needs: int = _needed("Difficult", 5)
    hard_needs: int = _needed("Hard", 6)
    extremely_hard_needs: int = _needed("Extremely Hard", 7)
    almost_impossible_needs: int = _needed("Almost Impossible", 8)
    epic_needs: int = _needed("Epic", 9)
    legendary_needs: int = _needed("Legendary", 10)
    sides: int = book_number("R3.3", "Sides of a die; the highest face may be rerolled.", 10, low=2, high=20)
    assured_successes: int = book_number(
        "R3.6", "Successes that a point of Willpower assures before a roll.", 1, low=1, high=10
    )
    humanity_lost: int = book_number(
        "R3.1", "Humanity dice that become Beast dice when a check fails.", 1, low=1, high=10
    )
    damage_each: int = book_number("R3.8", "Damage for each success by which a conflict is won.", 1, low=1, high=10)
    sparing_refreshes: int = book_number(
        "Aug 2010", "Willpower that feeding gives back when the victim is spared.", 2, low=0, high=10
    )

    @model_validator(mode="after")
    def _on_the_die(self) -> Self:
        used = ("loss_target",) if self.humanity_loss == "custom" else ()
        for name in ("humanity_target", "beast_target", *used):
            if (target := getattr(self, name)) > self.sides:
                allowed = worded(
                    f"2 to {self.sides}, the highest face of a die with {{the house rule sides={self.sides}}}"
                )
                raise BadInput(HouseRule(name), target, allowed)
        return self


_NEEDED: Final = "_needs"


def difficulties(rules: HumanityBeastRules) -> dict[str, int]:
    """R3.5: successes needed, by the name of the difficulty.

    >>> difficulties(HumanityBeastRules())["extremely-hard"]
    7
    """
    fields = [name for name in HumanityBeastRules.model_fields if name.endswith(_NEEDED)]
    return {name.removesuffix(_NEEDED).replace("_", "-"): getattr(rules, name) for name in fields}


#: R3.5: the same as the book has it.
DIFFICULTIES: Final = difficulties(HumanityBeastRules())
