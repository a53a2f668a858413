"""Any expression that the dice layer can build, for hypothesis."""

from fractions import Fraction

from hypothesis import strategies as st

from oddsmith.dice import Constant, Die, Pool, coin, d6, fudge, highest, lowest, ordered_words, rps, when
from oddsmith.dice.composed.annotations import Labelled, Order, Shown
from oddsmith.dice.composed.computed import Computed
from oddsmith.dice.composed.cross_pool_keep import CrossPoolKeep
from oddsmith.dice.composed.groups import Group, TotalTarget
from oddsmith.dice.composed.modifiers import Modifiers
from oddsmith.dice.composed.named import Let, Name
from oddsmith.dice.composed.repeated import Repeated
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.expressions.arithmetic import Function, Operator
from oddsmith.dice.expressions.operations import Binary, FunctionCall
from oddsmith.dice.model.faces import any_of
from oddsmith.dice.model.pool_data import Unique
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End, Selection
from oddsmith.dice.model.throw_rules import Explosion, Reroll, ThrowRules
from oddsmith.dice.readings.counts import Count, Target
from oddsmith.errors import OddsmithError

WORDS = st.sampled_from(["H", "T", "hit", "r", "kh1", "two words", 'a "quote"', "back\\slash", "é", "", "1", "-"])
NUMBERS = st.integers(-12, 12) | st.integers(-(10**15), 10**15)
DECIMALS = st.builds(lambda n, places: Fraction(n, 10**places), st.integers(-(10**6), 10**6), st.integers(0, 4))


def built(make, *parts, otherwise=d6):
    """What `make` makes; where that cannot be, something simpler."""

    def attempt(values):
        try:
            return make(*values)
        except OddsmithError:
            return otherwise

    return st.tuples(*parts).map(attempt)


def plain_dice():
    return st.one_of(
        st.builds(Die.sided, st.integers(1, 30) | st.integers(1, 10**15)),
        st.sampled_from(
            [coin, fudge, rps, Die((-1, 0, 1), (1, 4, 1)), Die(ordered_words("miss", "two words", "crit")[:2])]
        ),
        st.builds(lambda low, size: Die(range(low, low + size)), st.integers(-20, 20), st.integers(1, 20)),
        st.builds(
            lambda faces: Die(list(faces), list(faces.values())),
            st.dictionaries(NUMBERS | WORDS, st.integers(1, 5), min_size=1, max_size=4),
        ),
    )


def conditions(die):
    faces = st.sampled_from(list(die.faces[:6])) if die is not None else st.nothing()
    one = (
        st.builds(lambda n: when(at_least=n), NUMBERS)
        | st.builds(lambda n: when(at_most=n), NUMBERS)
        | st.builds(lambda face: when([face]), faces | NUMBERS | WORDS)
        | st.builds(lambda face: when(other_than=face), faces | NUMBERS | WORDS)
    )
    return st.lists(one, min_size=1, max_size=3).map(lambda several: any_of(c for one in several for c in one))


LIMITS = st.none() | st.integers(0, 3)


def handlings(die):
    reroll = st.none() | st.builds(Reroll, conditions(die), LIMITS)
    explosion = st.none() | st.builds(Explosion, conditions(die), LIMITS, st.booleans(), st.booleans())
    return st.builds(ThrowRules, st.none() | st.integers(-3, 6), st.none() | st.integers(-3, 9), reroll, explosion)


@st.composite
def dice(draw, numbers=False):
    die = draw(plain_dice())
    if numbers and not die.numeric:
        die = d6
    if draw(st.integers(0, 3)) == 0:
        return die
    handling = draw(handlings(die))
    try:
        return Die(die.faces, die.weights, handling)
    except OddsmithError:
        return die


SELECTIONS = st.lists(st.builds(Selection, st.sampled_from(End), st.integers(0, 5), st.booleans()), max_size=2).map(
    tuple
)
UNIQUE = st.none() | st.none() | st.builds(Unique, st.booleans())
COUNTS = st.integers(1, 6) | st.integers(1, 1500)


def groups(numbers=False, least=0):
    return st.lists(st.tuples(dice(numbers), COUNTS), min_size=least, max_size=3).map(tuple)


def pools(numbers=False):
    return built(Pool, groups(numbers), UNIQUE, SELECTIONS, otherwise=d6.pool(3))


@st.composite
def counts(draw):
    pool = draw(pools())
    die = pool.dice[0][0] if pool.dice else None
    targets = [Target(condition, draw(st.integers(-3, 3))) for condition in draw(conditions(die))]
    try:
        return Count(pool, tuple(targets))
    except OddsmithError:  # words have no thresholds
        return d6.pool(3).count(at_least=5)


def sums():
    return pools(numbers=True).map(Pool.sum)


def shown():
    return built(
        Shown,
        dice() | sums() | counts(),
        st.none() | st.sampled_from(Order),
        st.just(()) | conditions(None),
        st.just(()) | conditions(None),
    )


def readings():
    return st.one_of(
        pools(),
        pools().map(Pool.largest_set),
        pools(numbers=True).map(Pool.largest_set_face),
        pools(numbers=True).map(Pool.straight),
        built(lambda pool, high, low: pool.classes(high=high, low=low), pools(), conditions(None), conditions(None)),
    )


def constants():
    return st.builds(Constant, st.integers(-20, 20) | st.integers(-(10**100), 10**100) | DECIMALS)


NAMES = st.sampled_from(["a", "strength", "x", "_1", "vsx", "lets", "min2", "damage", "D"])
LABELS = st.sampled_from(["fire", "cold & wet", "#1", "1d6", "{", "a, b", "/*"])
TARGETS = st.lists(
    st.builds(TotalTarget, st.sampled_from(Relation), st.integers(-9, 9) | DECIMALS, st.integers(-2, 2)), max_size=3
).map(tuple)


def modifiers():
    reroll = st.none() | st.builds(Reroll, st.just(()) | conditions(None), LIMITS)
    explosion = st.none() | st.builds(Explosion, st.just(()) | conditions(None), LIMITS, st.booleans(), st.booleans())
    targets = st.just(()) | conditions(None).map(lambda several: tuple(Target(one) for one in several))
    mark = st.none() | st.just(()) | conditions(None)
    limits = st.none() | st.integers(-5, 5)
    return st.builds(
        Modifiers,
        limits,
        limits,
        reroll,
        explosion,
        UNIQUE,
        SELECTIONS,
        targets,
        st.none() | st.sampled_from(Order),
        mark,
        mark,
    )


def composed(inner):
    """Expressions made of other expressions."""
    members = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        built(Binary, st.sampled_from(Operator) | st.sampled_from(Relation), inner, inner),
        built(lambda function, part: FunctionCall(function, (part,)), st.sampled_from(list(Function)[:4]), inner),
        built(lambda several: highest(*several), members),
        built(lambda several: lowest(*several), members),
        built(Group, members, SELECTIONS, TARGETS),
        built(Labelled, inner, LABELS),
        built(Versus, inner, inner),
        built(Repeated, st.integers(1, 9), inner),
        built(lambda name, definition, left: Let(name, definition, left + Name(name)), NAMES, inner, inner),
        built(Computed, inner, plain_dice(), st.none(), modifiers()),
        built(Computed, st.none() | inner, st.none(), inner, modifiers()),
    )


def reckoned(inner):
    several = st.lists(inner, min_size=1, max_size=2)
    return built(Binary, st.sampled_from(Operator), inner, inner) | built(lambda parts: highest(*parts), several)


def across():
    plain = dice(numbers=True) | groups(numbers=True, least=1).map(lambda dice: Pool(dice).sum()) | constants()
    once = plain | reckoned(plain)
    return built(CrossPoolKeep, reckoned(once), SELECTIONS)


def expressions(depth=2):
    leaves = st.one_of(dice(), sums(), counts(), shown(), readings(), constants(), across())
    return leaves if depth == 0 else leaves | composed(expressions(depth - 1))
