"""Mechanics as coroutines, and what interprets them.

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

from oddsmith.rules.beforehand import Chosen, beforehand
from oddsmith.rules.best import best, solve
from oddsmith.rules.call import Call, Next, Roll, Rule, Sequel, Then, choose, choose_secretly, note, roll, rule
from oddsmith.rules.estimate import Estimate, estimate
from oddsmith.rules.explore import explore
from oddsmith.rules.export import PrismModel, dot, prism
from oddsmith.rules.frontier import Mix, Point, Vertex, best_within, cheapest, frontier, hull, thriftiest
from oddsmith.rules.goals import AtLeast, Goal, Linear
from oddsmith.rules.graph import UNRESOLVED, Decision, Graph
from oddsmith.rules.growth import StateLimit
from oddsmith.rules.guarantees import Guarantee, guarantees
from oddsmith.rules.mass import outcomes
from oddsmith.rules.matrix import Equilibrium, best_response, matrix_game
from oddsmith.rules.odds import odds
from oddsmith.rules.plans import Plan
from oddsmith.rules.policies import Policy, UnansweredDecision, answered, first_option
from oddsmith.rules.prospects import Prospect, Prospects, first_choices
from oddsmith.rules.session import Run, Session, play
from oddsmith.rules.simulate import Simulation, simulate
from oddsmith.rules.solution import Advice, Solution
from oddsmith.rules.thumb import Condition, Thumb, faced, followed, thumbs
from oddsmith.rules.trail import DiceRolled, Entry, Noted, OptionTaken, RuleEntered
from oddsmith.rules.values import Stall

__all__ = [
    "UNRESOLVED",
    "Advice",
    "AtLeast",
    "Call",
    "Chosen",
    "Condition",
    "Decision",
    "DiceRolled",
    "Entry",
    "Equilibrium",
    "Estimate",
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
    "Roll",
    "Rule",
    "RuleEntered",
    "Run",
    "Sequel",
    "Session",
    "Simulation",
    "Solution",
    "Stall",
    "StateLimit",
    "Then",
    "Thumb",
    "UnansweredDecision",
    "Vertex",
    "answered",
    "beforehand",
    "best",
    "best_response",
    "best_within",
    "cheapest",
    "choose",
    "choose_secretly",
    "dot",
    "estimate",
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
    "outcomes",
    "play",
    "prism",
    "roll",
    "rule",
    "simulate",
    "solve",
    "thriftiest",
    "thumbs",
]
