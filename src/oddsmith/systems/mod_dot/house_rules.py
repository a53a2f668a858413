"""House rules of Mod Dot: each question that its rules leave open, with its readings, the default first."""

from __future__ import annotations

from typing import Literal

from oddsmith.systems.fields.models import HouseRules, book_number, house_rule


class ModDotRules(HouseRules):
    """The house rules of Mod Dot."""

    lowest_base: Literal["arithmetic", "any-up-saves"] = house_rule(
        "G0.1",
        "What saves a character who starts from base -1 from a botch?",
        {
            "arithmetic": "only a total of 0 or more",
            "any-up-saves": "one up among the first two tests is enough",
        },
    )
    cap: Literal["always", "continuation"] = house_rule(
        "G0.4",
        "Does the limit of twice the pool bind the first two tests too?",
        {
            "always": "the total never exceeds twice the pool",
            "continuation": "only the tests after two ups are bound",
        },
    )
    empty_pool: Literal["floor", "refuse", "one-die"] = house_rule(
        "G0.5",
        "What happens with a pool of 0 or less?",
        {
            "floor": "it counts as 0, so base and limit are 0 at most and the test cannot succeed",
            "refuse": "there is no test",
            "one-die": "the character tests with a pool of 1",
        },
    )
    continuing: Literal["automatic", "ask"] = house_rule(
        "G0.8",
        "After two ups, who says whether the character goes on?",
        {
            "automatic": "nobody: further tests never cost anything",
            "ask": "whoever tests, before every further test",
        },
    )
    opposed: Literal["off", "tie-to-defender"] = house_rule(
        "G0.10",
        "How are two characters compared? (The rules do not say.)",
        {
            "off": "not at all",
            "tie-to-defender": "more successes win, the difference counts, a tie goes to the defender",
        },
    )
    willpower: Literal["off", "one-success"] = house_rule(
        "G0.10",
        "What does a point of Willpower buy? (The rules do not say.)",
        {
            "off": "nothing",
            "one-success": "one success, once an action, spent before the tests",
        },
    )
    extended_botch: Literal["ends", "clears", "loses"] = house_rule(
        "G0.10",
        "What does a botch do to an extended action? (The rules do not say.)",
        {
            "ends": "the extended action has failed",
            "clears": "all successes gathered so far are lost; the next try begins anew",
            "loses": "its failures are taken off the successes gathered so far, down to none",
        },
    )

    # --- numbers of the book -----------------------------------------------------------------------------------------

    specialty_dice: int = book_number("R0.1", "Dice that a specialty adds.", 1, low=0, high=20)
    dice_a_base: int = book_number("R0.2", "Dice of a pool that make a base success, rounded up.", 2, low=1, high=20)
    usual_difficulty: int = book_number("R0.3", "Difficulty that changes nothing.", 6, low=-100, high=100)
    lowest: int = book_number("R0.4", "The lowest base, in successes.", -1, low=-50, high=0)
    tests: int = book_number("R0.5", "Tests that are always made.", 2, low=2, high=5)
    up: int = book_number("R0.5", "Successes that each of the first two ups adds.", 1, low=0, high=20)
    even: int = book_number("R0.5", "Successes that each of the first two evens adds.", 0, low=-20, high=20)
    down: int = book_number("R0.5", "Successes that each of the first two downs takes.", 1, low=0, high=20)
    further_up: int = book_number("R0.6", "Successes that every further up adds.", 1, low=1, high=20)
    cap_times: int = book_number("R0.7", "The most successes, as a multiple of the pool.", 2, low=1, high=20)
    further_down: int = book_number("R0.8", "Successes that every further down takes.", 1, low=1, high=20)

    @property
    def times(self) -> str:
        """The most successes, as a multiple of the pool, in words."""
        return "twice" if self.cap_times == 2 else f"{self.cap_times} times"
