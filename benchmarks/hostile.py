"""Ask for the exact odds of hostile notations, each in a process of its own, and compare estimates with what they took.

    python benchmarks/hostile.py [--seed N] [--number N] [--python] [NOTATION]...

Notations are made at random from sizes at the ends of what the grammar allows, or named on the line; with seed 1 the
known ones come first. With --python they are statements of Python, of which nothing that was said can be read off: an
answer may take what the limit says. Held against each: a refusal takes no more than a second and 200 MB; an answer
takes no more than half as long again as was said (or a second), and no more than twice the memory; its rows, which are
limited, come on top with 250 MB. Exits with 1 where one does not hold.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass

REFUSED_SECONDS, REFUSED_MB, FACTOR = 1.0, 200, 1.5
ROWS_MB, MEMORY_FACTOR, MB_A_SECOND = 250, 2, 100  # a step is 10 microseconds or a kilobyte
PATIENCE = 90  # seconds of the processor; on a busy machine they take longer by the clock
BUSY = 10
UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in the unit of ru_maxrss

NUMBERS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 999)
SIDES = (2, 3, 4, 6, 10, 20, 100, 999, 1000, 3000, 10_000, 100_000, 200_000, 2_000_000, 10**9, 10**15)
SHOWN = ("!", "!!", "!p", "!!p", "!3", "!>=2", "!!>=3", "!p>=3", "!!2>=2", "ro<=2", "r1", "ro1", "min2", "max3")
KEPT = ("kh1", "kh2", "kl3", "kh10", "dl1", "dh1", "u", "uo", "ru")
READINGS = ("sum", "set", "straight", "setface", "kh1", "kh2", "kl2", "size", ">=5", "classes(a=1,b=2)", "dl1")
KNOWN = (
    "999d10!>=7",
    "999d10!",
    "999d10!!>=7",
    "999d6!!",
    "500d10!>=2",
    "d5000*d3000",
    "d200000*d200000",
    "d2000000+d2000000",
    "10d200000",
    "50d10!!kh25",
    "200d6!!>=2dl199",
    "20d10dl10-3d1000!!>=2",
    "200d1000",
    "999d100kl998",
    "200d100kh100",
    "900d100kh400",
    "{100d6, 100d6, 100d6, 100d6}kh2",
    "15d20uo",
    "6d20uo",
    "straight(20d10!)",
    "straight(500d200000r)",
    "classes(60d6!, a=6, b=1, c=5)",
    "(d999)d100",
    "(10d20)d(5d10)",
    "(2d200000!pkl1>=2)d100",
    "999d2!3*2d3000",
    "999x 3d4",
    "999c{1..10000}kh500",
    "999c{1:999,2:999,1000000:999}",
    "set(999c{1..5000:2})",
    "faces(20cP)",
    "deal(cP, 13, 13, 13, 13)",
    "size(difference(deal(c10000, 999, 999)))",
    "size(union(deal(c{1..10:1000}, 500, 500, 500)))",
    "draw(c10000)",
    "set((d999)d6)",
    "(d999)@(999d{1..9999})",
    "d1000@(d1000@d1000)",
    "(d1000)@(20d100!)",
    "joint(7d6!!>=3, kh1, dl1)",
    "joint(200d10r1, kl2, sum)",
    "classes(999d3dl1, a=1, b=2, c=5)",
    "classes(30d10!p>=3, a=1, b=2, c=5, d>=6)",
    "size(500d3000ru)",
    "size(max_pair_highest(12d4!p, <=, 6d10))",
    "sum(sort_pair(4d100, <=, 999d3))",
    "sum(sort_pair(4d100, <=, 15d100!!, ascending))",
    "30d6!>=2ro1*200d100!!3",
    "6x 10d20000",
    "12d3!!3@2d12!!",
    "20d100000!3r<=3-20d3000",
    "20d(3d200000*3d10)",
    "(min(200d6, 10d100000ro))d20",
    "{{3d1000u, 3d200000ro<=5, 3d999>=7}kl2, 5d6dl1, 200d6!!<=2}dh1",
    "set(max_pair_highest((10d3!&2d20!>=3), >=, 70d4kl3))",
    "size(union(2d200umin2, 1d12))",
    "straight(versus_all(5d10, >=, (500d100000!3&2d6!pro1)))",
    "joint(100d3!pr1, kh2, straight)",
    "joint(20d6!3r1, kh2, kl2)",
    "joint(15d100, set, size, dl1)",
    "size(500d20dl1!3)",
)


@dataclass(frozen=True)
class Told:
    """The end of one computation, what it took, and what was estimated for its distribution."""

    ended: str
    seconds: float
    megabytes: float
    estimated: float


def made(chance: random.Random, depth: int = 0) -> str:
    """Make a notation, with parts to a depth of two."""
    kind = chance.random()
    if depth == 0 and kind < 0.4:
        return read(chance)
    if kind < 0.6 or depth > 1:
        return term(chance)
    one, other = made(chance, depth + 1), made(chance, depth + 1)
    number, sides = chance.choice(NUMBERS), chance.choice(SIDES[:10])
    if kind < 0.7:
        return f"{one}{chance.choice(('+', '-', '*', '/', '@', '>='))}{other}"
    if kind < 0.75:
        return f"{{{one}, {other}, {term(chance)}}}{chance.choice(('', 'kh1', 'kh2', 'kl2', 'dh1', '>=10'))}"
    if kind < 0.78:
        return f"({one})d{sides}"
    if kind < 0.81:
        return f"{number}d({one})"
    if kind < 0.88:
        reading = chance.choice(("straight", "set", "setface"))
        return f"{reading}({number}d{chance.choice(SIDES)}{chance.choice(('', '!', 'r', 'kh5'))})"
    if kind < 0.91:
        return f"faces({term(chance)})"
    if depth == 0 and kind < 0.96:
        return f"{chance.choice((2, 6, 50, 999))}x {term(chance)}" if kind < 0.94 else f"{one} vs {other}"
    return f"{chance.choice(('max', 'min'))}({one}, {other})"


def read(chance: random.Random) -> str:
    """Make a reading of a pool, or several readings of one roll."""
    dice = pool(chance)
    reading = chance.choice(("sum", "size", "set", "setface", "straight", "classes", "joint", "joint"))
    if reading == "classes":
        return f"classes({dice}, a=1, b=2, c=5, d>=6)"
    if reading == "joint":
        return f"joint({dice}, {', '.join(chance.sample(READINGS, chance.choice((2, 2, 3, 4))))})"
    return f"{reading}({dice})"


def pool(chance: random.Random, depth: int = 0) -> str:
    """Make a pool, or several pools together, with parts to a depth of three."""
    kind = chance.random()
    if kind < 0.6 or depth > 2:
        return dice(chance)
    if kind < 0.8:
        return f"({dice(chance, SHOWN)}&{dice(chance, SHOWN)})"
    one, other = pool(chance, depth + 1), pool(chance, depth + 1)
    if kind < 0.88:
        return f"{chance.choice(('difference', 'union', 'intersection', 'symmetric_difference'))}({one}, {other})"
    pairing = chance.choice(("sort_pair", "max_pair_highest", "max_pair_lowest", "versus_any", "versus_all"))
    words = chance.choice(("", ", extra", ", ascending")) if pairing == "sort_pair" else ""
    return f"{pairing}({one}, {chance.choice(('>=', '>', '<=', '='))}, {other}{words})"


def dice(chance: random.Random, modifiers: tuple[str, ...] = SHOWN + KEPT) -> str:
    """Make dice of one kind for a pool, with up to two of these modifiers."""
    number, sides = chance.choice(NUMBERS), chance.choice(SIDES[:12])
    return f"{number}d{sides}{''.join(chance.sample(modifiers, chance.choice((0, 1, 1, 2))))}"


def term(chance: random.Random) -> str:
    """Make dice of one kind with modifiers."""
    number = chance.choice(NUMBERS)
    text = f"{number}d{chance.choice(SIDES)}"
    if chance.random() < 0.25:
        text += chance.choice(("!", "!!", "!p", "!p>=2", "!>=3", "!!>=2", "!3"))
    if chance.random() < 0.12:
        text += chance.choice(("r", "ro", "r<=3", "ro<=5"))
    if chance.random() < 0.08:
        text += chance.choice(("u", "uo"))
    if chance.random() < 0.4:
        kept = chance.choice((1, 2, max(1, number // 4), max(1, number // 2), max(1, number - 1)))
        text += f"{chance.choice(('kh', 'kl', 'dh', 'dl', 'km'))}{kept}"
    if chance.random() < 0.3:
        text += chance.choice((">=2", ">=7", "=3", ">=5f=1", "<=2", ">=100"))
    return text


def in_python(chance: random.Random) -> str:
    """Make statements of Python, one computation each: two distributions, and something done with them."""
    number = chance.choice((*NUMBERS, 10_000, 10**6, 10**15))
    function = chance.choice(("lambda v: v // 2", "lambda v: (v, v)", "lambda v: -v", "lambda v: v % 3", "str"))
    done = chance.choice(
        (
            "one + other",
            "one - other",
            f"one.repeat({number})",
            f"one.map({function})",
            f"Distribution.joint({'one, ' * chance.choice((1, 2, 3, 10))} other)",
            f"Distribution.mixture([(1, one), ({number}, other)])",
            *("one.beats(other)", "one.ties(other)", "one.p(lambda v: v > 7)", "one.given(lambda v: v > 7)"),
            *("one.capped(9)", "one.quantile(0.99)", "one.modes", "one.variance", "one.truncated()"),
            *("one.table()", "one.to_numpy()", "one.covariance(lambda v: v, lambda v: v * v)"),
        )
    )
    return f"one = {rolled(chance)}.distribution(); other = {rolled(chance)}.distribution(); {done}"


def rolled(chance: random.Random, depth: int = 0) -> str:
    """Make an expression of dice as Python."""
    kind = chance.random()
    number, sides = chance.choice(NUMBERS), chance.choice(SIDES)
    if kind < 0.35 or depth > 1:
        return pooled(chance)
    if kind < 0.45:
        cards = chance.choice((10, 52, 1000, 10_000))
        hands = ", ".join([str(chance.choice((1, 5, 13, 100)))] * chance.choice((1, 2, 3)))
        reading = chance.choice(("largest_set()", "straight()", "sum()", "keep_highest(2).sum()", "size()"))
        several = f"deal({hands}).{chance.choice(('difference()', 'union()', 'intersection()'))}"
        hand = f"Deck.of(range({cards})).{several if ',' in hands else f'hand({hands})'}"
        return f"{hand}.{reading}"
    if kind < 0.55:
        limit = chance.choice(("", f", limit={number}"))
        return f"({number} @ die_with_again([*range({sides % 3000 + 1}), AGAIN, AGAIN]{limit}))"
    one, other = rolled(chance, depth + 1), rolled(chance, depth + 1)
    if kind < 0.65:
        return f"({one}).map(lambda v: v * v % {sides})"
    if kind < 0.75:
        return f"expr_map(lambda v, w: (v, w), {one}, {other})"
    if kind < 0.85:
        return f"({one} @ d({sides}))"
    return f"({one} {chance.choice(('+', '-', '*', '>='))} {other})"


def pooled(chance: random.Random) -> str:
    """Make a reading of a pool as Python."""
    handled = ("", "", ".explode()", ".explode(at_least=2)", ".compound()", ".reroll(1)", ".with_minimum(2)")
    pool = f"d({chance.choice(SIDES)}){chance.choice(handled)}.pool({chance.choice((*NUMBERS, 10_000, 100_000))})"
    pool += chance.choice(("", "", ".keep_highest(2)", ".keep_middle(5)", ".drop_lowest(1)", ".distinct()"))
    own = "read(Reader('own', (0, 0), lambda s, f, n: (max(s[0], n), s[1] + f), lambda s: s))"
    joint = "joint(lambda p: p.sum(), lambda p: p.largest_set(), lambda p: p.straight())"
    readings = ("sum()", "largest_set()", "straight()", "largest_set_face()", "size()", "count(1, 2)", own, joint)
    return f"{pool}.{chance.choice(readings)}"


def work_in_python(line: str) -> None:
    """In a process of its own: evaluate a line of Python, and print how long it took, and of how much memory."""
    from oddsmith import dice
    from oddsmith.distribution import Distribution
    from oddsmith.distribution.limits import LIMIT, SECONDS_A_STEP
    from oddsmith.errors import OddsmithError, TooLarge

    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
    names = {name: getattr(dice, name) for name in dice.__all__} | {"Distribution": Distribution}
    longest = Told("answered", 0.0, 0.0, LIMIT * SECONDS_A_STEP)
    for statement in line.split("; "):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.process_time()
        ended, estimated = "answered", LIMIT * SECONDS_A_STEP
        try:
            exec(statement, names)
        except TooLarge as error:
            ended, estimated = "refused", error.estimate * SECONDS_A_STEP
        except (OddsmithError, TypeError, AttributeError) as error:
            ended = getattr(error, "code", "wrong")
        told = taken(ended, start, before, estimated)
        longest = max(longest, told, key=lambda one: one.seconds)
        if ended != "answered":
            longest = told
            break
    print(json.dumps(asdict(longest)))


def taken(ended: str, start: float, before: int, estimated: float) -> Told:
    """Return what a computation took that began then. before: the peak of memory by then, as the system counts it."""
    megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * UNIT / 1e6
    return Told(ended, time.process_time() - start, megabytes, estimated)


def work(notation: str) -> None:
    """In a process of its own: compute, and print how long it took, of how much memory, and what was estimated."""
    from oddsmith.answers.documents.notation import odds_within
    from oddsmith.dice import read
    from oddsmith.distribution.limits import LIMIT, SECONDS_A_STEP, allowing
    from oddsmith.errors import OddsmithError, TooLarge

    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    ended, estimated = "answered", 0.0
    try:
        asked = read(notation)
        with allowing(LIMIT) as budget:
            document = odds_within(asked)
        estimated = (budget.spent + budget.at_hand + budget.beyond + budget.beside) * SECONDS_A_STEP
        json.dumps(document)
    except TooLarge as error:
        ended, estimated = "refused", error.estimate * SECONDS_A_STEP
    except OddsmithError as error:
        ended = error.code
    print(json.dumps(asdict(taken(ended, start, before, estimated))))


def main() -> int:
    """Print a line for each notation that took long or broke a bar; give the exit code."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--number", type=int, default=200)
    arguments.add_argument("--python", action="store_true", help="expressions of Python in place of notations")
    arguments.add_argument("notations", nargs="*")
    given = arguments.parse_args()
    chance = random.Random(given.seed)
    make, known = (in_python, ()) if given.python else (made, () if given.seed > 1 else KNOWN)
    asked = given.notations or [*known, *(make(chance) for _ in range(given.number))]
    broken = 0
    counts: dict[str, int] = {}
    for notation in asked:
        told = measured(notation, "--work-python" if given.python else "--work")
        counts[told.ended] = counts.get(told.ended, 0) + 1
        wrong = fault(told)
        broken += bool(wrong)
        if wrong or given.notations or told.seconds > REFUSED_SECONDS:
            took = f"{told.seconds:7.2f} s {told.megabytes:6.0f} MB, estimated {told.estimated:9.2f} s"
            print(f"{took}  {told.ended:<9} {notation}{'   ' + wrong if wrong else ''}", flush=True)
    print(", ".join(f"{number} {ended}" for ended, number in sorted(counts.items())) + f"; {broken} past a bar")
    return int(broken > 0)


def measured(notation: str, way: str = "--work") -> Told:
    """Run one notation, or line of Python, in a process of its own."""
    try:
        command = [sys.executable, __file__, way, notation]
        run = subprocess.run(command, capture_output=True, text=True, timeout=BUSY * PATIENCE, check=True)
    except subprocess.TimeoutExpired:
        return Told("no end", PATIENCE, 0, 0)
    except subprocess.CalledProcessError as error:
        if error.returncode == -signal.SIGXCPU:
            return Told("no end", PATIENCE, 0, 0)
        last = (error.stderr.strip().splitlines() or ["killed"])[-1]
        return Told(f"failed: {last[:40]}", 0, 0, 0)
    return Told(**json.loads(run.stdout.splitlines()[-1]))


def fault(told: Told) -> str:
    """Return the bar that was not met, or nothing."""
    if told.ended == "refused" and (told.seconds > REFUSED_SECONDS or told.megabytes > REFUSED_MB):
        return "REFUSED LATE"
    if told.ended == "answered" and told.seconds > max(REFUSED_SECONDS, FACTOR * told.estimated):
        return "SLOWER THAN ESTIMATED"
    if told.ended == "answered" and told.megabytes > ROWS_MB + MEMORY_FACTOR * MB_A_SECOND * told.estimated:
        return "LARGER THAN ESTIMATED"
    return "NO ANSWER" if told.ended.startswith(("no end", "failed")) else ""


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2])
    elif sys.argv[1:2] == ["--work-python"]:
        work_in_python(sys.argv[2])
    else:
        sys.exit(main())
