"""Numbers below 0 have a typographer's minus, and code is printed as it is to be typed."""

from oddsmith.cli.text.minus import minus
from oddsmith.rules.exploration.limits import advice


def test_code_of_advice_is_printed_as_it_is_to_be_typed() -> None:
    for said in (advice.cap_below("ace's total"), advice.cap_both_ways("total"), "Keep the last three: `seen[-3:]`."):
        assert minus(said) == said


def test_numbers_below_0_beside_code_have_their_minus() -> None:
    assert minus("fall(-2) came to -2, and `max(n, -20)` to (-3, 4).") == (
        "fall(-2) came to −2, and `max(n, -20)` to (−3, 4)."
    )
