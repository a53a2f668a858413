"""Seeds of simulations are texts, as those of rolls are."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from oddsmith.cli.app import program


@pytest.mark.parametrize(
    "line", ["simulate 4d6 --runs 100", "simulate mod-dot test --pool 4 --runs 100", "roll 4d6 --times 9"]
)
def test_the_command_line_takes_texts(line: str) -> None:
    texts = [CliRunner().invoke(program, [*line.split(), "--seed", seed]).output for seed in ("ada", "ada", "bo")]
    assert texts[0] == texts[1] != texts[2]
    assert "Allowed" not in texts[0]
