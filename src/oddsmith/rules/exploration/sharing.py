"""Questions put one after the other share what they find: answers of chance, rules and runs of rolls solved alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from oddsmith.rules.exploration.setting import Setting

_shared: ContextVar[dict[Hashable, Setting] | None] = ContextVar("shared", default=None)


@contextmanager
def sharing() -> Iterator[None]:
    """Let all explorations within share what they find, as far as policy, limit and bound are the same."""
    token = _shared.set({})
    try:
        yield
    finally:
        _shared.reset(token)


def joined(setting: Setting) -> Setting:
    """Return a setting that knows what others have found: all of its kind, and what nobody decides from any.

    Sub-rules are solved without a policy only where nobody decides, so these laws hold under every policy.
    """
    known = _shared.get()
    if known is None:
        return setting
    kind = setting.policy, setting.decisions_stay, setting.limit, setting.bound
    other = known.setdefault(kind, setting)
    if other is not setting:
        setting.solved, setting.drawn = other.solved, other.drawn
        setting.deciding, setting.probed = other.deciding, other.probed
        setting.laws, setting.told_apart = other.laws, other.told_apart
        return setting
    for other in known.values():
        if other.policy is None and (other.limit, other.bound) == (setting.limit, setting.bound):
            setting.solved.update(other.solved)
            setting.drawn.update(other.drawn)
            setting.probed.update(other.probed)
            setting.laws, setting.told_apart = other.laws, other.told_apart
    return setting
