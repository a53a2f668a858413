"""Charts: the numbers in them are those that were given, and they are drawn without a network."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from oddsmith import Distribution, parse
from oddsmith.errors import BadInput
from oddsmith.plots import chances, comparison, curve, fan, frontier, heat_map, ladder, rendered, save


def rows(chart: Any) -> list[dict[str, Any]]:
    """The rows of a chart's first table."""
    return next(iter(chart.to_dict()["datasets"].values()))


def test_a_curve_has_a_bar_for_each_outcome() -> None:
    chart = curve(Distribution.from_weights({"miss": 1, "hit": 3}), title="A blow")
    assert {row["outcome"]: row["chance"] for row in rows(chart)} == {"miss": 0.25, "hit": 0.75}


def test_a_curve_of_at_least_adds_up_from_above() -> None:
    found = rows(curve(parse("2d6").distribution(), at_least=True))
    assert found[0] == {"outcome": 2, "chance": pytest.approx(1)}
    assert found[-1] == {"outcome": 12, "chance": pytest.approx(1 / 36)}
    assert next(row["chance"] for row in found if row["outcome"] == 10) == pytest.approx(6 / 36)


def test_outcomes_that_are_left_out_are_counted_in_the_note() -> None:
    # 1 die in 2 comes to nothing, and each further point is half as likely: past 14 points there is 1 in 32,768.
    chart = curve(Distribution.generating([1], [2, -1]), outcome="points").to_dict()
    shown = next(iter(chart["datasets"].values()))
    beyond = 1 - sum(row["chance"] for row in shown)
    assert 0 < beyond <= 1e-4
    assert f"1 in {1 / beyond:,.0f} of all" in chart["title"]["subtitle"]


def test_a_comparison_tells_rolls_apart_by_dash_and_mark() -> None:
    chart = comparison({"one": parse("1d6").distribution(), "two": parse("2d6").distribution()}).to_dict()
    encoding = chart["encoding"]
    assert encoding["strokeDash"]["scale"]["range"] != [[1, 0], [1, 0]]
    assert encoding["shape"]["scale"]["range"] == ["circle", "square"]
    reached = {(row["series"], row["outcome"]): row["chance"] for row in rows(comparison_of_two())}
    assert reached["two", 7] == pytest.approx(21 / 36)
    assert reached["one", 6] == pytest.approx(1 / 6)


def comparison_of_two() -> Any:
    return comparison({"one": parse("1d6").distribution(), "two": parse("2d6").distribution()})


def test_a_fan_has_the_quantiles_of_each_step() -> None:
    found = rows(fan({1: parse("1d20").distribution(), 2: parse("2d20").distribution()}))
    assert found[0] == {"step": 1, "median": 10, "low0": 1, "high0": 19, "low1": 5, "high1": 15}
    assert found[1]["median"] == 21


def test_a_ladder_a_heat_map_and_a_frontier_have_the_numbers_that_were_given() -> None:
    found = rows(ladder([1, 2, 3, 4], {"hit": [Fraction(1, 3), None, 1, None]}))
    assert [(row["along"], row["number"]) for row in found] == [(1, pytest.approx(1 / 3)), (2, None), (3, 1.0)]
    cells = rows(heat_map({(1, 2): 0.5, (2, 2): None, (1, 3): 1.0}))
    assert [(cell["across"], cell["up"], cell["told"]) for cell in cells] == [("1", "2", "50%"), ("1", "3", "100%")]
    assert rows(frontier([(0, 0.5, ""), (3, 1, "pay")]))[1] == {"cost": 3.0, "gain": 1.0, "begins": "pay"}


def test_chances_are_never_rounded_to_no_or_always() -> None:
    told = [row["told"] for row in rows(chances({"rare": 1e-6, "sure": 1 - 1e-9, "never": 0}))]
    assert told == ["0.0001%", "> 99.9%", "0%"]


@pytest.mark.parametrize("wrong", [
    lambda: curve({}),
    lambda: curve({"miss": 0.5, "hit": 0.5}, at_least=True),
    lambda: comparison({"alone": {1: 1.0}}),
    lambda: fan([parse("1d6").distribution()]),
    lambda: ladder([1, 2], {"hit": [0.5]}),
    lambda: ladder([1], {str(number): [0.5] for number in range(7)}),
    lambda: heat_map({(1, 1): None}),
    lambda: frontier([]),
    lambda: chances({}),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(wrong: Any) -> None:
    with pytest.raises(BadInput):
        wrong()


def test_charts_are_written_as_svg_png_and_pdf(tmp_path: Path) -> None:
    chart = parse("2d6").distribution().plot(title="Two dice", outcome="total")
    for ending, begins in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        save(chart, tmp_path / f"dice{ending}")
        assert (tmp_path / f"dice{ending}").read_bytes().startswith(begins)
    drawn = ET.fromstring(rendered(chart))
    assert "Two dice" in {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    with pytest.raises(BadInput, match="svg"):
        save(chart, tmp_path / "dice.gif")
    with pytest.raises(BadInput, match="folder"):
        save(chart, tmp_path / "nowhere" / "dice.svg")


def test_altair_is_imported_with_charts_alone() -> None:
    script = "import sys, oddsmith.cli.commands.odds, oddsmith.cli.commands.best; print('altair' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "False\n"


def test_without_altair_a_chart_says_what_to_install() -> None:
    script = "import sys; sys.modules['altair'] = None; import oddsmith.plots"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stderr
    assert "pip install 'oddsmith[plots]'" in told
