"""Mechanics as coroutines, and their interpreters: play, odds, best play, simulation, exploration.

>>> from oddsmith.dice import d20
>>> @rule
... async def push_your_luck(target: int, rerolls: int) -> Then[bool]:
...     face = await roll(d20)
...     if face >= target or rerolls == 0:
...         return face >= target
...     if await choose("player", ("keep", "reroll")) == "reroll":
...         return push_your_luck(target, rerolls - 1)
...     return False
>>> solution = best(push_your_luck(15, 2), goal=lambda won: won)
>>> solution.value
Fraction(657, 1000)
>>> odds(push_your_luck(15, 2), policy=solution.policy) == solution.distribution
True
"""

from oddsmith.rules.compile.questions import Reading, Together, asked, compares
from oddsmith.rules.explanation.explain import explain
from oddsmith.rules.explanation.explanation import Explanation
from oddsmith.rules.exploration.explore import explore
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.graph.export import PrismModel, dot, prism
from oddsmith.rules.graph.goals import AtLeast, Goal, Linear
from oddsmith.rules.graph.graph import UNRESOLVED, Decision, Graph
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.graph.policies import Policy, UnansweredDecision, answered, first_option, offered
from oddsmith.rules.language.calls import Call, Next, Rule, Sequel, part, rule
from oddsmith.rules.language.choices import OptionTaken, choose
from oddsmith.rules.language.notes import Noted, note
from oddsmith.rules.language.requests import Then
from oddsmith.rules.language.rolls import DiceRolled, Roll, roll
from oddsmith.rules.language.simultaneous import choose_secretly
from oddsmith.rules.language.trail import Entry, Trail
from oddsmith.rules.linalg.matrix_games import Equilibrium, best_response, matrix_game
from oddsmith.rules.read.frontier import Mix, Point, Vertex, best_within, cheapest, frontier, hull, thriftiest
from oddsmith.rules.read.guarantees import Guarantee, guarantees
from oddsmith.rules.read.normal_form import Chosen, beforehand
from oddsmith.rules.read.prospects import Prospect, Prospects, first_choices
from oddsmith.rules.read.rules_of_thumb import Condition, Thumb, faced, followed, thumbs
from oddsmith.rules.read.sensitivity import Draw, Sensitivity, Way
from oddsmith.rules.run.best import best, solve
from oddsmith.rules.run.estimate import Estimate, estimate
from oddsmith.rules.run.execution import RuleEntered
from oddsmith.rules.run.odds import odds
from oddsmith.rules.run.session import Run, Session, play
from oddsmith.rules.run.simulate import Simulation, simulate
from oddsmith.rules.solvers.absorption import outcomes
from oddsmith.rules.solvers.advice import Advice
from oddsmith.rules.solvers.players import Stall
from oddsmith.rules.solvers.solution import Solution

__all__ = [
    "UNRESOLVED",
    "Advice",
    "AtLeast",
    "Call",
    "Chosen",
    "Condition",
    "Decision",
    "DiceRolled",
    "Draw",
    "Entry",
    "Equilibrium",
    "Estimate",
    "Explanation",
    "Goal",
    "Graph",
    "Guarantee",
    "Linear",
    "Mix",
    "Next",
    "Noted",
    "OptionTaken",
    "Plan",
    "Point",
    "Policy",
    "PrismModel",
    "Prospect",
    "Prospects",
    "Reading",
    "Roll",
    "Rule",
    "RuleEntered",
    "Run",
    "Sensitivity",
    "Sequel",
    "Session",
    "Simulation",
    "Solution",
    "Stall",
    "StateLimit",
    "Then",
    "Thumb",
    "Together",
    "Trail",
    "UnansweredDecision",
    "Vertex",
    "Way",
    "answered",
    "asked",
    "beforehand",
    "best",
    "best_response",
    "best_within",
    "cheapest",
    "choose",
    "choose_secretly",
    "compares",
    "dot",
    "estimate",
    "explain",
    "explore",
    "faced",
    "first_choices",
    "first_option",
    "followed",
    "frontier",
    "guarantees",
    "hull",
    "matrix_game",
    "note",
    "odds",
    "offered",
    "outcomes",
    "part",
    "play",
    "prism",
    "roll",
    "rule",
    "simulate",
    "solve",
    "thriftiest",
    "thumbs",
]
