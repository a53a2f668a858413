"""The rules of the Dot System that events cite, by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R1.5": "As many six-sided dice are rolled as there are dots. Each 5 or 6 is a success, and one achieves the task.",
    "R1.6": "Five successes or more are an exceptional success, what a 3 is on a HERO roll.",
    "R1.9": "With less than one dot, one die is still rolled; without a success it is a critical failure, what an 18 "
    "is on a HERO roll.",
    "R1.10": "An attack rolls 2 dots, and one more for each point by which OCV is above DCV.",
    "R1.12": "A pool has 9 dots less than the target number of the HERO roll that it stands for.",
    "G1.12": "The rules do not say what an exceptional success does in combat. Here it is told, and does nothing more.",
    "G1.14": "The rules have no opposed checks. Here the successes of both sides are compared.",
}
