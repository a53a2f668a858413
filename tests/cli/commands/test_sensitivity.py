"""Sensitivity from the command line."""

import pytest
from tests.cli.conftest import Run


def test_what_a_percent_of_luck_is_worth_is_told_for_every_draw(run: Run) -> None:
    result = run("sensitivity edged-coins toss --rank 2 --ec 5 --goal success --draws 1")
    assert result.exit_code == 0
    assert "0.25    75.00 %         1  toss (ec 5)" in result.stdout
    assert "and 1 more draw; --draws 2 shows them all" in result.stdout
    assert "By the price of ec-spent: −1.25 (−5/4) each." in result.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sensitivity edged-coins toss --rank 2", "goal must be given"),
        ("sensitivity edged-coins toss --rank 2 --goal luck", "goal: 'luck' is not allowed"),
        ("sensitivity edged-coins toss --rank 2 --goal success --price luck=1", "luck"),
    ],
)
def test_what_cannot_be_answered_is_told_with_what_can(run: Run, line: str, said: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
