"""Rules as syntax trees in A-normal form: read from their source, with every await a statement of its own.

Told here is also what no machine can do, and what gains nothing from one.
"""
