"""Odds along inputs over HTTP."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.web.browser import Site

from oddsmith.errors import TooLarge
from oddsmith.workbench.document import sweep_document


def swept(site: Site, path: str, **body: Any) -> list[dict[str, Any]]:
    """All cells, asked for as pages do."""
    cells: list[dict[str, Any]] = []
    following: int | None = 0
    while following is not None:
        answer = site.browser().post(f"/api/sweep/{path}", json=body | {"first": following})
        assert answer.status_code == 200, answer.text
        document = answer.json()
        assert document["first"] == len(cells)
        cells += document["cells"]
        following = document["next"]
    return cells


def test_the_second_input_changes_fastest(site: Site) -> None:
    along = [{"input": "dots", "values": [1, 2]}, {"input": "modifier", "values": [0, 1, 2]}]
    cells = swept(site, "dot/check", along=along, of="success")
    # A modifier adds dots (R1.8); a die succeeds on 5 and 6 (R1.5).
    expected = [1 - Fraction(2, 3) ** (dots + more) for dots in (1, 2) for more in (0, 1, 2)]
    assert [cell["p"] for cell in cells] == [str(p) for p in expected]


def test_a_measure_has_its_mean(site: Site) -> None:
    along = [{"input": "humanity", "values": ["1", 9]}]
    body = {"inputs": {"beast": 0, "humanity": 5}, "along": along, "of": "humanity_successes"}
    # A Humanity die succeeds on 7 to 10 (R3.3), and a 10 is rolled again (R3.4): m = 4/10 + m/10.
    assert [cell["mean"]["exact"] for cell in swept(site, "humanity-beast/action", **body)] == ["4/9", "4"]


def test_values_that_do_not_go_together_are_refused_in_their_cell_alone(site: Site) -> None:
    along = [{"input": "humanity", "values": [9]}, {"input": "beast", "values": [1, 2]}]
    cells = swept(site, "humanity-beast/action", inputs={"difficulty": 1}, along=along, of="success")
    # Ten dice at most (R3.2). Nine fail on 1 to 6, the Beast die on 1 to 5 (R3.3).
    assert cells[0]["p"] == str(1 - Fraction(6, 10) ** 9 * Fraction(5, 10))
    assert cells[1]["refused"] == "beast: 2 is not allowed."


def test_cells_may_be_what_best_play_is_worth(site: Site) -> None:
    along = [{"input": "rank", "values": [1, 2]}, {"input": "ec", "values": [0, 5]}]
    cells = swept(site, "edged-coins/toss", along=along, of="success", best=True)
    # Two tosses at bronze, of which one must show heads (R4.1); 5 EC take a failed one again (R4.5): 1 - 1/4 * 1/4.
    assert [cell["p"] for cell in cells[2:]] == ["3/4", "15/16"]
    assert all(cells[place]["float"] < cells[place + 1]["float"] for place in (0, 2))


def test_an_answer_is_sent_soon_and_says_where_to_go_on() -> None:
    times = iter(range(100))
    answer = sweep_document(
        "dot", "check", {}, {}, {"dots": [1, 2, 3, 4]}, "success", seconds=2, clock=lambda: next(times)
    )
    assert (len(answer["cells"]), answer["next"]) == (2, 2)
    rest = sweep_document("dot", "check", {}, {}, {"dots": [1, 2, 3, 4]}, "success", first=answer["next"])
    assert ([cell["p"] for cell in rest["cells"]], rest["next"]) == (["19/27", "65/81"], None)


def test_several_things_are_asked_of_every_cell_at_once(site: Site) -> None:
    along = [{"input": "dots", "values": [2, 3]}]
    cells = swept(site, "dot/check", along=along, of=["successes >= 2", "successes = 0", "successes"])
    # A die has no success with 2/3, and one with 1/6 (5) and 1/6 times 2/3 (6, which is rolled again, R1.7): 5/18.
    assert [[told.get("p") or told["mean"]["exact"] for told in cell["each"]] for cell in cells] == [
        ["5/27", "4/9", "4/5"],
        ["1/3", "8/27", "6/5"],
    ]


def test_a_number_to_reach_stays_exact_where_counts_have_no_end(site: Site) -> None:
    along = [{"input": "humanity", "values": [1]}]
    of = ["humanity_successes >= 3", "humanity_successes = 1", "humanity_successes <= 1"]
    (cell,) = swept(site, "humanity-beast/action", inputs={"beast": 0, "difficulty": 1}, along=along, of=of)
    # 7 to 9 is one success, and a 10 is one and rolled again (R3.3, R3.4): 4/10, times 1/10 for each one before.
    assert [told["p"] for told in cell["each"]] == ["1/250", "9/25", "24/25"]


def test_too_many_things_at_once_are_refused(site: Site) -> None:
    body = {"along": [{"input": "dots", "values": [1]}], "of": [f"successes = {number}" for number in range(13)]}
    answer = site.browser().post("/api/sweep/dot/check", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "too-large")


def test_too_many_cells_are_refused() -> None:
    with pytest.raises(TooLarge, match="451"):
        sweep_document("dot", "check", {}, {}, {"dots": list(range(11)), "modifier": list(range(41))}, "success")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"along": [{"input": "luck", "values": [1]}], "of": "success"}, "along"),
        ({"along": [{"input": "dots", "values": [1]}], "of": "luck"}, "of"),
        ({"along": [{"input": "dots", "values": [1]}], "of": ["success", "luck >= 3"]}, "of"),
        ({"along": [], "of": "success"}, "along"),
        ({"along": [{"input": "dots", "values": [1]}], "of": "success", "options": {"luck": 1}}, "luck"),
    ],
)
def test_what_cannot_be_swept_is_a_problem_that_names_the_field(site: Site, body: dict[str, Any], field: str) -> None:
    answer = site.browser().post("/api/sweep/dot/check", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_a_cell_of_too_many_states_is_refused_alone() -> None:
    inputs = {"rank": 2, "hc": 3, "against_rank": 2, "against_hc": 3}
    answer = sweep_document("edged-coins", "duel", inputs, {}, {"rounds": [1, 20]}, "win", limit=80)
    assert ["refused" in cell for cell in answer["cells"]] == [False, True]
