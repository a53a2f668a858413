"""The commands below a verb and a system: `oddsmith odds mod-dot` holds the actions of the system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.inputs import (
    given_inputs,
    house_rule_option,
    house_rules_listed,
    input_options,
)
from oddsmith.cli.parsing.stray_words import unnamed
from oddsmith.cli.parsing.verb import Verb, examples
from oddsmith.errors import BadInput, OddsmithError
from oddsmith.systems import registry
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.endless import watched
from oddsmith.systems.fields.field import book_numbers_of
from oddsmith.systems.fields.validation import given_house_rules


class SystemGroup(click.Group):
    """A system under a verb; its commands are the actions."""

    def __init__(self, verb: Verb, system: System) -> None:
        super().__init__(
            system.name, help=system.summary, short_help=system.title, subcommand_metavar="ACTION [INPUTS]..."
        )
        self.verb = verb
        self.system = system

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [action.name for action in self.system.actions]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        try:
            return ActionCommand(self.verb, self.system, self.system.action(cmd_name))
        except BadInput:
            if ctx.resilient_parsing:
                return None
            raise


class ActionCommand(Command):
    """A verb done to an action; its options are the inputs, the house rules and the verb's own."""

    def __init__(self, verb: Verb, system: System, action: Action[Any, Any, Any]) -> None:
        self.verb = verb
        self.system = system
        self.action = action
        self.inputs = list(input_options(action))
        own = [house_rule_option(system), *verb.options()]
        _refuse_name_clash(f"{system.name} {action.name}", self.inputs, own)
        example = f"oddsmith {verb.name} {system.name} {action.example} {verb.ending(action)}".rstrip()
        super().__init__(
            action.name,
            params=[*self.inputs, *own],
            callback=self._run,
            options_metavar="[INPUTS] [OPTIONS]",
            help=action.summary,
            short_help=action.title,
            epilog=examples(example) if action.example else None,
            context_settings={"allow_extra_args": True},  # `unnamed` refuses them, with the inputs that there are
        )

    def _run(self, options: tuple[str, ...], **parameters: Any) -> None:
        inputs = given_inputs(parameters)
        with watched(registry.code_files()):
            given = given_house_rules(self.system.house_rules, options)
            self.verb.run(self.verb.asks(self.system, self.action, inputs, given), **parameters)

    def numbers(self, ctx: click.Context) -> dict[str, int]:
        return {name: int(text) for name, text in given_inputs(dict(ctx.params)).items() if text.isdecimal()}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        typed = list(args)  # parsing takes words off the list
        try:
            stray = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name.startswith("--"):
                raise
            stray = [arg for arg in typed if arg.startswith(error.option_name)][:1]  # a number below 0
        if stray and not ctx.resilient_parsing:
            raise unnamed(self.system, self.action, stray, given_inputs(dict(ctx.params)))
        return stray

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, params in (("Inputs", self.inputs), ("Options", self.get_params(ctx)[len(self.inputs) :])):
            records = [record for param in params if (record := param.get_help_record(ctx)) is not None]
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
        rules = list(house_rules_listed(self.system.house_rules))
        if rules:
            with formatter.section("House rules, for --option"):
                formatter.write_dl(rules)
        if book_numbers_of(self.system.house_rules):
            formatter.write_paragraph()
            formatter.write_text(f"Numbers of the book for --option: oddsmith systems {self.system.name} --numbers")


def _refuse_name_clash(where: str, inputs: Sequence[click.Parameter], own: Sequence[click.Parameter]) -> None:
    """Raise OddsmithError if an input of an action has the name of an option of the command itself."""
    taken = {"--help", "--rulebook"}.union(*(param.opts for param in own))
    for name in (name for param in inputs for name in param.opts if name in taken):
        raise OddsmithError(f"{where}: the input {name} has the name of an option of the command.", remedy="Rename it.")
