"""A scene: several actions, one after another, out of one pool of dice and one stock of Willpower (R3.2, G3.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple, TypeAlias

from oddsmith.rules import Then, choose, note, part, rule
from oddsmith.systems.authoring.marks import Number, Spent, Unasked
from oddsmith.systems.humanity_beast.rules.action import act, assured_successes
from oddsmith.systems.humanity_beast.rules.mix import AvailableDice
from oddsmith.systems.humanity_beast.rules.roll_task import DiceTaken, RollOutcome, RollTask, offered

#: R3.6: the use of the point in each action: before the roll or not at all, also after it, or none.
SceneUse: TypeAlias = Literal["open", "either", "none"]


class DiceLeft(tuple[int, int]):
    """Humanity and Beast dice that are left of a pool."""

    __slots__ = ()

    @property
    def told_by(self) -> Mapping[str, int]:
        """Each number by its colour."""
        return {"Humanity_dice_left": self[0], "Beast_dice_left": self[1]}


@dataclass(frozen=True)
class Scene:
    """The things that hold for all actions of a scene. task: one of them, without dice and difficulty.

    used_up: dice that are taken are gone (G3.11).
    """

    task: RollTask
    used_up: bool
    use: SceneUse

    def __str__(self) -> str:
        return "one pool for all" if self.used_up else "the full pool for each"

    def hands(self, left: DiceLeft, actions: int, *, willpower: bool) -> Mapping[str, DiceTaken | None]:
        """R3.2, R3.6: what may be taken for an action, by name: first an even share of each colour; nothing last,
        but first where no die is left.

        actions: how many are still to come, this one included. willpower: there is a point to pay with.
        """
        mixes = AvailableDice(*left, 0, 0).mixes(none=True)
        if self.used_up:
            share = f"{-(-left[0] // actions)}H+{-(-left[1] // actions)}B"
            mixes = {name: mixes[name] for name in (share,) if name in mixes} | dict(mixes)
        before, after = willpower and self.use != "none", willpower and self.use == "either"
        hands = offered(mixes, self.task.colours, before=before, after=after)
        return {**hands, "no action": None} if any(left) else {"no action": None, **hands}


class ActionDone(NamedTuple):
    """An action of a scene that is over. humanity, beast: the dice that it took."""

    met: bool
    humanity_checks: int
    willpower_spent: int
    humanity: int
    beast: int


@dataclass(frozen=True)
class SceneOutcome:
    """The outcome of a scene. met: actions that met their difficulty, of so many."""

    of: Annotated[int, Unasked]
    met: Annotated[int, Number("actions that meet their difficulty", name="actions_met")] = 0
    humanity_checks: Annotated[int, Number("Humanity checks due")] = 0
    willpower_left: Annotated[int, Number("Willpower left", left_of="willpower")] = 0
    willpower_spent: Annotated[int, Spent("Willpower spent")] = 0

    def after(self, done: ActionDone) -> SceneOutcome:
        """Return the same after one more action."""
        return replace(
            self,
            met=self.met + done.met,
            humanity_checks=self.humanity_checks + done.humanity_checks,
            willpower_left=self.willpower_left - done.willpower_spent,
            willpower_spent=self.willpower_spent + done.willpower_spent,
        )


@rule
async def next_action(
    scene: Scene, difficulties: tuple[int, ...], left: DiceLeft, so_far: SceneOutcome
) -> Then[SceneOutcome]:
    """R3.2, G3.11: the next action of a scene takes dice out of those that are left.

    difficulties: of the actions still to come.
    """
    if not difficulties:
        return so_far
    action = one_action(scene, difficulties[0], len(difficulties), left, so_far.willpower_left)
    return action.then(after_it, scene, difficulties, left, so_far)


@part
async def one_action(scene: Scene, difficulty: int, actions: int, left: DiceLeft, willpower: int) -> ActionDone | None:
    """R3.2, G3.11: the next action of a scene takes dice out of those that are left.

    actions: how many are still to come, this one included. The outcome is None where it is left out.
    """
    taken = await choose("player", scene.hands(left, actions, willpower=willpower > 0))
    if taken is None:
        return None
    if taken.bought is not None:
        await note(f"pays 1 Willpower for {assured_successes(scene.task.reading)}")
    task = replace(scene.task, difficulty=difficulty, willpower=willpower)
    done = await act(taken.of(task), None)
    assert isinstance(done, RollOutcome)
    return ActionDone(bool(done.success), done.humanity_checks or 0, done.willpower_spent or 0, *taken[:2])


@part
async def after_it(
    done: ActionDone | None,
    scene: Scene,
    difficulties: tuple[int, ...],
    left: DiceLeft,
    so_far: SceneOutcome,
) -> Then[SceneOutcome]:
    """R3.2, G3.11: dice that were taken are gone, if the table plays so, and the scene goes on."""
    if done is None:
        return next_action(scene, difficulties[1:], left, so_far)
    if scene.used_up:
        left = DiceLeft((left[0] - done.humanity, left[1] - done.beast))
    return next_action(scene, difficulties[1:], left, so_far.after(done))
