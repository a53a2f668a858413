"""Linear algebra over the rationals, for loops of states and simultaneous decisions.

Systems dense, sparse, or with few states that cut all loops, by elimination and modulo primes; matrix games by the
simplex method.
"""
