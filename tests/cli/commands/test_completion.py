"""`oddsmith completion`, and the completion of names."""

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_calls_the_program(run: Run, shell: str):
    result = run(f"completion {shell}")
    assert result.exit_code == 0
    assert f"_ODDSMITH_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("oddsmith a", {"audit"}),
        ("oddsmith audit mod", {"mod-dot"}),
        ("oddsmith odds lan", {"lantern"}),
        ("oddsmith odds lantern s", {"search"}),
        ("oddsmith odds lantern search --p", {"--pool", "--plot"}),
        ("oddsmith odds lantern cross --manner r", {"run"}),
        ("oddsmith odds lantern search --option sixes=", {"sixes=again", "sixes=stay"}),
        ("oddsmith best lantern cross --goal o", {"over", "oil-burnt"}),
        ("oddsmith best lantern cross --price c", {"coin-paid="}),
        ("oddsmith odds nothing x", set()),
    ],
)
def test_names_are_completed(run: Run, monkeypatch: pytest.MonkeyPatch, words: str, expected: set[str], rulebook: str):
    line = words.replace("oddsmith", f"oddsmith --rulebook {rulebook}", 1)
    monkeypatch.setenv("_ODDSMITH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    found = {item.partition(",")[2] for item in run("").stdout.splitlines() if item}
    assert found == expected
