"""Numbers as people read them: percentages, fractions of a bearable length, "9 of 10 tries"."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

from oddsmith.answers.format.json_values import exact, fraction
from oddsmith.cli.text.minus import minus

# Longer fractions are shown as decimals; `--exact` and `--json` give them in full.
_LONGEST_FRACTION = 16

# From here on digits stand in groups, and from there on only the first are told.
_LONG, _ENDLESS = 10_000, 1e15

# A share that is no farther from a chance is told in its place: the percentage stands beside it.
_NEARLY = 0.005

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(p: float) -> str:
    """Write a probability in percent, never rounded to 0 or 100.

    >>> percent(242 / 243), percent(1e-9), percent(1 - 1e-9), percent(1)
    ('99.59 %', '< 0.01 %', '> 99.99 %', '100 %')
    """
    if p in (0, 1):
        return f"{100 * p:.0f} %"
    if p < 0.00005:
        return "< 0.01 %"
    if p > 0.99995:
        return "> 99.99 %"
    return f"{100 * p:.2f} %"


def beside(exact: str, value: float) -> str:
    """Write the exact number beside a rounded one; a giant fraction as the first digits of its decimal.

    >>> beside("242/243", 242 / 243), beside("1" + "0" * 40 + "/3" + "0" * 40, 1 / 3)
    ('242/243', '0.333333333333…')
    """
    return exact if len(exact) <= _LONGEST_FRACTION else f"{value:.12g}…"


def unresolved(exact: str, *, in_full: bool) -> str:
    """Write the probability that was not resolved: in full where asked for, else a giant fraction by its size.

    >>> unresolved("1/6", in_full=False), unresolved("7/" + "3" + "0" * 20, in_full=False)
    ('1/6', 'about 2.3e-20')
    """
    return exact if in_full or len(exact) <= _LONGEST_FRACTION else f"about {float(fraction(exact)):.2g}"


def decimal_beside(exact: str) -> str:
    """Write a fraction with its decimal; any other text as it is.

    >>> decimal_beside("15/16"), decimal_beside("rank 5")
    ('15/16 (0.9375)', 'rank 5')
    """
    if not re.fullmatch(r"-?\d+/\d+", exact):
        return exact
    value = float(fraction(exact))
    return f"{exact} ({value:.4g})" if len(exact) <= _LONGEST_FRACTION else f"{value:.12g}…"


def amount(value: float | str) -> str:
    """Write a mean or spread, to three digits or so; a long one in groups of three digits, or by its power of ten.

    >>> amount(5.0), amount(3.15625), amount(1234.5), amount(-0.04)
    ('5', '3.16', '1234', '−0.04')
    >>> amount(500_000.5), amount(5e20), amount(1.25e-7)
    ('500,000', '5 × 10²⁰', '1.25 × 10⁻⁷')
    """
    if isinstance(value, str):
        return value
    size = abs(value)
    if size >= _ENDLESS or 0 < size < 0.001:
        digits, power = f"{value:.2e}".split("e")
        text = f"{float(digits):g} × 10{str(int(power)).translate(_RAISED)}"
    elif size >= _LONG:
        text = f"{'-' if value < 0 else ''}{math.ceil(size - 0.5):,}"
    else:
        text = f"{value:.0f}" if size >= 1000 else f"{value:.3g}"
    return text.replace("-", "−")


def is_all(text: str, exact: str) -> bool:
    """Return True where an amount, as it is written, is the exact number.

    >>> is_all("10.5", "21/2"), is_all("1,000,000", "1000000"), is_all("3.33", "10/3"), is_all("5 × 10²⁰", "5")
    (True, True, False, False)
    """
    return "×" not in text and Fraction(text.replace(",", "").replace("−", "-")) == fraction(exact)


def figure(value: Any) -> str:
    """Write a value that a measure may have, with the digits of a long number in groups of three.

    >>> figure(9999), figure(-1_000_000), figure("1/3")
    ('9999', '−1,000,000', '1/3')
    """
    return minus(f"{value:,}") if type(value) is int and abs(value) >= _LONG else shown(value)


def root(square: str) -> str:
    """Write the square root of an exact number: exact where it can be, else as a root with its decimal beside.

    >>> root("9/4"), root("35/12"), root("2"), root("0")
    ('3/2', '√(35/12) (1.70782512766…)', '√2 (1.41421356237…)', '0')
    """
    number = fraction(square)
    top, bottom = math.isqrt(number.numerator), math.isqrt(number.denominator)
    if top * top == number.numerator and bottom * bottom == number.denominator:
        return exact(Fraction(top, bottom))
    return f"√{f'({square})' if '/' in square else square} ({math.sqrt(number):.12g}…)"


def tries(p: float, exact: str) -> str:
    """Write a probability as a person would say it.

    >>> tries(5 / 6, "5/6"), tries(242 / 243, "242/243"), tries(0.7032, "?")
    ('5 of 6 tries', 'all but 1 of 243 tries', 'about 7 of 10 tries')
    >>> tries(0.338, "?"), tries(0.0004, "?"), tries(1, "1")
    ('about 34 of 100 tries', 'about 1 of 2,500 tries', 'every try')
    """
    if p == 0:
        return "no try"
    if p == 1:
        return "every try"
    short = len(exact) <= _LONGEST_FRACTION and "/" in exact
    part, whole = (int(number) for number in exact.split("/")) if short else (0, 0)
    if short and whole <= 20:
        return f"{part} of {whole} tries"
    if p < 0.1:
        return f"{'' if part == 1 else 'about '}1 of {whole if part == 1 else round_about(1 / p):,} tries"
    if p > 0.9:
        rare = whole - part == 1
        return f"all but {'' if rare else 'about '}1 of {whole if rare else round_about(1 / (1 - p)):,} tries"
    if abs(10 * p - round(10 * p)) <= 0.1:
        return f"about {round(10 * p)} of 10 tries"
    return f"about {round(100 * p)} of 100 tries"


def times(p: float, exact: str) -> str:
    """Write how often something happens, as a person would say it beside the percentage.

    >>> times(5 / 6, "5/6"), times(9 / 16, "9/16"), times(0.8953, "?"), times(0.3389, "?"), times(0.5, "1/2")
    ('5 times in 6', '9 times in 16', '9 times in 10', '34 times in 100', 'half the time')
    """
    part, _, whole = exact.partition("/")
    if whole.isdigit() and 2 < int(whole) <= 20:
        return f"{part} time{'s' if part != '1' else ''} in {whole}"
    for parts in (2, 3, 4, 5, 6, 8, 10, 12, 20):
        share = round(p * parts)
        if 0 < share < parts and abs(p - share / parts) < _NEARLY:
            return "half the time" if parts == 2 else f"{share} time{'s' if share > 1 else ''} in {parts}"
    share = round(100 * p)
    return f"{share} time{'s' if share > 1 else ''} in 100"


def round_about(n: float) -> int:
    """Round a large number to two digits, a small one to a whole number.

    >>> round_about(12.4), round_about(2517.3)
    (12, 2500)
    """
    whole = round(n)
    return whole if whole < 100 else round(whole, 2 - len(str(whole)))


def shown(value: Any) -> str:
    """Write a value of a document (an input, a fact, an argument) as a person does.

    >>> shown(True), shown(None), shown(-2), shown([6, 2]), shown({"hc": 5, "ec": 3}), shown("two\\nlines")
    ('yes', 'none', '−2', '6, 2', 'hc 5, ec 3', 'two; lines')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, int | float):
        return f"{value}".replace("-", "−")
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return pairs(value)
    return minus("; ".join(str(value).strip().split("\n"))) or "none"


def pairs(values: dict[str, Any]) -> str:
    """Write names with their values: `pool 10, difficulty 6`."""
    return ", ".join(f"{spoken(name)} {shown(value)}" for name, value in values.items())


def spoken(name: str) -> str:
    """Write a name as words: `opposing_rank` is "opposing rank"."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """Return a text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def counted(number: int, what: str) -> str:
    """Say how many there are.

    >>> counted(1, "roll"), counted(1200, "roll")
    ('1 roll', '1,200 rolls')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def is_table(fact: Any) -> bool:
    """Tell whether a fact is a table (`Table`)."""
    return isinstance(fact, dict) and fact.keys() == {"title", "columns", "rows"}
