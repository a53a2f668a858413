"""Growth of the time with the size, drawn as SVG on scales of logarithms, with the exponent of each library."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from math import log, log10
from pathlib import Path
from statistics import mean

HERE = Path(__file__).resolve().parent
SIZES = {
    "sum of n d6": (100, 200, 400, 700, 1000),
    "highest n / 2 of n d20": (8, 16, 32, 56, 80),
    "set of n d10": (10, 20, 40, 70, 100),
}
COLOURS = {"Oddsmith": "#0b6e4f", "Icepool": "#2456a6", "dyce": "#b4531a"}
WIDTH, HEIGHT, EDGE = 480, 320, 48
LEAST = 1e-5


def plots(folder: Path, pythons: Mapping[str, str], adapters: Mapping[str, str]) -> list[str]:
    """Measure up to ten times the size, draw a picture of each task, and return the lines of the page for them."""
    folder.mkdir(exist_ok=True)
    lines = []
    for task, sizes in SIZES.items():
        series = {name: timed(pythons[name], adapters[name], task, sizes) for name in adapters}
        file = folder / f"{task.replace(' ', '-').replace('/', 'of')}.svg"
        file.write_text(picture(task, series), encoding="utf-8")
        told = ", ".join(f"{name} {exponent(points):.1f}" for name, points in series.items() if len(points) > 1)
        lines += [f"![{task}]({folder.name}/{file.name})", "", f"{task}: exponents {told}.", ""]
    return lines


def timed(python: str, adapter: str, task: str, sizes: tuple[int, ...]) -> list[tuple[int, float]]:
    """The size and the CPU seconds, as far as patience goes."""
    points = []
    for size in sizes:
        command = [python, str(HERE / "worker.py"), "--grow", adapter, task, str(size)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=True)
        except subprocess.CalledProcessError:
            break
        points.append((size, max(LEAST, float(run.stdout.split()[-1]))))
    return points


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of the logarithm of the time over that of the size, by least squares."""
    across, up = [log(size) for size, _ in points], [log(seconds) for _, seconds in points]
    middle = mean(across)
    spread = sum((x - middle) ** 2 for x in across)
    return sum((x - middle) * y for x, y in zip(across, up, strict=True)) / spread


def picture(title: str, series: Mapping[str, list[tuple[int, float]]]) -> str:
    """The curves, both scales logarithmic."""
    every = [point for points in series.values() for point in points]
    low, high = log10(min(size for size, _ in every)), log10(max(size for size, _ in every))
    bottom, top = log10(min(seconds for _, seconds in every)), log10(max(seconds for _, seconds in every))

    def place(size: int, seconds: float) -> tuple[float, float]:
        x = EDGE + (log10(size) - low) / ((high - low) or 1) * (WIDTH - 2 * EDGE)
        y = HEIGHT - EDGE - (log10(seconds) - bottom) / ((top - bottom) or 1) * (HEIGHT - 2 * EDGE)
        return round(x, 1), round(y, 1)

    style = 'font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {style}>',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{EDGE}" y="20">{title}: CPU seconds over n</text>',
    ]
    for power in range(int(bottom) - 1, int(top) + 2):
        if bottom <= power <= top:
            y = place(1, 10.0**power)[1]
            parts.append(
                f'<path d="M{EDGE} {y}H{WIDTH - EDGE}" stroke="#ddd"/><text x="4" y="{y}">{10.0**power:g} s</text>'
            )
    parts += [
        f'<text x="{place(size, 1)[0] - 8}" y="{HEIGHT - EDGE + 16}">{size}</text>'
        for size in sorted({size for size, _ in every})
    ]
    for row, (name, points) in enumerate(series.items()):
        if points:
            line = " ".join(f"{x},{y}" for x, y in (place(*point) for point in points))
            parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - 90}" y="{40 + 16 * row}" fill="{COLOURS[name]}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])
