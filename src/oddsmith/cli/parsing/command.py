"""A command whose errors name everything as it is typed."""

from __future__ import annotations

from typing import Any

import click

from oddsmith.cli.render.typed_names import respell
from oddsmith.errors import OddsmithError, TooLarge


class Command(click.Command):
    """A command of the program; its errors name options, inputs and house rules as they are typed."""

    def numbers(self, ctx: click.Context) -> dict[str, int]:
        """Return the numbers that were entered, by the field's name."""
        return {}

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OddsmithError as error:
            self.reword(error, ctx)
            raise

    def reword(self, error: OddsmithError, ctx: click.Context) -> None:
        """Name everything in an error as it is typed."""
        if isinstance(error, TooLarge):
            self._help(error, ctx)
        respell(error, self._typed_options(ctx))

    def _help(self, error: TooLarge, ctx: click.Context) -> None:
        """Say what can be typed instead."""
        from oddsmith.cli.parsing.size_remedy import size_remedy, work_remedy  # which few runs need

        if error.what == "states":
            error.remedy = size_remedy(error, self.numbers(ctx), fast=ctx.params.get("fast") is False)
        elif error.what == "steps" and "limit" in ctx.params:
            error.remedy = work_remedy(error)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except OddsmithError as error:
            respell(error, self._typed_options(ctx))
            raise

    def _typed_options(self, ctx: click.Context) -> dict[str, str]:
        """Return the option that sets each field, by the field's name. Where two may (`--best GOAL`, `--goal GOAL`), it
        is the one that was used.
        """
        typed = {}
        for param in self.get_params(ctx):
            if isinstance(param, click.Option):
                for name in param.opts:
                    typed[name.lstrip("-").replace("-", "_")] = param.opts[0]
        for param in self.get_params(ctx):
            if isinstance(param, click.Option) and param.name in typed and ctx.params.get(param.name) is not None:
                typed[param.name] = param.opts[0]
        return typed
