"""Linear algebra over the rationals, for loops of states and simultaneous decisions.

Systems dense and sparse, by elimination and modulo primes; matrix games by the simplex method.
"""
