"""The audit of a system's numbers, as a document."""

from __future__ import annotations

from typing import Any

from oddsmith.answers.documents.general_audit import general_findings
from oddsmith.answers.format.json_values import plain
from oddsmith.answers.question import values
from oddsmith.systems.declaration import System, unaudited
from oddsmith.systems.fields.models import HouseRules


def audit_document(system: System, rules: HouseRules) -> dict[str, Any]:
    """Compute the findings of a system's audit under given house rules, each with the figures that show it.

    A system without an audit of its own has what `general_findings` finds.
    """
    return {
        "schema": "oddsmith/audit/1",
        "system": system.name,
        "options": values(rules),
        "findings": [
            {"rule": finding.rule, "text": finding.text, "figures": plain(dict(finding.figures))}
            for finding in (general_findings(system, rules) if system.audit is unaudited else system.audit(rules))
        ],
    }
