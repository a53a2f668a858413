"""Expressions and rolls at a prompt and in a notebook."""

from __future__ import annotations

from importlib import import_module

from oddsmith.errors import OddsmithError


def maker(expression: object) -> str:
    """Write what makes an expression: `parse` of its notation; where that has none, such as for a function of your own,
    its text in angle brackets.
    """
    text = str(expression)
    parse = import_module(
        "oddsmith.dice.notation"
    ).parse  # by its name: notation is made of expressions, not they of it
    try:
        read = parse(text)
    except OddsmithError:
        return f"<{text}>"
    return f"parse({text!r})" if read == expression else f"<{text}>"


def notation_html(notation: str) -> str:
    """Return notation as HTML."""
    from html import escape  # slow to import, and seldom wanted

    return f"<code>{escape(notation)}</code>"


def rolled_html(notation: str, faces: str, value: str) -> str:
    """Return a roll as HTML: the notation, the faces, those that were dropped in parentheses, and the value."""
    from html import escape

    landed = escape(faces and f": {faces}")
    return f"<div>{notation_html(notation)}{landed} = <strong>{escape(value)}</strong></div>"
