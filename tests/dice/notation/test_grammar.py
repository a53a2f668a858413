"""What each piece of notation means, as expressions built by hand."""

import pytest

from oddsmith.dice import Constant, Die, Pool, coin, d4, d6, d8, d10, d20, fudge, highest, lowest, parse, read, when
from oddsmith.dice.composed.annotations import Labelled, Order, Shown
from oddsmith.dice.expressions.operations import Binary


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("d6", d6),
        ("1d6", d6.pool(1).sum()),
        ("4D6", d6.pool(4).sum()),
        ("2d%", Die.sided(100).pool(2).sum()),
        ("dF", fudge),
        ("3dF.1", Die((-1, 0, 1), (1, 4, 1)).pool(3).sum()),
        ("d{H,T}", coin),
        ("d{0..9}", Die(range(10))),
        ('2d{hit, miss:2, "near miss"}=hit', Die(("hit", "miss", "near miss"), (1, 2, 1)).pool(2).count("hit")),
        ("4d6k3", d6.pool(4).keep_highest(3).sum()),
        ("4d6kl1", d6.pool(4).keep_lowest(1).sum()),
        ("4d6d1", d6.pool(4).drop_lowest(1).sum()),
        ("4d6dh1", d6.pool(4).drop_highest(1).sum()),
        ("5d6km1", d6.pool(5).keep_middle(1).sum()),
        ("5d6dl1kh2", d6.pool(5).drop_lowest(1).keep_highest(2).sum()),
        ("10d10!", d10.explode().pool(10).sum()),
        ("10d10!!", d10.compound().pool(10).sum()),
        ("10d10!p", d10.explode(penetrating=True).pool(10).sum()),
        ("10d10!!p>8", d10.compound(at_least=9, penetrating=True).pool(10).sum()),
        ("10d10!{2}", d10.explode(limit=2).pool(10).sum()),
        ("10d10!9", d10.explode(9).pool(10).sum()),
        ("10d10!=9!=10", d10.explode(9, 10).pool(10).sum()),
        ("10d10>=7!", d10.explode().pool(10).count(at_least=7)),
        ("10d10!>=7", d10.explode(at_least=7).pool(10).sum()),
        ("2d6r", d6.reroll().pool(2).sum()),
        ("2d6ro<3", d6.reroll(at_most=2, times=1).pool(2).sum()),
        ("2d6r1r6", d6.reroll(1, 6).pool(2).sum()),
        ("2d6r{3}<>6", d6.reroll(other_than=6, times=3).pool(2).sum()),
        ("3d6u", d6.pool(3).distinct().sum()),
        ("3d6uo", d6.pool(3).distinct(once=True).sum()),
        ("2d6min2max5", d6.with_minimum(2).with_maximum(5).pool(2).sum()),
        ("6d10>7f<2", parse("6d10>=8f<=1")),
        ("6d10>=8=10:2f=1", d10.pool(6).count(at_least=8, worth={10: 2, 1: -1})),
        ("6d10>=7.5", d10.pool(6).count(at_least=8)),
        ("6d10 >= 8 f = 1", d10.pool(6).count(at_least=8, worth={1: -1})),
        ("4d6 kh3", d6.pool(4).keep_highest(3).sum()),
        ("4d6sd", Shown(d6.pool(4).sum(), Order.DESCENDING)),
        ("4d6s", Shown(d6.pool(4).sum(), Order.ASCENDING)),
        ("d20cs>=19cf1", Shown(d20, None, when(at_least=19), when([1]))),
        ("d20cscf", Shown(d20, None, when([20]), when([1]))),
        ("(2d8&1d6)kh2", (d8.pool(2) & d6.pool(1)).keep_highest(2).sum()),
        ("()", Pool(()).sum()),
        ("faces(4d6)", d6.pool(4)),
        ("3d{H,T}", coin.pool(3)),
        ("set(5d10)", d10.pool(5).largest_set()),
        ("straight(5d10)", d10.pool(5).straight()),
        ("classes(5d10, hit>=7, one=1)", d10.pool(5).classes(hit=when(at_least=7), one=when([1]))),
        ("1+2*3", Constant(1) + Constant(2) * 3),
        ("8-4-2", (Constant(8) - 4) - 2),
        ("2^3^2", Constant(2) ** (Constant(3) ** 2)),
        ("2**3", Constant(2) ** 3),
        ("7//2%2", (Constant(7) // 2) % 2),
        ("20/2d10", 20 / d10.pool(2).sum()),
        ("d6+-5", d6 + -5),
        ("max(d6, d8, 3)", highest(d6, d8, 3)),
        ("min(d6, 3)", lowest(d6, 3)),
        ("abs(d6-3)", abs(d6 - 3)),
        ("(4*6)d(2*3)", d6.pool(24).sum()),
        ("2d6[fire] + d4 [ cold ]", Labelled(d6.pool(2).sum(), "fire") + Labelled(d4, "cold")),
        ("{4d6+5}kh3", d6.pool(4).keep_highest(3).sum() + 5),
        ("4d6 # the lowest counts too", d6.pool(4).sum()),
        ("4d6 /* all of them */ + 2", d6.pool(4).sum() + 2),
    ],
)
def test_a_notation_means_this_expression(text, meant):
    assert parse(text) == meant


def test_comments_are_kept_beside_the_expression():
    assert read("4d6 /* strength */ + 2 # and a bonus").comments == ("strength", "and a bonus")


def test_every_part_knows_where_it_stands_in_the_text():
    notation = read(" 2d6[fire] + max(d4, (3))")
    texts = []

    def note(span):
        texts.append(notation.text[span.start : span.end])
        for part in span.parts:
            note(part)

    note(notation.span)
    assert texts == ["2d6[fire] + max(d4, (3))", "2d6[fire]", "2d6", "max(d4, (3))", "d4", "(3)"]


def test_what_is_read_again_is_the_same_object():
    assert parse("4d6kh3+1") is parse("4d6kh3+1")


def test_a_chain_of_operators_groups_from_the_left():
    expression = parse("d4-d6-d8")
    assert isinstance(expression, Binary)
    assert (expression.left, expression.right) == (d4 - d6, d8)
