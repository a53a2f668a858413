"""Charts as files: SVG, PNG and PDF, drawn here, without a browser or a network."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from oddsmith.errors import BadInput, NotInstalled
from oddsmith.plots.style import Chart

#: The kinds of files that a chart is written to.
ENDINGS: Final = (".svg", ".png", ".pdf")

_SCALE: Final = 2.0  # pixels of a PNG for each unit of the drawing


def rendered(chart: Chart, ending: str = ".svg") -> bytes:
    """Return a chart as a file of one of `ENDINGS`; BadInput for another ending, NotInstalled without vl-convert."""
    if ending not in ENDINGS:
        raise BadInput("out", ending, _ALLOWED)
    try:
        import vl_convert
    except ModuleNotFoundError as error:
        raise NotInstalled("A chart as a file", error.name, "plots") from None
    drawing = chart.to_dict()
    if ending == ".svg":
        return vl_convert.vegalite_to_svg(drawing, allowed_base_urls=[]).encode()
    if ending == ".png":
        return vl_convert.vegalite_to_png(drawing, scale=_SCALE, allowed_base_urls=[])
    return vl_convert.vegalite_to_pdf(drawing, allowed_base_urls=[])


def save(chart: Chart, path: str | Path) -> None:
    """Write a chart to a file, whose ending says of which kind; BadInput as for `picture_path`."""
    found = picture_path(str(path))
    found.write_bytes(rendered(chart, found.suffix))


def picture_path(path: str) -> Path:
    """Return where a chart is to be written; BadInput for another ending, or a folder that is not there."""
    found = Path(path)
    if found.suffix not in ENDINGS:
        raise BadInput("out", path, _ALLOWED)
    if not found.absolute().parent.is_dir():
        raise BadInput("out", path, "a file in a folder that is there")
    return found


_ALLOWED: Final = f"a file that ends in {', '.join(ENDINGS)}"
