"""The rules of Mod Dot that events cite, by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R0.9": "Base successes and tests are added up. A total of 1 or more is that many successes, one below 0 a botch.",
    "G0.3": "The rules do not say what a total of exactly 0 is. Here it is a plain failure: only below 0 is a botch.",
    "G0.10": "The rules have no opposed or extended tests. Here whoever gathers more successes wins, and the defender "
    "wins a tie; an extended action gathers successes try after try.",
}
