"""Words that a rule rolled, was told or came to, and of which it asks which is more, with no declared order.

Python would answer by the alphabet: "crit" comes before "fail". They are found in the source, where that can be read,
and only where it is plain that the value is such a word: dice are named outside of the rule, or written with their
faces, options and results are written out, also in a dict, or returned by a function that is named. That words are
sorted is no slip by itself, since rules may sort to tell less apart, nor that the least of names that are written out
is taken. Plain functions to which a rule hands such words are read too.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import FunctionType

from oddsmith.dice import Die
from oddsmith.dice.model.words import declared
from oddsmith.dice.pool import Pool
from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.dropped import marked
from oddsmith.rules.language.code_slips.text import Nodes, assigned, named_outside, read, within

_LESS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OPERATORS = (operator.lt, operator.le, operator.gt, operator.ge)
_DEEPEST = 3  # so many functions one after the other are read that are handed words


def refuse_alphabet(function: FunctionType, nodes: Nodes, known: Mapping[str, object]) -> None:
    """Raise RuleError for words compared that no order has.

    known: what names stand for that are defined outside of the function, as far as they are by now.
    """
    if not nodes[ast.Await] or "ordered_words" in known or not _may_ask(nodes, known):
        return
    found = next(_asked(nodes, _Words(nodes, known)), None)
    if found is not None:
        code = function.__code__
        raise RuleError(
            function.__name__,
            "compares words that have no order, so that the alphabet would decide.",
            remedy="Declare the order, lowest first, and use these words: ordered_words(...).",
            file=code.co_filename,
            line=code.co_firstlineno + found.lineno - 1,
        )


def _may_ask(nodes: Nodes, known: Mapping[str, object]) -> bool:
    """Tell whether anything is compared that is no number, put in order, or handed on: a look that costs little."""
    for each in nodes[ast.Compare]:
        if any(isinstance(sign, _LESS) for sign in each.ops) and not any(map(_number, [each.left, *each.comparators])):
            return True
    for each in nodes[ast.Call]:
        match each.func:
            case ast.Name(id="max" | "min" | "sorted" | "reduce") | ast.Attribute(attr="sort" | "reduce"):
                return True
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name)):
                called = known.get(name)
                if (isinstance(called, FunctionType) and not marked(called)) or called in (operator, *_OPERATORS):
                    return True
    return False


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, str)


def _asked(nodes: Nodes, words: _Words, deep: int = _DEEPEST) -> Iterator[ast.expr]:
    """The places that ask which of words is more. deep: so many functions further those are read to which they go."""
    for each in nodes[ast.Compare]:
        if any(isinstance(sign, _LESS) for sign in each.ops) and any(map(words.leads, [each.left, *each.comparators])):
            yield each
    for each in nodes[ast.Call]:
        if words.most(each) or words.by_operator(each) or (deep and _hands_on(each, words, deep - 1)):
            yield each
    for each in nodes[ast.Assign]:
        if any(isinstance(target, ast.Tuple | ast.List) for target in each.targets) and words.sorted(each.value):
            yield each.value
    for each in nodes[ast.Subscript]:
        if words.sorted(each.value) or (isinstance(each.value, ast.Name) and each.value.id in words.in_order):
            yield each


def _hands_on(call: ast.Call, words: _Words, deep: int) -> bool:
    """Tell whether a plain function is called that compares words which it is handed."""
    helper = words.known.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if not isinstance(helper, FunctionType) or any(isinstance(each, ast.Starred) for each in call.args):
        return False
    named = [*zip(helper.__code__.co_varnames[: helper.__code__.co_argcount], call.args, strict=False)]
    named += [(each.arg, each.value) for each in call.keywords if each.arg]
    single = frozenset(name for name, value in named if words.found(value))
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
        deep: int = _DEEPEST,
    ) -> None:
        """Find them. single, several: parameters that are words, and tuples of them. deep: as for `_asked`."""
        often = nodes.times
        self.known = {name: value for name, value in known.items() if name not in often}
        self.own = often.keys() | {name for name, value in known.items() if value is not None}  # and not of Python
        self.deep = deep
        self.inner = {each.name: each for each in nodes[ast.AsyncFunctionDef] if often[each.name] == 1}
        self.inner |= {each.name: each for each in nodes[ast.FunctionDef] if often[each.name] == 1}
        self.single: set[str] = set()  # variables that are always such words
        self.several: set[str] = set()  # and always tuples of them
        self.led: set[str] = set()  # and always what holds things that words lead: Counters of words, lists of pairs
        self.shelves: set[str] = set()  # and always what holds words that are written out
        pairs = [(target.id, value) for target, value in assigned(nodes)]
        loops = [each for each in chain(nodes[ast.For], nodes[ast.comprehension]) if isinstance(each.target, ast.Name)]
        put_in: defaultdict[str, list[ast.expr]] = defaultdict(list)
        for each in nodes[ast.Call]:
            match each:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item]):
                    put_in[name].append(item)

        def always(names: Iterable[str]) -> set[str]:
            return {name for name, times in Counter(names).items() if times == often[name]}

        def filled(name: str, value: ast.expr) -> bool:
            empty = isinstance(value, ast.List) and not value.elts
            return self.tuple(value) or (empty and bool(put_in[name]) and all(map(self.word, put_in[name])))

        for _ in range(3):  # since one variable may be handed on to another
            self.several = always([*several, *[name for name, value in pairs if filled(name, value)]])
            self.shelves = always([name for name, value in pairs if self.shelf(value)])
            looped = [each.target.id for each in loops if self.tuple(each.iter)]
            self.single = always([*single, *looped, *[name for name, value in pairs if self.word(value)]])
        self.led = always([name for name, value in pairs if self.leading(value)])
        self.in_order = {each.func.value.id for each in nodes[ast.Call] if self._sorts(each)}
        self.in_order |= always([name for name, value in pairs if self.sorted(value)])

    def word(self, node: ast.expr) -> bool:
        """Tell whether it is a word."""
        return (isinstance(node, ast.Constant) and _plain([node])) or self.found(node)

    def found(self, node: ast.expr) -> bool:
        """Tell whether it is a word that is not written right there."""
        match node:
            case ast.Name(id=name):
                return name in self.single
            case ast.IfExp(body=body, orelse=orelse):
                return self.word(body) or self.word(orelse)
            case ast.NamedExpr(value=value):
                return self.word(value)
            case ast.Await(value=ast.Call(func=ast.Name(id="roll"), args=[dice])):
                return self._die(dice)
            case ast.Await(value=ast.Call(func=ast.Name(id="choose"), args=[_, ast.Tuple(elts=options)])):
                return _plain(options)
            case ast.Await(value=ast.Call(func=ast.Name(id=name))) | ast.Call(func=ast.Name(id=name)) if (
                name in self.inner or name in self.known
            ):
                return self._speaks(name)
            case ast.Call(func=ast.Attribute(value=value, attr="get")):
                return self.shelf(value)
            case ast.Call():
                return self.most(node)
            case ast.Subscript(value=value, slice=place) if not isinstance(place, ast.Slice):
                return self.tuple(value) or self.shelf(value)
        return False

    def tuple(self, node: ast.expr) -> bool:
        """Tell whether it is a tuple or a list of words, not all of them written right there."""
        match node:
            case ast.Name(id=name):
                return name in self.several
            case ast.Await(value=ast.Call(func=ast.Name(id="roll"), args=[dice])):
                return self._pool(dice)
            case ast.Tuple(elts=parts):
                return all(map(self.word, parts)) and any(map(self.found, parts))
            case ast.List(elts=parts) | ast.Set(elts=parts):
                return any(map(self.found, parts))
            case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part):
                return self.found(part)
            case ast.Call(func=ast.Name(id="list" | "tuple" as name), args=[several]) if name not in self.own:
                return self.tuple(several)
        return False

    def shelf(self, node: ast.expr) -> bool:
        """Tell whether it holds words that are written out, and nothing else."""
        match node:
            case ast.Name(id=name):
                held = self.known.get(name)
                items = held.values() if isinstance(held, dict) else held if isinstance(held, tuple | list) else ()
                return name in self.shelves or (bool(items) and _unordered(items))
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
                return bool(parts) and _plain(parts)
        return False

    def _speaks(self, name: str) -> bool:
        """Tell whether all that a function or a rule returns is words."""
        if name in self.inner:
            nodes, known = within(self.inner[name]), self.known
        else:
            function = getattr(self.known[name], "function", self.known[name])
            if not self.deep or not isinstance(function, FunctionType) or not _may_speak(function):
                return False
            found = read(function)
            if found is None:
                return False
            nodes, known = found, named_outside(function)
        returned = [each.value for each in nodes[ast.Return]]
        if not returned or not self.deep:
            return False
        words = _Words(nodes, known, deep=self.deep - 1)
        return all(each is not None and words.word(each) for each in returned)

    def leads(self, node: ast.expr) -> bool:
        """Tell whether a word decides which is less: it is one, or a tuple that begins with one."""
        return self.found(node) or (isinstance(node, ast.Tuple) and bool(node.elts) and self.found(node.elts[0]))

    def leading(self, node: ast.expr) -> bool:
        """Tell whether it holds things that are put in order by words: a Counter of words, its items, pairs."""
        match node:
            case ast.Name(id=name):
                return name in self.led
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return any(map(self.leads, parts))
            case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.GeneratorExp(elt=part):
                return self.leads(part)
            case ast.Call(func=ast.Name(id="Counter") | ast.Attribute(attr="Counter"), args=[several]):
                return self.tuple(several)
            case ast.Call(func=ast.Attribute(value=held, attr="items" | "keys" | "elements"), args=[]):
                return self.leading(held)
        return False

    def most(self, node: ast.Call) -> bool:
        """Tell whether the most or the least of words is asked."""
        match node:
            case ast.Call(
                func=ast.Name(id="reduce") | ast.Attribute(attr="reduce"),
                args=[ast.Name(id="max" | "min" as name), several, *_],
            ) if name not in self.own:
                return self._several(several)
            case ast.Call(func=ast.Name(id="max" | "min" as name), args=parts) if name not in self.own and _as_they_are(
                node
            ):
                return self._several(parts[0]) if len(parts) == 1 else any(map(self.word, parts))
        return False

    def sorted(self, node: ast.expr) -> bool:
        """Tell whether it is words that are sorted by the alphabet."""
        match node:
            case ast.Call(func=ast.Name(id="sorted"), args=[several]) if "sorted" not in self.own:
                return _as_they_are(node) and self._several(several)
        return False

    def _several(self, node: ast.expr) -> bool:
        """Tell whether words are among what is put in order."""
        return self.tuple(node) or self.leading(node)

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


def _may_speak(function: FunctionType) -> bool:
    """Tell whether a function may return words: a look that costs little."""
    said = str(function.__annotations__.get("return", "str"))
    return any(each in said for each in ("str", "object", "Any", "Literal"))


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
