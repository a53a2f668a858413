"""Commands about presets: rolls that somebody keeps under a name."""

from __future__ import annotations

from oddsmith.errors import TooLarge
from oddsmith.table.commands.bodies import CommandBody, Name, RollGiven
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, command
from oddsmith.table.domain.errors import NotAllowed, NotFound
from oddsmith.table.domain.event import Draft

PRESETS = 500


class SavePreset(CommandBody):
    """Keep a roll under a name."""

    name: Name
    request: RollGiven


@command("POST", "/{table}/presets", "Keep a roll under a name", event="preset.saved", by=PLAYERS, status=201)
def save_preset(context: CommandContext, body: SavePreset) -> None:
    """Keep a roll under a name; the same name again replaces it."""
    member = context.member()
    own = [preset for preset in context.state.presets.values() if preset.owner == member.id]
    name = next((preset.id for preset in own if preset.name == body.name), None)
    if name is None:
        if len(context.state.presets) >= PRESETS:
            raise TooLarge("presets at one table", PRESETS + 1, PRESETS, remedy="Remove some.")
        name = context.state.next_id("p")
    fields = {"preset": name, "name": body.name, "request": body.request.stored}
    context.emit(Draft("preset.saved", member.id, fields))
    context.reply["preset"] = name


@command("DELETE", "/{table}/presets/{name}", "Forget a preset", event="preset.removed", by=PLAYERS)
def remove_preset(context: CommandContext, name: str) -> None:
    """Forget a preset of one's own, or as host anybody's."""
    member = context.member()
    preset = context.state.presets.get(name)
    if preset is None:
        raise NotFound("preset", name)
    if member.role != "host" and preset.owner != member.id:
        raise NotAllowed("That is somebody else's preset.")
    context.emit(Draft("preset.removed", member.id, {"preset": name, "name": preset.name, "request": None}))
