"""Documents that answer questions: plain data, ready for JSON.

The command line prints them, the web app serves them. Each names its schema (`oddsmith/odds/1`, ...), the question
(system, action, inputs, house rules) and the answer; exact numbers are texts (`"242/243"`) beside floats.
"""

from oddsmith.answers.action_graph import action_graph
from oddsmith.answers.choices import ScriptedAnswers, label, option_named
from oddsmith.answers.documents.advice import AdvisedDecision, Adviser, advice_document, differing_columns
from oddsmith.answers.documents.audit import audit_document
from oddsmith.answers.documents.best import best_document, best_policy
from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.answers.documents.compare import Comparand, comparands, compare_document
from oddsmith.answers.documents.fast import fast_document
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.documents.notation import notation_odds, notation_roll, notation_rolls, notation_simulation
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document, run_document
from oddsmith.answers.documents.simulate import simulate_document
from oddsmith.answers.documents.sweep import sweep_document
from oddsmith.answers.format.json_values import exact, fraction
from oddsmith.answers.question import Question, house_rules, question

__all__ = [
    "AdvisedDecision",
    "Adviser",
    "Comparand",
    "Question",
    "ScriptedAnswers",
    "action_graph",
    "advice_document",
    "audit_document",
    "best_document",
    "best_policy",
    "comparands",
    "compare_document",
    "differing_columns",
    "exact",
    "fast_document",
    "fraction",
    "frontier_document",
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
    "run_document",
    "simulate_document",
    "sweep_document",
    "systems_document",
]
