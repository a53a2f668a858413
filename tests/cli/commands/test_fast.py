"""`oddsmith best --fast`."""

import json

from tests.cli.conftest import Run

CROSS = "lantern cross --target 15 --oil 2"


def test_fast_play_tells_every_number_with_its_proven_error(run: Run):
    result = run(f"best {CROSS} --goal over --fast")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Over the bridge: 66 times in 100 (65.70 %) with best play." in result.stdout
    assert "best play  65.70 %  0.657 ± " in result.stdout
    assert "flasks of oil burnt, on average" in result.stdout


def test_fast_play_takes_prices_and_tells_them(run: Run):
    lines = run(f"best {CROSS} --goal over --price oil=1/100 --fast").stdout
    assert "goal: Over the bridge, less 1/100 for each of flasks of oil burnt" in lines
    assert "best play  0.645  0.6451 ± " in lines


def test_json_of_fast_play_has_bounds(run: Run):
    value = json.loads(run(f"best {CROSS} --goal over --fast --json").stdout)["value"]
    assert value["low"] <= 0.657 <= value["high"]
    assert value["high"] - value["low"] < 1e-12
