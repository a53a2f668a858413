"""`oddsmith best --frontier` and goals with constraints."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.systems.humanity_beast.test_conflict_mix import damage_by_hand

TOSS = "best edged-coins toss --rank 0 --ec 30"


def test_a_frontier_is_a_table_and_a_plot(run: Run):
    result = run(TOSS, "--frontier", "success,coins")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout
    assert "3 plans that no other beats; mix two neighbours for what lies between:" in lines
    # 1 coin raises 1/4 to 1/2; to re-toss for 5 until a success, or to buy, costs 10 coins per certainty.
    assert "25.00 %         0                  nothing" in lines
    assert "50.00 %         1            0.04  effort" in lines
    assert "100 %         6             0.1  effort" in lines
    assert lines.count("●") == 3
    assert "EC spent by the player" in lines.splitlines()[-1]


def test_exact_gives_the_numbers_of_a_frontier_as_fractions(run: Run):
    lines = run(TOSS, "--frontier", "success,coins", "--exact").stdout
    assert "1/4" in lines
    assert "25.00 %" not in lines


def test_a_risk_may_be_the_cost(run: Run):
    mix = "best humanity-beast mix --humanity-dice 7 --beast-dice 3 --willpower 5 --spend none"
    lines = run(mix, "--frontier", "success,humanity check").stdout
    # Without Beast dice there is no check: 7 dice of 7+, and 10s again, against 3.
    assert "63.10 %             0 %                  7H+0B" in lines
    assert "89.53 %         14.56 %          1.26 %  7H+3B" in lines


def test_a_plan_that_is_best_at_any_price_is_told_as_such(run: Run):
    result = run("best edged-coins toss --rank 0 --frontier success,coins")
    assert "One plan is best at any price: success 25.00 %, ec spent 0." in result.stdout


def test_json_has_every_plan(run: Run):
    document = json.loads(run(TOSS, "--frontier", "success,coins", "--json").stdout)
    assert [point["gain"]["exact"] for point in document["points"]] == ["1/4", "1/2", "1"]
    rules = document["points"][-1]["rules"]
    assert rules[-1]["rules"][-1] == {"if": [], "choose": "buy"}


def test_the_cheapest_purchase_for_sixty_percent_is_one_line(run: Run):
    offers = "skill:1d6+2,skill:d8,talent:2d6,power:2d8,trophy:d10,superskill:3d6,facet:d6,location:d12"
    line = f"best t13 buy --dice facet:d6,descendant:d8 --difficulty 18 --offers {offers} --sway 30 --chi 9 --yarn 2"
    goal = ("--goal", "60 % complete or better for the least sway + 2 chi + 5 yarn")
    text = " ".join(run(f"{line} --option buy-again=no", *goal).stdout.split())
    assert "at least 60.00 %, for as little as can be on average (Sway spent + 2 Chi spent + 5 Yarn spent)" in text
    assert (
        "If you would rather not draw, choose 1 skill:1d6+2, 1 skill:1d8, 1 talent:2d6, 1 power:2d8, 1 facet:1d6"
        in text
    )
    assert "20 Sway + 2 Yarn: 62.91 % at a cost of 30." in text


def test_a_constraint_is_told_to_hold_on_average_with_both_plans(run: Run):
    lines = run(TOSS, "--goal", "success for at most 3 coins").stdout
    assert "goal: success, for at most 3 on average (EC spent by the player)" in lines
    assert "best play         70.00 %  7/10" in lines
    text = " ".join(lines.split())
    assert "This holds on average over many games: before each, draw one of two plans (3/5 or 2/5)." in text
    assert "Plan A, in 3/5 of all games: 50.00 % at a cost of 1" in text
    assert "re-toss for 5 EC: 50.00 % for 6" in text


def test_a_drawing_is_written_with_what_every_point_stands_for(run: Run, tmp_path: Path):
    file = tmp_path / "toss.svg"
    result = run(TOSS, "--frontier", "success,coins", "--out", str(file))
    assert result.exit_code == 0
    assert f"wrote {file}" in result.stderr
    svg = ET.fromstring(file.read_text(encoding="utf-8"))
    spots = [each.attrib["aria-label"] for each in svg.iter() if "begins" in each.attrib.get("aria-label", "")]
    assert spots == [
        "cost: 0; gain: 25%; begins with: no effort",
        "cost: 1; gain: 50%; begins with: effort",
        "cost: 6; gain: 100%; begins with: effort",
    ]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--frontier", "success"), "GAIN,COST, such as success,ec-spent"),
        (("--frontier", "success,coins", "--goal", "success"), "not together with --frontier"),
        (("--frontier", "success,coins", "--price", "coins=1"), "not together with --frontier"),
        (("--frontier", "success,coins", "--fast"), "not together with --frontier"),
        (("--frontier", "success,coins", "--out", "toss.gif"), "a file that ends in .svg, .png, .pdf"),
        (("--frontier", "success,coins", "--out", "/nowhere/toss.svg"), "a file in a folder that is there"),
        (("--goal", "success", "--out", "toss.svg"), "only together with --frontier"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, more: tuple[str, ...], message: str):
    result = run(TOSS, *more)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_what_else_a_plan_costs_stands_beside_the_trade_off(run: Run) -> None:
    """5H+0...5B against 7H+3B, Willpower paid before: win 18 to 61 %, check 0 to 66 %, and the damage of each mix."""
    line = "best humanity-beast conflict-mix --humanity-dice 5 --beast-dice 5 --min-humanity 5 --willpower 3"
    line += " --spend paid --against-humanity-dice 7 --against-beast-dice 3 --against-willpower 3"
    lines = run(line, "--frontier", "win,humanity-check,damage-taken").stdout
    assert "beside: damage to our Willpower" in lines
    document = json.loads(run(line, "--frontier", "win,humanity-check,damage-taken", "--json").stdout)
    assert [each["name"] for each in document["beside"]] == ["damage_taken"]
    assert [len(point["beside"]) for point in (*document["points"], *document["choices"])] == [1] * 11
    for point in document["points"]:
        beast = int(point["opening"][0].removeprefix("5H+")[0])
        _, taken = damage_by_hand(beast, 1)
        assert point["beside"][0]["float"] == pytest.approx(taken, abs=1e-9)
    two = json.loads(run(line, "--frontier", "win,humanity-check", "--json").stdout)
    assert "beside" not in two
    assert len(two["points"]) == 5


def test_a_gain_may_have_commas_before_its_costs(run: Run) -> None:
    priced = run(TOSS, "--frontier", "success, not retossed,coins")
    assert "retossed" in priced.stderr
    assert run(TOSS, "--frontier", "success,").exit_code == 2
