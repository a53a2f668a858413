"""The line of a rulebook that is to blame for an error, of a file or of a package that brings a game."""

from __future__ import annotations

import linecache

from oddsmith.errors import BadInput, MissingAnswer, OddsmithError, RulebookError, RuleError, TooLarge
from oddsmith.systems.faults import LEADS_THERE, last_line, remedy_of, said
from oddsmith.systems.registry import code_files, games_in


def at_fault(error: BaseException) -> RulebookError | RuleError | None:
    """Return the same error as one of a rulebook, with the last of its lines that ran, and where its rule stood.

    Where what its rule returned cannot be read, it is the line of the function of the outcome that cannot, or the first
    of the rule. None where no line of a rulebook ran, and for an error that names its place itself or is about what was
    asked.
    """
    files = code_files()
    if not files or isinstance(error, TooLarge | MissingAnswer | RulebookError | KeyboardInterrupt):
        return None
    if isinstance(error, RuleError) and error.file:
        return _impure(error) if error.file in files else None
    from oddsmith.rules.explanation.failures import came_to, moment

    stood = moment(error)
    lines = {path: line for path in files if (line := last_line(error, path))}
    read = came_to(error)
    if not lines and stood is not None and stood.file in files:
        function = None if read is None else _reading(error, stood.file, read[0])
        lines = {stood.file: stood.line} if function is None else dict([function])
    if not lines or (isinstance(error, BadInput) and stood is None):
        return None
    ((path, line), *_) = lines.items()
    if isinstance(error, OddsmithError):
        return RulebookError(path, error.message, line=line, remedy=error.remedy, moment=stood)
    remedy = remedy_of(error, path, stood)
    if read is not None and remedy == LEADS_THERE:
        remedy = _RETURNS if read[0] is None or (path, line) == (stood and (stood.file, stood.line)) else _SAYS
    return RulebookError(path, said(error), line=line, remedy=remedy, moment=stood)


def _impure(error: RuleError) -> RuleError | None:
    """Return the error about a rule that does not do the same again, at the line that lets it; None where none does."""
    from oddsmith.rules.language.code_slips.outliving import PURE
    from oddsmith.systems.authoring.impurity import impurities

    for each in impurities("".join(linecache.getlines(error.file))):
        if error.remedy == PURE and error.line in each.of:
            told = f"{each.what}, so that it does not do the same again."
            return RuleError(error.rule, told, remedy=PURE, file=error.file, line=each.line)
    return None


def _reading(error: BaseException, file: str, outcome: object) -> tuple[str, int] | None:
    """Return the file and the line of a function of outcomes that fails at this one as it did; None where none does."""
    from oddsmith.systems.authoring.outcome import written_at

    for found in games_in(file):
        for action in found.actions:
            for read in [*[each.holds for each in action.events], *[each.of for each in action.measures]]:
                try:
                    read(outcome)
                except Exception as again:  # noqa: BLE001  # whatever it was that failed
                    if type(again) is type(error) and outcome is not None:
                        return written_at(read, file)
    return None


_RETURNS = "Let every way through the rule end with `return`, and with what its `->` says."
_SAYS = "Let the function say something of every outcome that the rule may have."
