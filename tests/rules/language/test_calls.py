"""Calls are values: what makes them equal, and what they refuse."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from oddsmith.dice import d6
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import Then, choose, odds, roll, rule


@rule
async def attack(rank: int, bonus: int = 0) -> Then[int]:
    """One attack."""
    return await roll(d6) + rank + bonus


def test_calls_with_equal_arguments_are_equal_however_they_are_written() -> None:
    assert attack(3) == attack(rank=3, bonus=0) == attack(3, 0)
    assert hash(attack(3)) == hash(attack(rank=3))
    assert attack(3) != attack(4)


def test_a_gain_is_part_of_the_call() -> None:
    assert 2 + attack(1) != attack(1)
    assert 1 + (1 + attack(1)) == attack(1) + 2
    assert (2 + attack(1)).bare() == attack(1)


def test_an_argument_that_cannot_be_hashed_is_named() -> None:
    with pytest.raises(RuleError, match="'rank' is a list"):
        attack([1])  # type: ignore[arg-type]


def test_a_function_that_is_not_async_is_refused() -> None:
    with pytest.raises(RuleError, match="async def"):
        rule(lambda: 3)  # type: ignore[arg-type, return-value]


def test_what_is_given_by_name_alone_is_an_argument_like_any_other() -> None:
    @rule
    async def wound(power: int, *, again: bool = False, least: int = 1) -> int:
        total = 0
        for _ in range(power):
            total += max(least, await roll(d6.explode() if again else d6))
        return total

    assert wound(2, least=3) == wound(2, again=False, least=3)
    assert wound.parameters == ("power", "again", "least")
    assert repr(wound(1, least=2)) == "wound(power=1, again=False, least=2)"
    assert odds(wound(2, least=3)).mean == 2 * Fraction(3 + 3 + 3 + 4 + 5 + 6, 6)
    with pytest.raises(TypeError):
        wound(1, True)  # type: ignore[call-arg]


def test_a_rule_keeps_its_documentation_and_place() -> None:
    assert attack.__doc__ == "One attack."
    assert attack.path.endswith(":attack")


@pytest.mark.parametrize("options", [(), ("a", "a")])
def test_a_choice_needs_distinct_options(options: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="at least one option"):
        choose("player", options)


def test_roll_takes_expressions_only() -> None:
    with pytest.raises(TypeError, match="dice expression"):
        roll(6)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Fighter:
    """One who hits."""

    strength: int

    @rule
    async def hit(self, armour: int) -> int:
        return self.strength + await roll(d6) - armour


def test_a_rule_in_a_class_is_a_function_and_says_so() -> None:
    # 3 + 1 to 6 - 2
    assert odds(Fighter.hit(Fighter(3), 2)) == Distribution.uniform(range(2, 8))
    with pytest.raises(RuleError, match=r"called as a method.*missing.*'armour'.*Fighter\.hit\(it, \.\.\.\)") as caught:
        Fighter(3).hit(2)  # type: ignore[call-arg, arg-type]
    assert caught.value.line > 0
