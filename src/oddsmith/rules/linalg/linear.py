"""Linear systems over the rationals, and over rational functions of z, as loops among states need them."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly

from oddsmith.rules.linalg.few_cuts import solve_cut
from oddsmith.rules.linalg.sparse import Rows, solve_sparse

_DENSE = 60  # up to this many states a dense solve is quickest
_SECONDS = 1e-8  # of a dense solve at one number, by the cube of its states
_CUT = 1_000  # of so many states it is asked whether few of them cut all loops


def solve_flow(rows: Rows, entering: list[fmpq]) -> list[fmpq]:
    """Expected visits x of each state: x = entering + xQ, where rows[i] is row i of Q.

    Raises ZeroDivisionError when some flow never leaves.
    """
    size = len(rows)
    columns: Rows = [{} for _ in range(size)]
    for i, row in enumerate(rows):
        for j, weight in row.items():
            columns[j][i] = weight
    return solve_values(columns, entering)


def solve_values(rows: Rows, constant: list[fmpq]) -> list[fmpq]:
    """Values x of each state: x = constant + Qx, where rows[i] is row i of Q.

    Raises ZeroDivisionError when Q holds a closed set of states.
    """
    size = len(rows)
    solution = solve_cut(rows, constant) if size <= _CUT else None
    if solution is not None:
        return solution
    if size <= _DENSE or sum(map(len, rows)) > size * size // 8:
        entries = [fmpq(0)] * (size * size)
        for i, row in enumerate(rows):
            entries[i * size + i] = fmpq(1)
            for j, weight in row.items():
                entries[i * size + j] -= weight
        found = fmpq_mat(size, size, entries).solve(fmpq_mat(size, 1, constant))
        return [found[i, 0] for i in range(size)]
    return solve_sparse(rows, constant)


def solve_gains(
    rows: list[dict[int, fmpq_poly]], over: list[fmpq_poly], entry: int
) -> tuple[list[fmpq_poly], fmpq_poly]:
    """Visits by running total, for flow that enters at one state: numerators N_j(z) and their common denominator D(z).

    rows[i][j] / over[i] holds, as the coefficient of z^g for every gain g >= 0, the weight of going from i to j and
    adding g. The expected number of visits to j with running total k is the coefficient of z^k in N_j(z)/D(z).

    With Q_ij = rows[i][j] / over[i] and x_j = over[j] y_j, x = e + xQ is a system of polynomials for y. It is solved at
    as many integers z as its determinant has coefficients; polynomials through those values give numerators and
    denominator (exact, and free of the growth that elimination over rational functions suffers).
    """
    size, degree = len(rows), _degree(rows, over)
    points: list[int] = []
    determinants: list[fmpq] = []
    numerators: list[list[fmpq]] = [[] for _ in range(size)]
    unit = fmpq_mat(size, 1, [fmpq(int(i == entry)) for i in range(size)])
    z = 0
    while len(points) <= degree:
        point = fmpq(z)
        matrix = fmpq_mat(size, size)
        for i, row in enumerate(rows):
            matrix[i, i] = over[i](point)
            for j, cell in row.items():
                matrix[j, i] -= cell(point)
        determinant = matrix.det()
        if determinant != 0:
            solution = matrix.solve(unit)
            points.append(z)
            determinants.append(determinant)
            for j in range(size):
                numerators[j].append(solution[j, 0] * determinant)
        z = -z if z > 0 else 1 - z
    found = [_through(points, values) * under for values, under in zip(numerators, over, strict=True)]
    return found, _through(points, determinants)


def seconds_of_gains(rows: list[dict[int, fmpq_poly]], over: list[fmpq_poly]) -> float:
    """The seconds that `solve_gains` takes, about, or more."""
    return _SECONDS * len(rows) ** 3 * (_degree(rows, over) + 1)


def _degree(rows: list[dict[int, fmpq_poly]], over: list[fmpq_poly]) -> int:
    """The degree of the determinant, at most."""
    return sum(
        max([under.degree(), *[cell.degree() for cell in row.values()]]) for row, under in zip(rows, over, strict=True)
    )


def _through(points: list[int], values: list[fmpq]) -> fmpq_poly:
    """The polynomial of least degree through the given values (Newton's divided differences)."""
    differences = list(values)
    for width in range(1, len(points)):
        for i in range(len(points) - 1, width - 1, -1):
            differences[i] = (differences[i] - differences[i - 1]) / (points[i] - points[i - width])
    polynomial = fmpq_poly([0])
    for point, difference in zip(reversed(points), reversed(differences), strict=True):
        polynomial = polynomial * fmpq_poly([-point, 1]) + fmpq_poly([difference])
    return polynomial


def fraction(value: fmpq) -> Fraction:
    """The same number as a `Fraction`."""
    return Fraction(int(value.p), int(value.q))


def rational(value: Fraction | int) -> fmpq:
    """The same number as an `fmpq`."""
    return fmpq(value.numerator, value.denominator)
