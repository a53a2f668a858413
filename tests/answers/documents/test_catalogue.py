"""The documents of what there is, and of what is odd about it."""

import json

from oddsmith.answers.auditing.document import audit_document
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.question import house_rules
from oddsmith.systems import System, system


def test_a_system_is_described_well_enough_to_build_a_form(lantern: System):
    document = systems_document([lantern])
    json.dumps(document)
    assert document["schema"] == "oddsmith/systems/1"
    (system,) = document["systems"]
    assert (system["name"], system["title"]) == ("lantern", "Lantern")
    search, cross = system["actions"]
    assert search["inputs"][0] == {
        "name": "pool",
        "help": "dice rolled",
        "kind": "integer",
        "low": 0,
        "high": 500,
        "required": True,
        "title": "Pool",
        "whose": "own",
        "sheet": {"side": "own", "name": "pool", "part": "value"},
    }
    assert search["inputs"][3]["default"] is None
    assert search["events"][0] == {"name": "found", "title": "Something is found", "rule": "1"}
    assert cross["measures"][0] == {
        "name": "oil_burnt",
        "title": "flasks of oil burnt",
        "one": "flasks of oil burnt",
        "spends": True,
        "changes": [{"side": "own", "resource": "oil_burnt", "times": -1, "since": "", "chosen_by": ""}],
    }
    assert cross["decides"].startswith("when to burn oil")


def test_a_house_rule_has_its_gap_its_default_and_its_readings(lantern: System):
    sixes, finds_on = systems_document([lantern])["systems"][0]["options"]
    assert sixes == {
        "name": "sixes",
        "help": "Is a 6 rolled again?",
        "kind": "choice",
        "choices": ["again", "stay"],
        "default": "again",
        "gap": "1",
        "readings": {"again": "yes, as often as it comes up", "stay": "no"},
    }
    assert (finds_on["low"], finds_on["high"], finds_on["default"]) == (2, 5, 5)


def test_an_audit_tells_its_findings_with_exact_figures(lantern: System):
    # Three dice that find on 5 and 6, exploding sixes: 19/27. In a storm a six only rolls again, so a die finds
    # nothing with probability x = 4/6 + x/6, which is 4/5.
    document = audit_document(lantern, house_rules(lantern, {}))
    (finding,) = document["findings"]
    assert finding["rule"] == "1"
    assert finding["figures"] == {"plain": "19/27", "storm": "61/125"}


def test_an_audit_is_computed_under_the_house_rules_given(lantern: System):
    document = audit_document(lantern, house_rules(lantern, {"sixes": "stay"}))
    assert document["options"]["sixes"] == "stay"
    assert document["findings"][0]["figures"]["storm"] == "91/216"  # 1 - (5/6)^3


def test_measures_and_costs_that_a_house_rule_brings_say_under_which():
    # G2.28: a table keeps Sway as one number or as Yin and Yang.
    document = systems_document([system("t13")])
    buy = next(action for action in document["systems"][0]["actions"] if action["name"] == "buy")
    under = {each["name"]: each.get("under") for each in [*buy["measures"], *buy["costs"]]}
    assert under["sway_spent"] == under["sway_paid"] == {"yin_yang": ["together"]}
    assert under["yin_spent"] == under["yang_paid"] == {"yin_yang": ["apart"]}
    assert under["score"] is under["chi_spent"] is None
