"""The games, a room each, and what they are declared with, read from and found by.

Third parties add theirs through the entry-point group `oddsmith.systems` (a `System`, or a `Game`, by its name).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddsmith.lazy_names import fetching
from oddsmith.systems.registry import system, system_names, systems

if TYPE_CHECKING:
    from oddsmith.systems.declaration import Action, Event, Finding, Measure, Publication, System, Tour
    from oddsmith.systems.fields.models import Form, HouseRules, Inputs

__all__ = [
    "Action",
    "Event",
    "Finding",
    "Form",
    "HouseRules",
    "Inputs",
    "Measure",
    "Publication",
    "System",
    "Tour",
    "system",
    "system_names",
    "systems",
]

if not TYPE_CHECKING:  # with pydantic and all rules, which are not needed to know the names of systems
    __getattr__ = fetching(
        __name__,
        {
            "oddsmith.systems.declaration": (
                "Action",
                "Event",
                "Finding",
                "Measure",
                "Publication",
                "System",
                "Tour",
            ),
            "oddsmith.systems.fields.models": ("Form", "HouseRules", "Inputs"),
        },
    )
