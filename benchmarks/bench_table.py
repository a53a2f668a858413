"""How many people one server can have at its tables."""

from figure import Figure
from table_load import measure, quantile

CLIENTS = 50
LISTENERS = 200


def roll() -> float:
    return 1 / measure(CLIENTS, 5, 0).rolls


def late_answer() -> float:
    return quantile(measure(CLIENTS, 5, 0).answers, 0.99)


def late_event() -> float:
    return quantile(measure(CLIENTS // 5, 5, LISTENERS).events, 0.99)


FIGURES = [
    Figure(f"a roll acknowledged on SQLite, {CLIENTS} clients at once", roll, seconds=0.001),
    Figure("the same, how long the slowest of 100 waited", late_answer, seconds=0.05),
    Figure(f"an event at {LISTENERS} listeners, the slowest of 100", late_event, seconds=0.2),
]
