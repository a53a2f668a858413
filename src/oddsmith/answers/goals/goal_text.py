"""Goals as people say them.

    success
    success but no Humanity check
    at least complete for at most 20 sway
    success, coins worth 1/100 each
    60 % complete or better for the least sway + 2 chi
    hc left - opposing hc left

First comes what is wanted: events, put together with `and`, `but`, `or`, `not`, `no`, `without` and parentheses; a
measure against a number (`at least 2 successes`, `successes >= 2`); or measures added up. Then what things cost: `coins
worth 1/100 each`, or `less 1/100 per coin`. And at most one constraint, which holds on average: `for at most 20 sway`;
or `for the least sway`, where the goal begins with a number to reach. Names are understood loosely (see `naming`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from oddsmith.answers.goals.naming import Named, candidates, exactly, meant, words
from oddsmith.answers.goals.objective import Aim, Reaching, Within
from oddsmith.answers.goals.tokens import Cursor, is_word
from oddsmith.answers.goals.wanted import Wanted, both, compared, either, event, measure, negated, total
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, Measure

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
_OR_MORE, _OR_LESS = ("or more",), ("or fewer", "or less")
_SIGNS = (">=", "<=", "=", ">", "<")
_LONGEST_NAME = 24  # in words
_HOW = "events and measures with 'and', 'but', 'or', 'not'; then 'NAME worth NUMBER each' or 'for at most NUMBER NAME'"


def aim(action: Action[Any, Any, Any], text: str) -> Aim:
    """What a text says that play is for.

    Raises BadInput for a name that the action does not know (with all there are, and the nearest), and for a text that
    is put together another way.
    """
    return _read(action, text, _Reader.aim)


def quantity(action: Action[Any, Any, Any], text: str) -> Wanted:
    """What a text wants, without prices and constraints: one side of a trade-off. Raises as `aim` does."""
    return _read(action, text, _Reader.quantity)


def _read(action: Action[Any, Any, Any], text: str, part: Callable[[_Reader], T]) -> T:
    reader = _Reader(action, text)
    try:
        found = part(reader)
    except ZeroDivisionError:
        raise BadInput("goal", text, "no division by 0") from None
    if reader.words.peek or reader.words.unreadable:
        raise reader.puzzled()
    return found


class _Reader:
    """Reads a goal about an action."""

    def __init__(self, action: Action[Any, Any, Any], text: str) -> None:
        self.action = action
        self.text = text
        self.words = Cursor(text)

    # -- the whole

    def aim(self) -> Aim:
        """Everything: what is wanted, prices, a constraint."""
        level = self._level()
        wanted = self.wanted()
        prices: dict[Named, Fraction] = {}
        constraint: Within | Reaching | None = None
        while self.words.peek:
            while self.words.any(",", ";", "and", "but"):
                pass
            if self._at_price():
                declared, price = self._price()
                prices[declared] = price
            elif constraint is None and level is None and self._at_constraint(_AT_MOST):
                most = self._needed_number()
                constraint = Within(self._amount(), most)
            elif constraint is None and level is not None and self._at_constraint(_LEAST):
                constraint = Reaching(self._amount(), level)
            else:
                raise self.puzzled()
        return Aim(wanted, prices, constraint)

    def quantity(self) -> Wanted:
        """Measures added up, or events put together."""
        return self._sum() if self._at_sum() else self._either()

    wanted = quantity

    # -- events

    def _either(self) -> Wanted:
        found = self._both()
        while self.words.any("or"):
            found = either(found, self._both())
        return found

    def _both(self) -> Wanted:
        found = self._single()
        while self._at_further():
            found = both(found, self._single())
        return found

    def _at_further(self) -> bool:
        """Whether something follows that must happen as well, and not a price or a constraint; reads up to it."""
        words = self.words
        before = words.place
        words.any(",")
        joined = words.any(*_AND)
        if (joined or words.peek in _NOT) and not self._at_price() and words.peek not in _PAYING:
            return True
        words.place = before
        return False

    def _single(self) -> Wanted:
        words = self.words
        if words.any("("):
            found = self._either()
            if not words.any(")"):
                raise self.puzzled()
            return found
        if words.peek in _NOT and self._exact(candidates(self.action)) is None:
            words.place += 1
            nothing = self._try_measure()
            return negated(self._single()) if nothing is None else compared(nothing, 0, 0)
        if words.at_number(words.place + words.at(*_AT_LEAST, *_AT_MOST)):
            return self._counted()
        return self._event()

    def _counted(self) -> Wanted:
        """A measure after a number: `at least 2 successes`, `2 or more successes`, `2 successes`."""
        words = self.words
        least, most = words.phrase(*_AT_LEAST), words.phrase(*_AT_MOST)
        number = self._needed_number()
        least = words.phrase(*_OR_MORE) or least
        most = words.phrase(*_OR_LESS) or most
        return compared(self._measure(), None if most else _whole(number), None if least else _whole(number))

    def _event(self) -> Wanted:
        """An event by its name, or a measure before a number."""
        words = self.words
        start = words.place
        if words.at(*_SIGNS, place=start + words.words(_STOPS)):
            return self._compared()
        found = self._name(" or better" if words.phrase("at least") else "")
        if isinstance(found, Measure):
            raise BadInput("goal", words.since(start), f"here, how much of it, such as 'at least 1 {found.name}'")
        return event(found)

    def _try_measure(self) -> Measure[Any] | None:
        """A measure alone, as in `no coins`; nothing is read where something else follows."""
        words = self.words
        before = words.place
        found = None if words.at("at least") else self._loosely()
        if isinstance(found, Measure) and words.peek not in _SIGNS:
            return found
        words.place = before
        return None

    def _compared(self) -> Wanted:
        """A measure before a number: `successes >= 2`."""
        found = self._measure()
        sign = self.words.any(*_SIGNS)
        below = bool(self.words.any("-"))
        number = _whole(self._needed_number()) * (-1 if below else 1)
        if sign in "<>":
            number += 1 if sign == ">" else -1
        return compared(found, None if sign in ("<", "<=") else number, None if sign in (">", ">=") else number)

    # -- measures

    def _at_sum(self) -> bool:
        """Whether measures that are added up follow: one that is not compared, or several."""
        words = self.words
        before = words.place
        words.any("-")
        number = words.number()
        words.any("*", "times")
        found = None if number is not None and words.at(*_OR_MORE, *_OR_LESS) else self._loosely()
        after, words.place = words.peek, before
        if not isinstance(found, Measure) or after in _SIGNS:
            return False
        return number is None or words.peek == "-" or after in ("+", "-")

    def _sum(self) -> Wanted:
        words = self.words
        terms: list[tuple[Fraction, Measure[Any]]] = []
        sign = "-" if words.any("-") else "+"
        while sign:
            number = words.number()
            words.any("*", "times")
            share = Fraction(1) if number is None else number
            terms.append((-share if sign == "-" else share, self._measure()))
            sign = words.any("+", "-")
        return total(terms)

    def _amount(self) -> Wanted:
        """What counts as a cost: measures added up, or the chance of an event."""
        if self._at_sum() or self.words.at_number():
            return self._sum()
        self.words.phrase("chance of", "risk of", "of")
        found = self._name()
        return measure(found) if isinstance(found, Measure) else event(found)

    # -- prices and constraints

    def _at_price(self) -> bool:
        words = self.words
        start = words.place + (words.peek in ("with", "where"))
        length = _until(words.tokens, start, _STOPS)
        return bool(words.at(*_COSTS, place=start + length) and length) or words.peek in ("less", "minus")

    def _price(self) -> tuple[Named, Fraction]:
        words = self.words
        if words.any("less", "minus"):
            number = self._needed_number()
            words.phrase(*_PER)
            return self._priced(), number
        words.any("with", "where")
        declared = self._priced()
        words.any(*_COSTS)
        sign = -1 if words.any("-") else 1
        number = sign * self._needed_number()
        words.phrase("each", "apiece", "a piece", "per unit")
        return declared, number

    def _priced(self) -> Named:
        """What a price is put on: a measure, else an event."""
        before = self.words.place
        try:
            return self._measure()
        except BadInput:
            self.words.place = before
            return self._name()

    def _at_constraint(self, how: tuple[str, ...]) -> bool:
        """Whether a constraint of this kind follows; reads up to what it limits."""
        words = self.words
        if words.peek in _PAYING and (length := words.at(*how, place=words.place + 1)):
            words.place += 1 + length
            return True
        return False

    def _level(self) -> Fraction | None:
        """What is to be reached for the least of something, where a goal says so: `60 % ...`."""
        words = self.words
        tokens = enumerate(words.tokens)
        least = any(token in _PAYING and words.at(*_LEAST, place=place + 1) for place, token in tokens)
        before = words.place
        words.phrase(*_AT_LEAST)
        number = words.number()
        percent = number is not None and words.tokens[words.place - 1] in ("%", "percent")
        if number is None or not (least or percent):
            words.place = before
            return None
        if not least:
            spends = next((declared.name for declared in self.action.measures if declared.spends), "MEASURE")
            raise BadInput("goal", self.text, f"a number to reach together with 'for the least {spends}'")
        words.phrase("chance of", "chance for", "of")
        return number

    # -- names and numbers

    def _name(self, ending: str = "") -> Named:
        """The event or measure that the next words mean, followed by an ending that is not among them."""
        possible = [one for one in candidates(self.action) if one.name.endswith(ending.replace(" ", "_"))]
        return self._among(possible, ending)

    def _measure(self) -> Measure[Any]:
        found = self._among(self.action.measures)
        assert isinstance(found, Measure)
        return found

    def _among(self, possible: Sequence[Named], ending: str = "") -> Named:
        words = self.words
        if not is_word(words.peek):
            raise self.puzzled()
        found = self._exact(possible, ending)
        if found is not None:
            words.place += found[1]
            return found[0]
        start = words.place
        words.place += words.words(_STOPS)
        return meant(self.action, words.since(start) + ending, possible)

    def _exact(self, possible: Sequence[Named], ending: str = "") -> tuple[Named, int] | None:
        """What is called exactly as the next words say, and how many they are; they may hold words such as `or`."""
        tokens, start = self.words.tokens, self.words.place
        most = next((n for n, token in enumerate(tokens[start:]) if not is_word(token)), len(tokens) - start)
        for length in range(min(most, _LONGEST_NAME), 0, -1):
            after = tokens[start + length : start + length + 1]
            if after and is_word(after[0]) and after[0] not in _STOPS:
                continue  # the name goes on
            found = exactly(possible, words(" ".join(tokens[start : start + length]) + ending))
            if found is not None:
                return found, length
        return None

    def _loosely(self) -> Named | None:
        """As `_name`, but None for what is no name."""
        try:
            return self._name()
        except BadInput:
            return None

    def _needed_number(self) -> Fraction:
        number = self.words.number()
        if number is None:
            raise self.puzzled()
        return number

    def puzzled(self) -> BadInput:
        """The error for what cannot follow where the reader stands."""
        rest = f"{self.words.rest} {self.words.unreadable}".strip()
        return BadInput("goal", self.text, f"{_HOW} (not understood: {rest!r})" if rest else f"{_HOW} (it ends early)")


def _until(tokens: list[str], start: int, stops: set[str]) -> int:
    """How many words there are from a place on before a stop, a number or a sign."""
    place = start
    while place < len(tokens) and is_word(tokens[place]) and tokens[place] not in stops:
        place += 1
    return place - start


def _whole(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number
