"""What everybody pays at every start."""

from figure import Figure

FIGURES = [
    Figure("import oddsmith", "python -c 'import oddsmith'", seconds=0.15),
    Figure("oddsmith --version", "oddsmith --version", seconds=0.08),
    Figure("oddsmith odds 4d6kh3", "oddsmith odds 4d6kh3", seconds=0.2),
    Figure("oddsmith odds mod-dot test", "oddsmith odds mod-dot test --pool 10 --difficulty 6", seconds=0.4),
]
