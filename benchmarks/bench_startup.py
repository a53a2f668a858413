"""What everybody pays at every start."""

from figure import Figure

FIGURES = [
    Figure("import oddsmith", "python -c 'import oddsmith'", seconds=0.15),
    Figure("oddsmith odds mod-dot test", "oddsmith odds mod-dot test --pool 10 --difficulty 6", seconds=0.4),
]
