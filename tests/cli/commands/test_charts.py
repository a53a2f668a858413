"""`--out FILE.svg`: answers as charts."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def texts(file: Path) -> list[str]:
    return [text.text or "" for text in ET.fromstring(file.read_text()).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("odds 2d6", ["2d6", "16.7%"]),
        ("odds mod-dot test --pool 3 --difficulty 2", ["Mod Dot (Emerald Coven Chronicles): Test", "successes"]),
        ("sweep edged-coins toss --rank 0..6 --ec 5 --of success --best success", ["best success", "rank"]),
        ("sweep mod-dot test --pool 1..3 --of successes", ["successes", "pool"]),
        ("sweep ({pool}d6)>={target} --along pool=1..2 --along target=4,5", ["target", "50%", "33%", "92%", "83%"]),
        ("compare 2d6 1d12", ["2d6", "1d12", "at least this number"]),
    ],
)  # fmt: skip
def test_an_answer_is_drawn_into_a_file(run: Run, tmp_path: Path, line: str, shown: list[str]):
    file = tmp_path / "chart.svg"
    result = run(line, "--out", str(file))
    assert result.exit_code == 0
    assert f"wrote {file}" in result.stderr
    assert set(shown) <= set(texts(file))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("odds 2d6 --out dice.gif", "a file that ends in .svg, .png, .pdf"),
        ("compare 2d6 3d6 --with {n}d10 --out dice.svg", "not together with --with"),
        ("sweep mod-dot test --pool 1..2 --of success --of successes --out dice.svg", "either chances or numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    run: Run, line: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    result = run(line)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not list(tmp_path.iterdir())
