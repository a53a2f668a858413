"""Let the reference show the examples in docstrings as code.

Docstrings are Markdown with bare doctests in them. To Markdown a line that starts with `>>>` is a quotation, so every
run of examples gets a fence around it before it is rendered. zensical.toml names this module to mkdocstrings.
"""

import re

import griffe

# From a prompt to the next empty line, which is where doctest takes the expected output to end.
EXAMPLES = re.compile(r"^(?P<indent> *)>>> .*(?:\n *\S.*)*", re.MULTILINE)


class DoctestFences(griffe.Extension):
    """Fence the examples of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Called by griffe for every object that it has read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""The text with a fence around each run of examples.

    >>> fenced("Add up.\n\n>>> 1 + 1\n2\n\nMore.")
    'Add up.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore.'
    """
    return EXAMPLES.sub(r"\g<indent>```pycon\n\g<0>\n\g<indent>```", text)
