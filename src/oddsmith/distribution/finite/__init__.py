"""Outcomes that can be listed, as integer weights over one total.

Sums of them are products of polynomials wherever the outcomes are close-set integers.
"""
