"""The server of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, TextContent, Tool, ToolAnnotations
from pydantic import Field, ValidationError

import oddsmith
from oddsmith.cli.commands.assistants import answers
from oddsmith.errors import BadInput, OddsmithError, Unknown
from oddsmith.systems.at_fault import at_fault

_INSTRUCTIONS = (
    "Exact odds, best play and rolls of tabletop dice: of dice notation (4d6kh3, 5d10>=7!, d20+5>=15, 3d6 vs 2d8) and "
    "of games. Ask `systems` first for the games, and with a name for the actions, inputs and events of one."
)

_KINDS = {
    "string": "a text",
    "object": "an object, values by name",
    "array": "a list",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}

Notation = Annotated[str | None, Field(description="Dice notation, such as 4d6kh3; or leave it out and name a system.")]
Game = Annotated[str | None, Field(description="A game by its name, as `systems` lists it.")]
Action = Annotated[str | None, Field(description="An action of the game.")]
Inputs = Annotated[dict[str, Any] | None, Field(description="Inputs of the action by name, such as {'pool': 10}.")]
Options = Annotated[dict[str, Any] | None, Field(description="House rules by name, where they are not the book's.")]
Goal = Annotated[
    str | None, Field(description="An event or measure, such as `success`, or `success for at most 15 ec-spent`.")
]
Seed = Annotated[str | None, Field(description="The same seed gives the same faces.")]


class Server(MCPServer):
    """A server that takes no argument which its tools do not have, and says what is wrong as the command line does."""

    async def list_tools(self) -> list[Tool]:
        tools = await super().list_tools()
        for tool in tools:
            tool.input_schema["additionalProperties"] = False
        return tools

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        schemas = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        try:
            if name not in schemas:
                raise Unknown("tool", name, list(schemas))
            for argument in arguments:
                if argument not in schemas[name]:
                    raise Unknown("argument", argument, list(schemas[name]))
            return await super().call_tool(name, arguments, context)
        except (OddsmithError, ToolError) as error:
            told = _our_own(error.__cause__ or error, schemas.get(name, {}))
            if told is None:
                raise
            raise ToolError(str(told)) from None


def _our_own(error: BaseException, schemas: Mapping[str, Any]) -> OddsmithError | None:
    """The error as it is told, None for one that is a fault of the program. schemas: of the tool's arguments."""
    if isinstance(error, ValidationError):
        return _unfit(error, schemas)
    of_rulebook = at_fault(error) if isinstance(error, Exception) else None
    return of_rulebook or (error if isinstance(error, OddsmithError) else None)


def _unfit(error: ValidationError, schemas: Mapping[str, Any]) -> BadInput:
    """The error about the first argument that is left out or of another kind."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    given = None if first["type"] == "missing" else first["input"]
    return BadInput(name, given, _kind(schemas[name]))


def _kind(schema: Mapping[str, Any]) -> str:
    """The kind of value that a JSON schema asks for, in words."""
    if "anyOf" in schema:
        return _kind(schema["anyOf"][0])
    if "minItems" in schema:
        return f"a list of {schema['minItems']} to {schema['maxItems']} texts"
    return _KINDS[schema["type"]]


def server() -> MCPServer:
    """The server with its tools."""
    tools = Server(
        "oddsmith", title="Oddsmith", instructions=_INSTRUCTIONS, version=oddsmith.__version__, log_level="WARNING"
    )
    same = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    @tools.tool(title="Games", annotations=same)
    def systems(
        name: Annotated[str | None, Field(description="A game; without one all are listed.")] = None,
    ) -> CallToolResult:
        """List the games, or say what one of them can be asked: actions, inputs, events, measures, house rules."""
        return _told(answers.games(name), whole=False)

    @tools.tool(title="Exact odds", annotations=same)
    def odds(
        notation: Notation = None,
        system: Game = None,
        action: Action = None,
        inputs: Inputs = None,
        options: Options = None,
    ) -> CallToolResult:
        """Give exact odds: the chance of every event, and how numbers are distributed. Decisions spend nothing."""
        return _told(answers.odds(_asked(notation, system, action, inputs, options)))

    @tools.tool(title="Best play", annotations=same)
    def best(
        system: Game, action: Action, goal: Goal = None, inputs: Inputs = None, options: Options = None
    ) -> CallToolResult:
        """Find the best play of an action of a game: what it is worth, and what to choose when."""
        return _told(answers.best(_asked(None, system, action, inputs, options), goal))

    @tools.tool(title="Roll", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
    def roll(
        notation: Notation = None,
        system: Game = None,
        action: Action = None,
        inputs: Inputs = None,
        options: Options = None,
        seed: Seed = None,
    ) -> CallToolResult:
        """Roll once, and show every die."""
        return _told(answers.roll(_asked(notation, system, action, inputs, options), seed))

    @tools.tool(title="Compare", annotations=same)
    def compare(
        notations: Annotated[list[str], Field(min_length=1, max_length=8, description="Notations, or `A vs B`.")],
    ) -> CallToolResult:
        """Compare rolls of dice notation: which is ahead how often, which is better at every target."""
        return _told(answers.compare(notations))

    return tools


def _asked(
    notation: str | None,
    system: str | None,
    action: str | None,
    inputs: dict[str, Any] | None,
    options: dict[str, Any] | None,
) -> answers.Asked:
    return answers.Asked(notation, system, action, inputs or {}, options or {})


def _told(answer: answers.Answer, *, whole: bool = True) -> CallToolResult:
    """Return an answer as a result: its text, and with `whole` its document."""
    document = answer.document if whole else None
    return CallToolResult(content=[TextContent(type="text", text=answer.text)], structured_content=document)
