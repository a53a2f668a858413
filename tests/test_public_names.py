"""What `import oddsmith` offers, and what it costs."""

import subprocess
import sys

import pytest

import oddsmith
from oddsmith import workbench


@pytest.mark.parametrize("name", oddsmith.__all__)
def test_every_public_name_can_be_fetched_and_is_listed(name: str) -> None:
    assert getattr(oddsmith, name) is not None
    assert name in dir(oddsmith)


def test_a_notebook_completes_what_the_workbench_has() -> None:
    assert {"sweep", "tune"} <= {*dir(workbench)}


def test_the_version_is_that_of_the_installed_package() -> None:
    assert oddsmith.__version__.count(".") == 2


def test_an_unknown_name_is_an_attribute_error_that_names_it() -> None:
    with pytest.raises(AttributeError, match="d7"):
        oddsmith.d7  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_alone_loads_neither_a_layer_nor_a_dependency() -> None:
    script = "import sys, oddsmith; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "oddsmith" in loaded
    assert {"oddsmith.distribution", "oddsmith.dice", "oddsmith.rules", "flint", "numpy"}.isdisjoint(loaded)
