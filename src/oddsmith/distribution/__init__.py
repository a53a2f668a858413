"""What can happen and how likely it is, exactly."""

from oddsmith.distribution.base import Distribution
from oddsmith.distribution.finite.finite import Finite
from oddsmith.distribution.finite.uniform import Uniform
from oddsmith.distribution.unbounded.generating import Generating

__all__ = ["Distribution", "Finite", "Generating", "Uniform"]
