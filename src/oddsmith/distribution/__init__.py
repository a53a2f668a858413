"""Exact probability distributions."""

from oddsmith.distribution.distribution import Distribution, Finite
from oddsmith.distribution.generating import Generating
from oddsmith.distribution.probabilities import Probabilities
from oddsmith.distribution.uniform import Uniform

__all__ = ["Distribution", "Finite", "Generating", "Probabilities", "Uniform"]
