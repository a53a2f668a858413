"""The grammar of a notation, from whole sentences down to single terms; each rule builds an expression as it reads.

sentence   = "let" NAME "=" sum ";" sentence | NUMBER "x" sentence | sum [("vs" | comparison) sum]
sum        = term (("+" | "-") term)*            and so on, by how strongly operators bind (see `_OPERATORS`)
atom       = number | name | dice | "(" sentence ")" | group | function "(" sentence ("," sentence)* ")"
dice       = [count] "d" sides modifiers | count "c" cards modifiers | "(" dice ("&" dice)* ")" modifiers
group      = "{" sentence ("," sentence)* "}" (keep | drop | target)*
An atom may carry labels: atom "[" text "]".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from oddsmith.dice.composed.again import thrown_and_added
from oddsmith.dice.composed.annotations import Labelled
from oddsmith.dice.composed.computed import Computed
from oddsmith.dice.composed.modifiers import PLAIN_TERM
from oddsmith.dice.composed.named import Let, Name, check_name
from oddsmith.dice.composed.repeated import Repeated
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.die import Die
from oddsmith.dice.expressions.arithmetic import Formula, Function, Number, Operator
from oddsmith.dice.expressions.operations import Binary, Constant, FunctionCall, fixed_value, is_fixed
from oddsmith.dice.limits import MAX_THROWS, MAX_WRITTEN_DICE
from oddsmith.dice.notation.combination_terms import COMPARISON, relation_of
from oddsmith.dice.notation.die_sides import die_of_sides, sided
from oddsmith.dice.notation.die_terms import modifiers
from oddsmith.dice.notation.grammar_base import AnyReader, GrammarBase
from oddsmith.dice.notation.group_terms import group
from oddsmith.dice.notation.pool_terms import CARDS, FUNCTIONS, hand, mixed_pool, of_pool, reading, rolled_hand
from oddsmith.dice.notation.scanner import NUMBER, WORD, Parsed, Span
from oddsmith.dice.pool import Pool

_LET: Final = re.compile(r"let\s+([A-Za-z_][A-Za-z0-9_]*)\s*=")
_TIMES: Final = re.compile(r"([0-9]+)\s*[xX](?![A-Za-z_])")
_VERSUS: Final = re.compile(r"vs\.?(?![A-Za-z0-9_])")
_OPERATOR: Final = re.compile(r"\*\*|//|[-+*/%^@]")
_DIE: Final = re.compile(r"[dD](?=[0-9%fF({])")
_LABEL: Final = re.compile(r"\[([^\[\]\n]*)\]")
_OPERATORS: Final = {
    "+": (Operator.ADD, 1),
    "-": (Operator.SUBTRACT, 1),
    "*": (Operator.MULTIPLY, 2),
    "/": (Operator.DIVIDE, 2),
    "//": (Operator.FLOOR_DIVIDE, 2),
    "%": (Operator.REMAINDER, 2),
    "@": (Operator.ROLLS, 2),
    "^": (Operator.POWER, 3),
    "**": (Operator.POWER, 3),
}
_FUNCTIONS: Final = {function.value: function for function in Function}
_SEVERAL: Final = (Function.MIN, Function.MAX)
_ATOM: Final = "dice (4d6), a number, a group {a, b} or parentheses"
_ADDED_ALONE: Final = "dice such as 3d{1..5,5!} alone; keep and targets read dice that explode into one face: 3d6!!kh2"
_ON_DIE: Final = re.compile(r"[dD]\{[^{}]*\}")
_ADDED: Final = re.compile(r"[-+*/]")

_WORDS: Final = re.compile(r"[^\W\d_]+(?:[ '-]+[^\W\d_]+){0,4}\s*")
"""Words to the end of a text, as people say what a roll is for."""

_MORE: Final = "an operator (+ - * / % ^), vs, or the end"


class Grammar(GrammarBase):
    """Reads one notation. readers: your own ways to read a pool, by name."""

    def __init__(self, text: str, readers: Mapping[str, AnyReader]) -> None:
        super().__init__(text, readers)
        self._names: list[str] = []

    def whole(self) -> Parsed:
        """The whole text."""
        scanner = self.scanner
        scanner.skip()
        if not scanner.next:
            raise scanner.error("notation-expected", "Nothing is written here.", expected=_ATOM)
        parsed = self.sentence()
        scanner.skip()
        if scanner.next:
            raise self._unexpected_rest()
        return parsed

    # --- sentences --------------------------------------------------------------------------------------------------

    def sentence(self) -> Parsed:
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        if (let := scanner.match(_LET)) is not None:
            return self._let(start, let[1])
        if (times := scanner.match(_TIMES)) is not None:
            return self._repeated(start, times[1])
        left = self._operation(1)
        scanner.skip()
        if (sign := scanner.match(COMPARISON)) is not None:
            return self._comparison(start, left, sign.group())
        if scanner.match(_VERSUS) is None:
            return left
        right = self._operation(1)
        scanner.skip()
        if _VERSUS.match(scanner.text, scanner.at):
            raise scanner.error(
                "notation-expected", "One notation compares two rolls at most.", length=2, expected="the end"
            )
        return self.made(start, lambda: Versus(left.expression, right.expression), left, right)

    def _comparison(self, start: int, left: Parsed, sign: str) -> Parsed:
        scanner = self.scanner
        right = self._operation(1)
        scanner.skip()
        if COMPARISON.match(scanner.text, scanner.at) or _VERSUS.match(scanner.text, scanner.at):
            raise scanner.error("notation-expected", "One notation compares two rolls at most.", expected="the end")
        return self.made(start, lambda: Binary(relation_of(sign), left.expression, right.expression), left, right)

    def _let(self, start: int, name: str) -> Parsed:
        scanner = self.scanner
        scanner.build(start, lambda: check_name(name))
        definition = self._operation(1)
        scanner.expect(";", "After what a name means comes where it is used.")
        self._names.append(name)
        scanner.nest(start)
        body = self.sentence()
        scanner.depth -= 1
        self._names.pop()
        return self.made(start, lambda: Let(name, definition.expression, body.expression), definition, body)

    def _repeated(self, start: int, times: str) -> Parsed:
        scanner = self.scanner
        scanner.at = start
        count = scanner.digits("how often")
        scanner.match(re.compile(r"\s*[xX]"))
        dice = scanner.dice
        scanner.nest(start)
        body = self.sentence()
        scanner.depth -= 1
        scanner.throw(start, max(0, count - 1) * (scanner.dice - dice), MAX_THROWS)
        parsed = self.made(start, lambda: Repeated(count, body.expression), body)
        return Parsed(parsed.expression, Span(start, scanner.at, (body.span,) * count), parsed.height)

    # --- operators --------------------------------------------------------------------------------------------------

    def _operation(self, least: int) -> Parsed:
        """Operators that bind at least so strongly, with their operands."""
        scanner = self.scanner
        left = self._atom()
        while True:
            before = scanner.at
            scanner.skip()
            sign = scanner.match(_OPERATOR)
            if sign is None or _OPERATORS[sign.group()][1] < least:
                scanner.at = before
                return left
            operator, binding = _OPERATORS[sign.group()]
            dice = scanner.dice
            if operator is Operator.POWER:
                self._refuse_signed_base(left, sign.start())
                right = self._operation(binding)
            else:
                right = self._operation(binding + 1)
            if operator is Operator.ROLLS and is_fixed(left.expression):
                rolls = self._whole_number(left.span.start, left, "rolls")
                scanner.throw(left.span.start, max(0, rolls - 1) * max(1, scanner.dice - dice), MAX_THROWS)
            make = partial(Binary, operator, left.expression, right.expression)
            left = self.made(left.span.start, make, left, right)

    def _refuse_signed_base(self, base: Parsed, at: int) -> None:
        text = self.scanner.text[base.span.start : base.span.end]
        if text.startswith("-"):
            raise self.scanner.error(
                "notation-expected",
                "This may be a negative number to a power, or the negative of a power.",
                start=base.span.start,
                length=at + 1 - base.span.start,
                suggestion=f"({text})^2 or 0{text}^2",
            )

    def _atom(self) -> Parsed:
        parsed = self.bare_atom()
        scanner = self.scanner
        while True:
            before = scanner.at
            scanner.skip()
            label = scanner.match(_LABEL)
            if label is None:
                scanner.at = before
                return parsed
            make = partial(Labelled, parsed.expression, label[1].strip())
            parsed = self.made(parsed.span.start, make, parsed, at=label.start())

    def bare_atom(self) -> Parsed:
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        if scanner.match(_DIE) is not None:
            return self._dice(start, None)
        if NUMBER.match(scanner.text, start) is not None:
            return self._number_or_dice(start)
        if scanner.take("("):
            return self._parentheses(start)
        if scanner.take("{"):
            return group(self, start)
        if scanner.next == "-":
            return self._negative(start)
        word = scanner.match(WORD)
        if word is not None:
            return self._word(start, word.group())
        raise scanner.unexpected(_ATOM)

    def _number_or_dice(self, start: int) -> Parsed:
        scanner = self.scanner
        number = scanner.number("a number")
        if isinstance(number, int) and scanner.match(CARDS) is not None:
            return hand(self, start, number)
        if scanner.match(_DIE) is None:
            return self._constant(start, number)
        if not isinstance(number, int):
            raise scanner.error(
                "notation-dice", "You cannot throw a part of a die.", start=start, expected="a whole number of dice"
            )
        return self._dice(start, Parsed(Constant(number), Span(start, scanner.at - 1)))

    def _negative(self, start: int) -> Parsed:
        scanner = self.scanner
        scanner.at += 1
        if NUMBER.match(scanner.text, scanner.at) is not None:
            number = scanner.number("a number")
            if _DIE.match(scanner.text, scanner.at) is None:
                return self._constant(start, -number)
        rest = scanner.text[start + 1 :].strip()
        raise scanner.error(
            "notation-expected",
            "A minus sign stands before a number.",
            start=start,
            length=1,
            expected=_ATOM,
            suggestion=f"0-{rest[:40]}" if rest else "",
        )

    def _constant(self, start: int, number: Number) -> Parsed:
        constant: Constant[Number] = self.scanner.build(start, lambda: Constant(number))
        return Parsed(constant, Span(start, self.scanner.at))

    def _word(self, start: int, word: str) -> Parsed:
        scanner = self.scanner
        if scanner.next == "(":
            own = self.readers.get(word)
            if isinstance(own, Formula):
                return self._function(start, own)
            if word in _FUNCTIONS:
                return self._function(start, _FUNCTIONS[word])
            if word in FUNCTIONS or word in self.readers:
                return reading(self, start, word)
        if word in self._names:
            return Parsed(Name(word), Span(start, scanner.at))
        scanner.at = start
        known = [*self._names, *_FUNCTIONS, *FUNCTIONS, *self.readers]
        close = get_close_matches(word, known, n=1, cutoff=0.75)
        error = scanner.unexpected(_ATOM, suggestion=f"`{close[0]}`" if close else "")
        if error.code == "notation-dialect":
            raise error
        named = f"let {word[:30]} = 2; {scanner.text.strip()}" if _ADDED.search(scanner.text) else ""
        on_die = _ON_DIE.search(scanner.text)
        behind = f"a word right behind its dice, {on_die[0]}>={word}" if on_die and word in on_die[0] else _ATOM
        raise scanner.error(
            "notation-name",
            f"Nothing here is called {word[:30]}.",
            length=len(word),
            expected=behind,
            suggestion=f"`{close[0]}`" if close else named,
        )

    # --- dice -------------------------------------------------------------------------------------------------------

    def _dice(self, start: int, count: Parsed | None) -> Parsed:
        """Dice after the `d`."""
        scanner = self.scanner
        sides: Parsed | None = None
        die: Die[Any] | None = None
        if scanner.take("("):
            scanner.nest(start)
            sides = self.sentence()
            scanner.expect(")", "This parenthesis is not closed.")
            scanner.depth -= 1
            if is_fixed(sides.expression):
                die, sides = sided(scanner, start, self._whole_number(start, sides, "sides")), None
        else:
            die = die_of_sides(scanner, start)
        fixed = count is None or is_fixed(count.expression)
        thrown: int | None = None
        if count is not None and fixed:
            thrown = self._whole_number(start, count, "dice")
            none_told = die is not None and isinstance(die.faces[0], tuple)  # none of these have a sum, of as many 0s
            if thrown < (0 if none_told else 1):
                raise scanner.error(
                    "notation-dice", f"{thrown} dice cannot be thrown.", start=start, expected="1 die or more"
                )
            scanner.throw(start, thrown, MAX_WRITTEN_DICE)
        if die is not None and die.handling.explosion is not None:
            return self._thrown_and_added(start, die, thrown, fixed=fixed)
        found = modifiers(scanner)
        if die is not None and fixed:
            known: Die[Any] = die
            return self.made(start, lambda: found.term(known, thrown))
        parts = [part for part in (count, sides) if part is not None]
        number = None if count is None else count.expression
        size = None if sides is None else sides.expression
        return self.made(start, lambda: Computed(number, die, size, found), *parts)

    def _thrown_and_added(self, start: int, die: Die[str], thrown: int | None, *, fixed: bool) -> Parsed:
        """Dice with faces that are thrown again, with nothing behind them."""
        scanner = self.scanner
        if not fixed:
            problem, where = "The number of dice that say themselves what is thrown again is not rolled.", start
        else:
            found = self.made(start, lambda: thrown_and_added(die, thrown or 1))
            end = scanner.at
            if modifiers(scanner) == PLAIN_TERM:
                scanner.at = end
                return found
            problem, where = "Dice that say themselves what is thrown again are added up.", end
        raise scanner.error("notation-dice", problem, start=where, expected=_ADDED_ALONE)

    def _whole_number(self, start: int, parsed: Parsed, what: str) -> int:
        """The value of an expression in which nothing is rolled."""
        value = self.scanner.build(start, lambda: fixed_value(parsed.expression))
        if not isinstance(value, int):
            raise self.scanner.error(
                "notation-dice", f"There are no {value} {what}.", start=start, expected="a whole number"
            )
        return value

    def _parentheses(self, start: int) -> Parsed:
        scanner = self.scanner
        scanner.nest(start)
        scanner.skip()
        if scanner.take(")"):
            scanner.depth -= 1
            return of_pool(self, start, Pool(()))
        inner = self.sentence()
        scanner.skip()
        if scanner.next == "&":
            return mixed_pool(self, start, inner)
        if scanner.next == ",":
            raise scanner.error(
                "notation-expected",
                "Several values do not stand in parentheses.",
                expected="`)`",
                suggestion="d{(1,0)} for a tuple, {4d6, 3d8} for a group",
            )
        scanner.expect(")", "This parenthesis is not closed.")
        scanner.depth -= 1
        if scanner.match(CARDS) is not None:
            return rolled_hand(self, start, inner)
        if scanner.match(_DIE) is not None:
            return self._dice(start, inner)
        return Parsed(inner.expression, Span(start, scanner.at, inner.span.parts), inner.height)

    # --- functions ----------------------------------------------------------------------------------------------------

    def _function(self, start: int, function: Function | Formula) -> Parsed:
        arguments = self.listed(start, "(", ")", "The arguments end here.")
        if isinstance(function, Function) and len(arguments) != 1 and function not in _SEVERAL:
            raise self.scanner.error(
                "notation-expected", f"`{function.value}` takes one number.", start=start, expected="one argument"
            )
        expressions = tuple(argument.expression for argument in arguments)
        return self.made(start, lambda: FunctionCall(function, expressions), *arguments)

    # --- the end ----------------------------------------------------------------------------------------------------

    def _unexpected_rest(self) -> Exception:
        scanner = self.scanner
        if scanner.next in (")", "}", "]"):
            return scanner.error("notation-expected", f"`{scanner.next}` closes nothing.", expected=_MORE)
        if scanner.next == ";":
            return scanner.error("notation-expected", "`;` follows a name: let a = 4d6; a + 1.", expected=_MORE)
        word = WORD.match(scanner.text, scanner.at)
        if word is not None and scanner.text[scanner.at - 1].isspace():
            error = scanner.unexpected(_MORE)
            words = _WORDS.fullmatch(scanner.text, scanner.at)
            text = word.group()[:30] if words is None else words.group().rstrip()
            if error.code == "notation-dialect":
                return error
            return scanner.error(
                "notation-expected",
                f"The word{'s' if ' ' in text else ''} {text} do{'' if ' ' in text else 'es'} not belong here.",
                length=len(text),
                expected=_MORE,
                suggestion=f"[{text}] or # {text}",
            )
        return scanner.unexpected(_MORE)
