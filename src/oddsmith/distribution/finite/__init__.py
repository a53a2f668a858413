"""Outcomes that can be listed: integer weights over one total.

Sums of many such numbers are multiplied here.
"""
