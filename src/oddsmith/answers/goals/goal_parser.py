"""Goals in words, parsed into objectives.

    success
    success but no Humanity check
    at least complete for at most 20 sway
    success, coins worth 1/100 each
    60 % complete or better for the least sway + 2 chi
    hc left - opposing hc left
    success with only re-toss, buy for at most 1 coin

First comes the quantity to make likely or large: events, put together with `and`, `but`, `or`, `not`, `no`, `without`
and parentheses; a measure against a number (`at least 2 successes`, `successes >= 2`); or measures added up. Then the
prices: `coins worth 1/100 each`, or `less 1/100 per coin`. And at most one constraint, which holds on average: `for at
most 20 sway`; or `for the least sway`, where the goal begins with a number to reach. `with only` names the options that
the player may take beside those that spend nothing. Names of events and measures need not be exact (see
`name_matching`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from oddsmith.answers.goals.name_matching import Declared, declared_by, match, match_exactly, titles_named
from oddsmith.answers.goals.objective import AtLeast, AtMost, Objective
from oddsmith.answers.goals.quantity import (
    Quantity,
    conjunction,
    disjunction,
    negation,
    quantity_of,
    threshold,
    weighted_sum,
)
from oddsmith.answers.goals.tokens import TokenReader, is_word
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, Measure
from oddsmith.wording import Named, Text

T = TypeVar("T")

_AND = ("and", "but", "with", "while", "yet")
_NOT = ("not", "no", "without", "never")
_COSTS = ("worth", "cost", "costs", "costing", "priced")
_PER = ("for each", "for every", "per", "each", "a")
_PAYING = ("for", "spending", "paying")
_STOPS = {*_AND, *_NOT, *_COSTS, *_PAYING, "or", "less", "minus"}
_AT_LEAST = ("at least", "no less than", "no fewer than", ">=")
_AT_MOST = ("at most", "no more than", "up to", "<=")
_LEAST = ("the least", "the fewest", "the lowest", "least", "fewest", "as little", "as few")
_ONLY = ("with only", "with nothing but")
_OR_MORE, _OR_LESS = ("or more",), ("or fewer", "or less")
_SIGNS = (">=", "<=", "=", ">", "<")
_LONGEST_NAME = 24  # in words
_HOW = "events and measures with 'and', 'but', 'or', 'not'; then 'NAME worth NUMBER each' or 'for at most NUMBER NAME'"


def read_objective(action: Action[Any, Any, Any], text: str) -> Objective:
    """Read the objective that a text states.

    Raises BadInput for a name that the action does not know (with all there are, and the nearest), and for a text of
    any other form.
    """
    return _read(action, text, _Parser.objective)


def read_quantity(action: Action[Any, Any, Any], text: str) -> Quantity:
    """Read a quantity, without prices and constraints, such as one side of a trade-off; raises as `read_objective`."""
    return _read(action, text, _Parser.quantity)


def _read(action: Action[Any, Any, Any], text: str, part: Callable[[_Parser], T]) -> T:
    parser = _Parser(action, text)
    try:
        found = part(parser)
    except ZeroDivisionError:
        raise BadInput("goal", text, "no division by 0") from None
    if parser.tokens.peek or parser.tokens.unreadable:
        raise parser.not_understood()
    return found


class _Parser:
    """A recursive-descent parser of one goal about an action."""

    def __init__(self, action: Action[Any, Any, Any], text: str) -> None:
        self.action = action
        self.text = text
        self.tokens = TokenReader(titles_named(declared_by(action), text, _STOPS))

    # -- the whole

    def objective(self) -> Objective:
        """Read everything: the quantity, prices, a constraint, the options that may be taken."""
        level = self._level_to_reach()
        quantity = self.quantity()
        prices: dict[Declared, Fraction] = {}
        constraint: AtMost | AtLeast | None = None
        only: tuple[str, ...] = ()
        while self.tokens.peek:
            while self.tokens.any(",", ";", "and", "but"):
                pass
            if not only and self.tokens.phrase(*_ONLY):
                only = self._options()
            elif self._at_price():
                declared, price = self._price()
                prices[declared] = price
            elif constraint is None and level is None and self._at_constraint(_AT_MOST):
                most = self._required_number()
                constraint = AtMost(self._cost(), most)
            elif constraint is None and level is not None and self._at_constraint(_LEAST):
                constraint = AtLeast(self._cost(), level)
            else:
                raise self.not_understood()
        return Objective(quantity, prices, constraint, only)

    def quantity(self) -> Quantity:
        """Read measures added up, or events put together."""
        return self._sum() if self._at_sum() else self._disjunction()

    # -- events

    def _disjunction(self) -> Quantity:
        found = self._conjunction()
        while self.tokens.any("or"):
            found = disjunction(found, self._conjunction())
        return found

    def _conjunction(self) -> Quantity:
        found = self._factor()
        while self._at_conjunct():
            found = conjunction(found, self._factor())
        return found

    def _at_conjunct(self) -> bool:
        """Read up to a further event that must happen too; False for a price, a constraint or anything else."""
        tokens = self.tokens
        before = tokens.place
        tokens.any(",")
        if tokens.at(*_ONLY):
            tokens.place = before
            return False
        joined = tokens.any(*_AND)
        if (joined or tokens.peek in _NOT) and not self._at_price() and tokens.peek not in _PAYING:
            return True
        tokens.place = before
        return False

    def _factor(self) -> Quantity:
        tokens = self.tokens
        if tokens.any("("):
            found = self._disjunction()
            if not tokens.any(")"):
                raise self.not_understood()
            return found
        if tokens.peek in _NOT and self._match_exactly(declared_by(self.action)) is None:
            tokens.place += 1
            nothing = self._measure_alone()
            return negation(self._factor()) if nothing is None else threshold(nothing, 0, 0)
        if tokens.at_number(tokens.place + tokens.at(*_AT_LEAST, *_AT_MOST)):
            return self._number_first()
        return self._event()

    def _number_first(self) -> Quantity:
        """Read a measure after a number: `at least 2 successes`, `2 or more successes`, `2 successes`."""
        tokens = self.tokens
        least, most = tokens.phrase(*_AT_LEAST), tokens.phrase(*_AT_MOST)
        number = self._required_number()
        least = tokens.phrase(*_OR_MORE) or least
        most = tokens.phrase(*_OR_LESS) or most
        return threshold(self._measure(), None if most else _whole(number), None if least else _whole(number))

    def _event(self) -> Quantity:
        """Read an event by its name, or a measure before a number."""
        tokens = self.tokens
        start = tokens.place
        if tokens.at(*_SIGNS, place=start + tokens.count_words(_STOPS)):
            return self._name_first()
        found = self._name(" or better" if tokens.phrase("at least") else "")
        if isinstance(found, Measure):
            raise BadInput(
                "goal", tokens.since(start), Text("here, how much of it, such as 'at least 1 ", Named(found.name), "'")
            )
        return quantity_of(found)

    def _measure_alone(self) -> Measure[Any] | None:
        """Read a measure alone, as in `no coins`; None, and nothing read, where something else follows."""
        tokens = self.tokens
        before = tokens.place
        found = None if tokens.at("at least") else self._optional_name()
        if isinstance(found, Measure) and tokens.peek not in _SIGNS:
            return found
        tokens.place = before
        return None

    def _name_first(self) -> Quantity:
        """Read a measure before a number: `successes >= 2`."""
        found = self._measure()
        sign = self.tokens.any(*_SIGNS)
        below = bool(self.tokens.any("-"))
        number = _whole(self._required_number()) * (-1 if below else 1)
        if sign in "<>":
            number += 1 if sign == ">" else -1
        return threshold(found, None if sign in ("<", "<=") else number, None if sign in (">", ">=") else number)

    # -- measures

    def _at_sum(self) -> bool:
        """Return True if a sum of measures follows: one that is not compared with a number, or several."""
        tokens = self.tokens
        before = tokens.place
        tokens.any("-")
        number = tokens.number()
        tokens.any("*", "times")
        found = None if number is not None and tokens.at(*_OR_MORE, *_OR_LESS) else self._optional_name()
        after, tokens.place = tokens.peek, before
        if not isinstance(found, Measure) or after in _SIGNS:
            return False
        return number is None or tokens.peek == "-" or after in ("+", "-")

    def _sum(self) -> Quantity:
        tokens = self.tokens
        terms: list[tuple[Fraction, Measure[Any]]] = []
        sign = "-" if tokens.any("-") else "+"
        while sign:
            number = tokens.number()
            tokens.any("*", "times")
            share = Fraction(1) if number is None else number
            terms.append((-share if sign == "-" else share, self._measure()))
            sign = tokens.any("+", "-")
        return weighted_sum(terms)

    def _cost(self) -> Quantity:
        """Read a cost: measures added up, or the chance of an event."""
        if self._at_sum() or self.tokens.at_number():
            return self._sum()
        self.tokens.phrase("chance of", "risk of", "of")
        return quantity_of(self._name())

    # -- prices and constraints

    def _at_price(self) -> bool:
        tokens = self.tokens
        start = tokens.place + (tokens.peek in ("with", "where"))
        length = _until(tokens.tokens, start, _STOPS)
        return bool(tokens.at(*_COSTS, place=start + length) and length) or tokens.peek in ("less", "minus")

    def _price(self) -> tuple[Declared, Fraction]:
        tokens = self.tokens
        if tokens.any("less", "minus"):
            number = self._required_number()
            tokens.phrase(*_PER)
            return self._price_on(), number
        tokens.any("with", "where")
        declared = self._price_on()
        tokens.any(*_COSTS)
        sign = -1 if tokens.any("-") else 1
        number = sign * self._required_number()
        tokens.phrase("each", "apiece", "a piece", "per unit")
        return declared, number

    def _price_on(self) -> Declared:
        """Read the measure, else the event, that a price is put on."""
        before = self.tokens.place
        try:
            return self._measure()
        except BadInput:
            self.tokens.place = before
            return self._name()

    def _at_constraint(self, how: tuple[str, ...]) -> bool:
        """Read the words that begin a constraint of this kind, up to the cost; False where none follows."""
        tokens = self.tokens
        if tokens.peek in _PAYING and (length := tokens.at(*how, place=tokens.place + 1)):
            tokens.place += 1 + length
            return True
        return False

    def _options(self) -> tuple[str, ...]:
        """Read the options after `with only`, with commas, `and` or `or` between them."""
        tokens = self.tokens
        found: list[str] = []
        while True:
            start = tokens.place
            while tokens.peek and tokens.peek not in (",", ";", "and", "or", "less", "minus", *_PAYING):
                tokens.place += 1
            if tokens.place == start:
                raise self.not_understood()
            found.append(tokens.since(start))
            before = tokens.place
            if not tokens.any(",", "and", "or") or self._at_price() or tokens.peek in _PAYING:
                tokens.place = before
                return tuple(found)

    def _level_to_reach(self) -> Fraction | None:
        """Read the level to reach for the least of something, where a goal begins with one: `60 % ...`."""
        tokens = self.tokens
        everything = enumerate(tokens.tokens)
        least = any(token in _PAYING and tokens.at(*_LEAST, place=place + 1) for place, token in everything)
        before = tokens.place
        tokens.phrase(*_AT_LEAST)
        number = tokens.number()
        percent = number is not None and tokens.tokens[tokens.place - 1] in ("%", "percent")
        if number is None or not (least or percent):
            tokens.place = before
            return None
        if not least:
            spends = next((declared.name for declared in self.action.measures if declared.spends), "MEASURE")
            raise BadInput(
                "goal", self.text, Text("a number to reach together with 'for the least ", Named(spends), "'")
            )
        tokens.phrase("chance of", "chance for", "of")
        return number

    # -- names and numbers

    def _name(self, ending: str = "") -> Declared:
        """Read an event or a measure; `ending` is added to the words before they are looked up."""
        names = {one: (one.name.replace("_", " "), *one.also) for one in declared_by(self.action)}
        possible = [one for one in names if any(name.endswith(ending) for name in names[one])]
        return self._match(possible, ending)

    def _measure(self) -> Measure[Any]:
        found = self._match(self.action.measures)
        assert isinstance(found, Measure)
        return found

    def _match(self, possible: Sequence[Declared], ending: str = "") -> Declared:
        tokens = self.tokens
        if not is_word(tokens.peek):
            raise self.not_understood()
        found = self._match_exactly(possible, ending)
        if found is not None:
            tokens.place += found[1]
            return found[0]
        start = tokens.place
        tokens.place += tokens.count_words(_STOPS)
        return match(self.action, tokens.since(start) + ending, possible)

    def _match_exactly(self, possible: Sequence[Declared], ending: str = "") -> tuple[Declared, int] | None:
        """Return the event or measure whose whole name comes next, and its number of words; it may hold an `or`."""
        tokens, start = self.tokens.tokens, self.tokens.place
        most = next((n for n, token in enumerate(tokens[start:]) if not is_word(token)), len(tokens) - start)
        for length in range(min(most, _LONGEST_NAME), 0, -1):
            after = tokens[start + length : start + length + 1]
            if after and is_word(after[0]) and after[0] not in _STOPS:
                continue  # the name goes on
            found = match_exactly(possible, " ".join(tokens[start : start + length]) + ending)
            if found is not None:
                return found, length
        return None

    def _optional_name(self) -> Declared | None:
        """Read as `_name` does; None for words that are no name."""
        try:
            return self._name()
        except BadInput:
            return None

    def _required_number(self) -> Fraction:
        number = self.tokens.number()
        if number is None:
            raise self.not_understood()
        return number

    def not_understood(self) -> BadInput:
        """Return the error for tokens that cannot follow here."""
        rest = f"{self.tokens.rest} {self.tokens.unreadable}".strip()
        return BadInput("goal", self.text, f"{_HOW} (not understood: {rest!r})" if rest else f"{_HOW} (it ends early)")


def _until(tokens: list[str], start: int, stops: set[str]) -> int:
    """Count the words from a place on before a stop, a number or a sign."""
    place = start
    while place < len(tokens) and is_word(tokens[place]) and tokens[place] not in stops:
        place += 1
    return place - start


def _whole(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number
