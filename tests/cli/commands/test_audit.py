"""`oddsmith audit`."""

import json

from tests.cli.conftest import Run


def test_an_audit_tells_findings_with_their_figures(run: Run):
    result = run("audit lantern")
    assert result.exit_code == 0
    head, worth = result.stdout.split("What is worth what, all else as in the examples of help\n\n")
    assert (
        head
        == """\
Lantern: 1 odd thing in its numbers

  1  A storm makes finds rarer.
      plain  19/27 (0.7037)
      storm  61/125 (0.488)
      oddsmith audit lantern --rulebook tests/cli/rulebook.py

"""
    )
    assert worth.startswith(
        """\
  2  Cross a bridge. Over the bridge: 30.0% for whoever always takes the first option, 65.7% with
     best play.
      first option  3/10 (0.3)
      best play     657/1000 (0.657)
      lost          357/1000 (0.357)
      oddsmith best lantern cross --target 15 --oil 2 --goal over --rulebook tests/cli/rulebook.py
"""
    )


def test_an_audit_takes_the_name_of_a_game_of_the_gallery(run: Run):
    assert "oddsmith best pig turn --goal total --rulebook pig\n" in run("audit pig").stdout


def test_an_audit_follows_the_house_rules(run: Run):
    document = json.loads(run("audit lantern --option sixes=stay --json").stdout)
    assert document["findings"][0]["figures"]["storm"] == "91/216"


def test_an_audit_needs_a_system(run: Run):
    result = run("audit")
    assert result.exit_code == 2
    assert "system must be given." in result.stderr
    assert "mod-dot" in result.stderr
