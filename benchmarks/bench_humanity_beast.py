"""Humanity and Beast at its largest: what best play with ten dice takes."""

from figure import Figure
from oddsmith.answers.documents.best import best_document
from oddsmith.answers.format.json_values import fraction
from oddsmith.answers.question import question


def best(action: str, goal: str, **inputs: int) -> None:
    document = best_document(question("humanity-beast", action, {**inputs, "willpower": 5}), goal)
    assert fraction(document["unspent"]["exact"]) < fraction(document["value"]["exact"]) < 1


FIGURES = [
    Figure("best play of ten dice, for success", lambda: best("action", "success", humanity=7, beast=3), seconds=2.0),
    Figure(
        "best play of ten dice, for success without a Humanity check",
        lambda: best("action", "clean_success", humanity=5, beast=5),
        seconds=2.0,
    ),
]
