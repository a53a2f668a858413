"""Make the description of the package of README.md: a package index has neither its pictures nor the files it links to.

Hatchling calls this at every build. Once the project has a home, its address belongs into `[project.urls]`, and here
pictures and links get it in front of them instead.
"""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https:)[^)]*\)")


class Description(MetadataHookInterface):
    """Gives the package its description."""

    def update(self, metadata: dict[str, object]) -> None:
        """Called by hatchling with what pyproject.toml says of the project."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readable_anywhere(text)}


def readable_anywhere(text: str) -> str:
    r"""The text without pictures that lie beside it, and with plain words where links would lead to other files.

    >>> readable_anywhere("Begin [here](docs/tutorial.md).\n\n![A chart](docs/chart.svg)\n\n[Home](https://dice.example)")
    'Begin here.\n\n[Home](https://dice.example)'
    """
    return LINK.sub(r"\1", PICTURE.sub("", text))
