"""Linear algebra over the rationals.

Dense and sparse systems, elimination, matrix games by the simplex method.
"""
