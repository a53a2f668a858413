"""What can happen and how likely it is, exactly."""

from oddsmith.distribution.base import Distribution
from oddsmith.distribution.finite import Finite
from oddsmith.distribution.generating import Generating
from oddsmith.distribution.uniform import Uniform

__all__ = ["Distribution", "Finite", "Generating", "Uniform"]
