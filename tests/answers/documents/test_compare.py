"""Notations and saved questions side by side."""

import json
from fractions import Fraction

import pytest

from oddsmith.answers.documents.compare import Comparand, comparands, compare_document, side_by_side
from oddsmith.answers.documents.notation import notation_odds
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.dice import parse, read
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, NotationError


def test_every_pair_has_exact_chances():
    document = compare_document([*comparands("d6"), *comparands("d8"), *comparands("2d4")])
    assert json.loads(json.dumps(document)) == document
    assert [entry["name"] for entry in document["entries"]] == ["d6", "d8", "2d4"]
    pairs = {(pair["left"], pair["right"]): pair for pair in document["pairs"]}
    assert set(pairs) == {(0, 1), (0, 2), (1, 2)}
    first = pairs[0, 1]
    assert (first["win"]["p"], first["tie"]["p"], first["lose"]["p"]) == ("5/16", "1/8", "9/16")
    assert first["margin"]["exact"] == "-1"


def test_a_notation_with_vs_is_two_entries_and_unbounded_ones_are_exact():
    document = compare_document(comparands("5d10>=7! vs 4d10>=6!"))
    left, right = parse("5d10>=7!").distribution(), parse("4d10>=6!").distribution()
    (pair,) = document["pairs"]
    assert (pair["win"]["p"], pair["tie"]["p"]) == (str(left.beats(right)), str(left.ties(right)))
    assert document["exact"] is True
    assert [entry["name"] for entry in document["entries"]] == ["5d10>=7!", "4d10>=6!"]


def test_saved_documents_are_asked_again(tmp_path, lantern):
    saved = tmp_path / "search.json"
    saved.write_text(json.dumps(odds_document(question(lantern, "search", {"pool": 3}))), encoding="utf-8")
    several = tmp_path / "rolls.json"
    several.write_text(json.dumps([{"notation": "4d6kh3"}, "3d6", notation_odds(read("2d6+6"))]), encoding="utf-8")
    entries = [*comparands(str(saved)), *comparands(str(several))]
    assert [entry.name for entry in entries] == ["search", "4d6kh3", "3d6", "2d6+6"]
    document = compare_document(entries)
    assert document["entries"][0]["system"] == lantern.name
    assert document["entries"][0]["mean"]["exact"] == "6/5"


def test_questions_are_written_as_games_actions_and_inputs():
    # a die in three succeeds (R1.4); automatic rerolls add successes, never the first one
    document = compare_document([*comparands("dot check dots=2"), *comparands("dot check dots=2 reroll=off")])
    chances = [entry["events"]["at least one success"]["p"] for entry in document["entries"]]
    assert chances == ["5/9", "5/9"]
    assert [entry["options"]["reroll"] for entry in document["entries"]] == ["automatic", "off"]
    assert document["pairs"][0]["better"] == "left"
    (success,) = comparands("dot check dots=2", measure="success")
    assert success.distribution == Distribution.from_weights({0: 4, 1: 5})


def test_what_is_spent_is_not_compared_while_there_is_anything_else():
    # rank 5 succeeds with 15/16 and rank 6 with 7/8 (R4.1); no EC is spent in either
    document = compare_document(side_by_side(["edged-coins toss rank=5", "edged-coins toss rank=6"]))
    assert [entry["measure"] for entry in document["entries"]] == ["success", "success"]
    (pair,) = document["pairs"]
    assert (pair["better"], pair["win"]["p"]) == ("left", str(Fraction(15, 16) * Fraction(1, 8)))


def test_beside_a_yes_or_no_it_is_compared_whether_an_action_succeeds():
    # 14 or less on 3d6 has 196 of 216 ways; six dice that succeed with 1 in 3 leave 1 - (2/3)^6
    document = compare_document(side_by_side(["(3d6)<=14", "dot check dots=6"]))
    assert [entry["mean"]["exact"] for entry in document["entries"]] == ["49/54", str(1 - Fraction(2, 3) ** 6)]
    assert [entry.distribution.mean for entry in side_by_side(["3d6", "dot check dots=6"])] == [
        Fraction(21, 2),
        Fraction(12, 5),  # a success of 1/3 each, and 1/6 of another try
    ]


GAME = """
from oddsmith import d6, d8, roll
from oddsmith.games import Game
game = Game("Draft")
@game.action
async def attack(bonus: int = 0) -> bool:
    return await roll({die}) + bonus >= 5
"""


def test_versions_of_a_rulebook_are_compared(tmp_path):
    texts = []
    for die in ("d6", "d8"):
        file = tmp_path / f"with_{die}.py"
        file.write_text(GAME.replace("{die}", die), encoding="utf-8")
        texts.append(f"{file} attack bonus=1")
    document = compare_document([one for text in texts for one in comparands(text)])
    assert [entry["events"]["Success"]["p"] for entry in document["entries"]] == ["1/2", "5/8"]
    (pair,) = document["pairs"]
    assert (pair["better"], pair["overlap"]["p"]) == ("right", "7/8")


def test_a_question_that_is_not_understood_is_told():
    with pytest.raises(BadInput, match="NAME=VALUE"):
        comparands("dot check 4")
    with pytest.raises(BadInput, match="check, attack"):
        comparands("dot chek dots=4")
    with pytest.raises(NotationError):
        comparands("dots check dots=4")


def test_what_cannot_be_compared_is_refused(tmp_path, lantern):
    with pytest.raises(BadInput, match="Compare needs two rolls or more"):
        compare_document(comparands("d6"))
    with pytest.raises(NotationError):
        comparands("4d6kh")
    with pytest.raises(BadInput, match=r"Cannot read .*nowhere.json: there is no such file"):
        comparands(str(tmp_path / "nowhere.json"))
    with pytest.raises(BadInput, match="number"):
        comparands("d{H,T}")
    broken = tmp_path / "broken.json"
    broken.write_text("[3]", encoding="utf-8")
    with pytest.raises(BadInput, match="broken"):
        comparands(str(broken))
    saved = tmp_path / "saved.json"
    saved.write_text(json.dumps({"system": lantern.name, "action": "search", "inputs": {"pool": 3}}), encoding="utf-8")
    with pytest.raises(BadInput, match="measure"):
        comparands(str(saved), measure="none such")


@pytest.mark.parametrize(
    ("left", "right", "better"),
    [
        ("4d6kh3", "3d6", "left"),
        ("3d6", "4d6kh3", "right"),
        ("2d6", "d12", "neither"),
        ("2d6", "d6 + d6", "both"),
        ("d6", "d8", "right"),
        ("d20", "2d10", "neither"),
    ],
)
def test_what_is_better_at_every_target_and_how_far_two_curves_overlap(left: str, right: str, better: str) -> None:
    (pair,) = compare_document([*comparands(left), *comparands(right)])["pairs"]
    ours, theirs = (dict(parse(text).distribution().items()) for text in (left, right))
    values = sorted({*ours, *theirs})

    def reached(chances: dict[int, Fraction], target: int) -> Fraction:
        return sum((p for value, p in chances.items() if value >= target), Fraction(0))

    leads = [reached(ours, target) - reached(theirs, target) for target in values]
    assert pair["better"] == better
    assert all(lead >= 0 for lead in leads) == (better in ("left", "both"))
    assert all(lead <= 0 for lead in leads) == (better in ("right", "both"))
    apart = (
        sum((abs(ours.get(value, Fraction(0)) - theirs.get(value, Fraction(0))) for value in values), Fraction(0)) / 2
    )
    assert Fraction(pair["overlap"]["p"]) == 1 - apart


@pytest.mark.parametrize(
    ("left", "right", "better"),
    [
        ("d6!", "d6", "left"),
        ("d6", "d6!", "right"),
        ("2d6", "d6!", "neither"),
        ("d6 - 10", "d6!", "right"),
    ],
)
def test_of_two_rolls_one_may_have_no_end(left: str, right: str, better: str) -> None:
    (pair,) = compare_document([*comparands(left), *comparands(right)])["pairs"]
    ours, theirs = (dict(parse(text).distribution().truncated(Fraction(1, 10**20)).items()) for text in (left, right))
    common = sum((min(p, theirs.get(value, Fraction(0))) for value, p in ours.items()), Fraction(0))
    assert float(Fraction(pair["overlap"]["p"])) == pytest.approx(float(common), abs=1e-15)
    assert pair["better"] == better


def test_faces_that_an_exploding_die_shares_with_a_plain_one_are_their_overlap() -> None:
    (pair,) = compare_document([*comparands("d6!"), *comparands("d6")])["pairs"]
    assert pair["overlap"]["p"] == "5/6"  # 1 to 5; a 6 is rolled again


def test_what_runs_down_without_end_is_worse_below_all_of_the_other() -> None:
    falling = Comparand("falling", {}, Distribution.generating([1], [2, -1], shift=3, falling=True))
    (pair,) = compare_document([falling, *comparands("d3")])["pairs"]
    assert pair["better"] == "neither"
    assert pair["overlap"]["p"] == "17/24"  # 1/3, 1/4 and 1/8 of 1/2, 1/4, 1/8, ... from 3 down
    (pair,) = compare_document([falling, *comparands("d1 + 2")])["pairs"]
    assert (pair["better"], pair["overlap"]["p"]) == ("right", "1/2")


def test_two_rolls_without_end_have_no_overlap_worked_out() -> None:
    (pair,) = compare_document([*comparands("d6!"), *comparands("2d6!")])["pairs"]
    assert pair["better"] is None
    assert pair["overlap"] is None


@pytest.mark.parametrize("dice", ["2d{miss<hit}", "d{miss<hit}"])
def test_words_are_compared_by_counts_and_pairs(dice):
    with pytest.raises(BadInput) as refused:
        comparands(dice)
    (counted, paired) = refused.value.remedy.removeprefix("Count them: ").removesuffix(".").split(", or ")
    assert parse(counted).distribution().mean == parse(dice.removeprefix("2") + ">=hit").distribution().mean * (
        2 if dice.startswith("2") else 1
    )
    assert parse(paired).distribution().at_least(1) > 0
