"""Options that refuse a second value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from oddsmith.errors import Repeated

if TYPE_CHECKING:
    from click.parser import _OptionParser


class Option(click.Option):
    """An option of the command line. One that takes a single value refuses a second, where click silently takes the
    last, so that nobody who edits a long line has to guess which counts.
    """

    @property
    def is_single(self) -> bool:
        """True for an option that takes one value."""
        return not (self.multiple or self.is_flag or self.count)

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        if self.is_single:
            parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=self.nargs)
        else:
            super().add_to_parser(parser, ctx)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        given = opts.get(self.name or "")
        if self.is_single and isinstance(given, list):
            if len(given) > 1 and not ctx.resilient_parsing:
                values = [value if isinstance(value, str) else str(self.flag_value) for value in given]
                raise Repeated(self.opts[0], values)
            opts = {**opts, str(self.name): given[-1]}
        return super().handle_parse_result(ctx, opts, args)
