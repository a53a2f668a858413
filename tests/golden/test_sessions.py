"""Sessions that earlier days saved go on from where they stood, and come to what they came to then.

There are some of every action, seeded: with half of their decisions taken where there are any. Each tells how it was
saved, for which options it waits, what is answered from then on, and the document of the whole run. They were written
once and are never written again: when a rule has moved, `oddsmith.rules.language.moved` says where to, and which fields
are no more.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.golden import asked
from tests.golden.paths import first_difference, leaves
from tests.golden.ways import finished

from oddsmith.rules.language.moved import NO_MORE

FILES = sorted(Path(__file__).with_name("sessions").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_saved_session_goes_on_as_it_did(file: Path) -> None:
    for entry in json.loads(file.read_text(encoding="utf-8")):
        waits, document = finished(entry)
        assert waits == entry["waits"]
        told = {path: value for path, value in leaves(entry["told"]).items() if path.rpartition("/")[2] not in NO_MORE}
        document.pop("phrases", None)  # came since, and says nothing that the options do not
        assert first_difference(told, leaves(document)) is None


def test_there_are_sessions_of_every_action() -> None:
    assert {file.stem for file in FILES} >= {action.replace(" ", "-") for action in asked.actions()}
