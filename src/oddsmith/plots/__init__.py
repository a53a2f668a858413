"""Charts of plain numbers: one function for each question that a chart answers.

They are [Altair](https://altair-viz.github.io) charts, so a notebook shows them and more can be done to them; `save`
writes them to SVG, PNG or PDF without a browser or a network. Lines differ in their dashes and marks, and heat maps
have their numbers in them, so that they are readable without colour. Needs `pip install "oddsmith[plots]"`.

>>> from oddsmith import d6
>>> from oddsmith.plots import curve
>>> curve((2 * d6).distribution(), title="Two dice").title.text
'Two dice'
"""

from oddsmith.errors import NotInstalled

try:
    import altair as alt  # noqa: F401
except ModuleNotFoundError as error:
    raise NotInstalled("A chart", error.name, "plots") from None

from oddsmith.plots.files import picture_path, rendered, save
from oddsmith.plots.laws import comparison, curve, fan
from oddsmith.plots.numbers import chances, frontier, heat_map, ladder
from oddsmith.plots.style import Chart, small

__all__ = [
    "Chart", "chances", "comparison", "curve", "fan", "frontier", "heat_map", "ladder", "picture_path", "rendered",
    "save", "small",
]  # fmt: skip
