"""The notebooks of examples/: they run, and say what is printed in them."""

import warnings
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


@pytest.mark.parametrize("name", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb")))
def test_a_notebook_says_what_its_cells_print(name: str) -> None:
    written = nbformat.read(NOTEBOOKS / name, as_version=4)
    printed = [text(cell) for cell in written.cells]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Jupyter's own
        NotebookClient(written, timeout=120, kernel_name="python3").execute()
    assert [text(cell) for cell in written.cells] == printed


def text(cell: nbformat.NotebookNode) -> dict[str, str]:
    """Return all that a cell printed, by stream: a busy kernel sends it in several parts."""
    printed: dict[str, str] = {}
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            printed[output["name"]] = printed.get(output["name"], "") + output["text"]
    return printed
