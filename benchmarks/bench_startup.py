"""What everybody pays at every start."""

from figure import Figure

FIGURES = [
    Figure("import oddsmith", "python -c 'import oddsmith'", seconds=0.15),
]
