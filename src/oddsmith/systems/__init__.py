"""The games: one module each, and nothing but content in it.

Third parties add theirs through the entry-point group `oddsmith.systems` (a `System` by name).
"""

from oddsmith.systems.declaration import Action, Event, Finding, Measure, Publication, System, Tour
from oddsmith.systems.fields.models import Form, HouseRules, Inputs
from oddsmith.systems.registry import system, system_names

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
]
