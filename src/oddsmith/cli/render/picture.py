"""Charts of answers, written to the file that `--out` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from oddsmith.cli.text.terminal import say_err
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.plots import Chart


def picture_file(out: str | None) -> Path | None:
    """Return where a chart is to be written, None for none; to be asked before anything is worked out.

    Raises BadInput for another ending than .svg, .png and .pdf and for a folder that is not there, NotInstalled where
    what draws is not installed.
    """
    if out is None:
        return None
    from oddsmith.plots import picture_path

    return picture_path(out)


def write_picture(chart: Chart, path: Path) -> None:
    """Write a chart; BadInput where that cannot be."""
    from oddsmith.plots import save

    try:
        save(chart, path)
    except OSError as error:
        raise BadInput("out", str(path), f"a file that can be written ({error.strerror})") from None
    say_err(f"wrote {path}")
