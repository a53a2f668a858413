"""Words that a rule rolled or was told, and of which it asks which is more, though they have no declared order.

Python would answer by the alphabet: "crit" comes before "fail". They are found in the source, where that can be read,
and only where it is plain that the value is such a word: dice are named outside of the rule, or written with their
faces, and options are written out. That words are sorted is no slip by itself, since rules may sort to tell less apart.
Plain functions to which a rule hands such words are read too.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import FunctionType

from oddsmith.dice import Die
from oddsmith.dice.model.words import declared
from oddsmith.dice.pool import Pool
from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.text import Nodes, assigned, bound, read

_LESS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OPERATORS = (operator.lt, operator.le, operator.gt, operator.ge)
_DEEPEST = 3  # so many functions one after the other are read that are handed words


def refuse_alphabet(function: FunctionType, nodes: Nodes, known: Mapping[str, object]) -> None:
    """Raise RuleError for words compared that no order has.

    known: what names stand for that are defined outside of the function, as far as they are by now.
    """
    if not nodes[ast.Await] or "ordered_words" in known or not _speaks_of_words(nodes, known):
        return
    found = next(_asked(nodes, _Words(nodes, known)), None)
    if found is not None:
        code = function.__code__
        raise RuleError(
            function.__name__,
            "compares words that have no order, so that the alphabet would decide.",
            remedy="Declare the order, lowest first: Die(ordered_words(...)).",
            file=code.co_filename,
            line=code.co_firstlineno + found.lineno - 1,
        )


def _speaks_of_words(nodes: Nodes, known: Mapping[str, object]) -> bool:
    """Tell whether dice with words are named or written, or options that are words."""
    if any(_plain(each.elts) for each in chain(nodes[ast.Tuple], nodes[ast.List])):
        return True
    return any(
        _unordered(die.faces)
        for value in known.values()
        for die in (
            [value] if isinstance(value, Die) else [die for die, _ in value.dice] if isinstance(value, Pool) else []
        )
    )


def _asked(nodes: Nodes, words: _Words, deep: int = _DEEPEST) -> Iterator[ast.expr]:
    """The places that ask which of words is more. deep: so many functions further those are read to which they go."""
    for each in nodes[ast.Compare]:
        if any(isinstance(sign, _LESS) for sign in each.ops) and any(map(words.leads, [each.left, *each.comparators])):
            yield each
    for each in nodes[ast.Call]:
        if words.most(each) or words.by_operator(each) or (deep and _hands_on(each, words, deep - 1)):
            yield each
    for each in nodes[ast.Subscript]:
        if words.sorted(each.value) or (isinstance(each.value, ast.Name) and each.value.id in words.in_place):
            yield each


def _hands_on(call: ast.Call, words: _Words, deep: int) -> bool:
    """Tell whether a plain function is called that compares words which it is handed."""
    helper = words.known.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if not isinstance(helper, FunctionType) or any(isinstance(each, ast.Starred) for each in call.args):
        return False
    named = [*zip(helper.__code__.co_varnames[: helper.__code__.co_argcount], call.args, strict=False)]
    named += [(each.arg, each.value) for each in call.keywords if each.arg]
    single = frozenset(name for name, value in named if words.word(value))
    several = frozenset(name for name, value in named if words.tuple(value))
    nodes = read(helper) if single or several else None
    if nodes is None:
        return False
    outside = {name: helper.__globals__.get(name) for name in helper.__code__.co_names}
    return "ordered_words" not in outside and any(_asked(nodes, _Words(nodes, outside, single, several), deep))


class _Words:
    """The parts of a function's text that are words without an order, and those that are tuples of them."""

    def __init__(
        self,
        nodes: Nodes,
        known: Mapping[str, object],
        single: frozenset[str] = frozenset(),
        several: frozenset[str] = frozenset(),
    ) -> None:
        """Find them. single, several: parameters that are words, and tuples of them."""
        often = Counter(bound(nodes))
        self.known = {name: value for name, value in known.items() if name not in often}
        self.own = often.keys() | {name for name, value in known.items() if value is not None}  # and not of Python
        self.single: set[str] = set()  # variables that are always such words
        self.several: set[str] = set()  # and always tuples of them
        pairs = [(target.id, value) for target, value in assigned(nodes)]
        loops = [each for each in chain(nodes[ast.For], nodes[ast.comprehension]) if isinstance(each.target, ast.Name)]

        def always(names: Iterable[str]) -> set[str]:
            return {name for name, times in Counter(names).items() if times == often[name]}

        for _ in range(3):  # since one variable may be handed on to another
            self.several = always([*several, *[name for name, value in pairs if self.tuple(value)]])
            looped = [each.target.id for each in loops if self.tuple(each.iter)]
            self.single = always([*single, *looped, *[name for name, value in pairs if self.word(value)]])
        self.in_place = {each.func.value.id for each in nodes[ast.Call] if self._sorts(each)}

    def word(self, node: ast.expr) -> bool:
        """Tell whether it is a word."""
        match node:
            case ast.Name(id=name):
                return name in self.single
            case ast.Await(value=ast.Call(func=ast.Name(id="roll"), args=[dice])):
                return self._die(dice)
            case ast.Await(value=ast.Call(func=ast.Name(id="choose"), args=[_, ast.Tuple(elts=options)])):
                return _plain(options)
            case ast.Subscript(value=value, slice=ast.Constant(value=int()) | ast.UnaryOp()):
                return self.tuple(value)
        return False

    def tuple(self, node: ast.expr) -> bool:
        """Tell whether it is a tuple or a list of words."""
        match node:
            case ast.Name(id=name):
                return name in self.several
            case ast.Await(value=ast.Call(func=ast.Name(id="roll"), args=[dice])):
                return self._pool(dice)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return any(map(self.word, parts))
            case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part):
                return self.word(part)
            case ast.Call(func=ast.Name(id="list" | "tuple" as name), args=[several]) if name not in self.own:
                return self.tuple(several)
        return False

    def leads(self, node: ast.expr) -> bool:
        """Tell whether a word decides which is less: it is one, or a tuple that begins with one."""
        return self.word(node) or (isinstance(node, ast.Tuple) and bool(node.elts) and self.word(node.elts[0]))

    def most(self, node: ast.Call) -> bool:
        """Tell whether the most or the least of words is asked."""
        match node:
            case ast.Call(func=ast.Name(id="max" | "min" as name), args=parts) if name not in self.own and _as_they_are(
                node
            ):
                return self.tuple(parts[0]) if len(parts) == 1 else any(map(self.word, parts))
        return False

    def sorted(self, node: ast.expr) -> bool:
        """Tell whether it is words that are sorted by the alphabet."""
        match node:
            case ast.Call(func=ast.Name(id="sorted"), args=[several]) if "sorted" not in self.own:
                return _as_they_are(node) and self.tuple(several)
        return False

    def by_operator(self, node: ast.Call) -> bool:
        """Tell whether words are handed to `operator.lt` or the like."""
        match node.func:
            case ast.Attribute(value=ast.Name(id=name), attr=sign):
                found = getattr(operator, sign, None) if self.known.get(name) is operator else None
            case ast.Name(id=name):
                found = self.known.get(name)
            case _:
                return False
        return found in _OPERATORS and any(map(self.leads, node.args))

    def _sorts(self, node: ast.Call) -> bool:
        """Tell whether a list of words is sorted in place by the alphabet."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="sort")) if name in self.several:
                return _as_they_are(node)
        return False

    def _die(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                die = self.known.get(name)
                return isinstance(die, Die) and _unordered(die.faces)
            case ast.Call(func=ast.Name(id=name), args=[ast.Tuple(elts=faces) | ast.List(elts=faces), *_]):
                return self.known.get(name) is Die and _plain(faces)
        return False

    def _pool(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                pool = self.known.get(name)
                return isinstance(pool, Pool) and all(_unordered(die.faces) for die, _ in pool.dice)
            case ast.Call(func=ast.Attribute(value=die, attr="pool")):
                return self._die(die)
        return False


def _as_they_are(call: ast.Call) -> bool:
    """Tell whether things are put in order by themselves: by no key, or by one that changes nothing."""
    for each in call.keywords:
        match each:
            case ast.keyword(arg="key", value=ast.Lambda(args=ast.arguments(args=[one]), body=ast.Name(id=name))):
                if one.arg != name:
                    return False
            case ast.keyword(arg="key", value=ast.Constant(value=None) | ast.Name(id="str")):
                pass
            case ast.keyword(arg="key"):
                return False
    return True


def _plain(parts: Iterable[ast.expr]) -> bool:
    """Tell whether all are written out as words without an order."""
    return _unordered(part.value if isinstance(part, ast.Constant) else None for part in parts)


def _unordered(faces: Iterable[object]) -> bool:
    return not isinstance(faces, range) and all(isinstance(face, str) and not declared(face) for face in faces)
