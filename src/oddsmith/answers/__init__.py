"""The documents that every way in hands out: plain data, ready for JSON.

The command line prints them, the web app serves them. Each names its schema (`oddsmith/odds/1`, ...), what was asked
(system, action, inputs, house rules) and the answer; exact numbers are texts (`"242/243"`) beside floats.
"""

from oddsmith.answers.choices import Listed, label, option_named
from oddsmith.answers.documents.advice import Advised, Adviser, advice_document, differing
from oddsmith.answers.documents.audit import audit_document
from oddsmith.answers.documents.best import best_document, best_policy
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.compare import Compared, compare_document, compared
from oddsmith.answers.documents.fast import fast_document
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.documents.graph import graph_of
from oddsmith.answers.documents.notation import notation_odds, notation_roll, notation_rolls, notation_simulation
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document, told
from oddsmith.answers.documents.simulate import simulate_document
from oddsmith.answers.documents.sweep import sweep_document
from oddsmith.answers.format.plain import exact, fraction
from oddsmith.answers.question import Question, house_rules, question

__all__ = [
    "Advised",
    "Adviser",
    "Compared",
    "Listed",
    "Question",
    "advice_document",
    "audit_document",
    "best_document",
    "best_policy",
    "compare_document",
    "compared",
    "differing",
    "exact",
    "fast_document",
    "fraction",
    "frontier_document",
    "graph_of",
    "house_rules",
    "label",
    "notation_odds",
    "notation_roll",
    "notation_rolls",
    "notation_simulation",
    "odds_document",
    "option_named",
    "question",
    "roll_document",
    "simulate_document",
    "sweep_document",
    "systems_document",
    "told",
]
