"""`oddsmith audit`."""

import json

from tests.cli.conftest import Run


def test_an_audit_tells_findings_with_their_figures(run: Run):
    result = run("audit lantern")
    assert result.exit_code == 0
    assert (
        result.stdout
        == """\
Lantern: 1 odd thing in its numbers

  1  A storm makes finds rarer.
      plain  19/27 (0.7037)
      storm  61/125 (0.488)
"""
    )


def test_an_audit_follows_the_house_rules(run: Run):
    document = json.loads(run("audit lantern --option sixes=stay --json").stdout)
    assert document["findings"][0]["figures"]["storm"] == "91/216"


def test_an_audit_needs_a_system(run: Run):
    result = run("audit")
    assert result.exit_code == 2
    assert "system must be given." in result.stderr
    assert "mod-dot" in result.stderr
