"""What an expression writes is read back as an equal expression."""

import pytest
from hypothesis import HealthCheck, given, settings
from tests.dice.notation.strategies import expressions

from oddsmith.dice import Reader, d6, parse
from oddsmith.errors import NotationError


@given(expressions())
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_every_expression_that_can_be_built_is_read_back_equal(expression):
    assert parse(str(expression)) == expression


def test_your_own_reader_is_read_back_when_it_is_told():
    pairs = Reader[int, int, int]("pairs", 0, lambda seen, face, count: seen + count // 2, lambda seen: seen)
    expression = d6.pool(5).drop_lowest(1).read(pairs)
    assert str(expression) == "pairs(5d6dl1)"
    assert parse(str(expression), [pairs]) == expression
    with pytest.raises(NotationError, match="pairs"):
        parse(str(expression))


def test_a_pool_of_more_dice_than_a_term_may_throw_is_written_as_several_terms():
    assert str(d6.pool(2000).sum()) == "(999d6&999d6&2d6)"
    assert parse("(999d6&999d6&2d6)") == d6.pool(2000).sum()


@pytest.mark.parametrize("text", ["2d{6}", "(2d{6}&1d{5})", "2c{5:3}", "draw(c{1:2})", "2d{6..7}", "2c{5..6:3}"])
def test_a_single_number_is_no_range(text):
    assert str(parse(text)) == text
