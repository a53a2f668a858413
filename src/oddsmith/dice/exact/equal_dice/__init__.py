"""Closed forms for dice that are all alike: kept sums, sets, straights, and how many dice belong to each class.

`alike` says which pools these are; every form agrees with the walk over faces, which reads all other pools.
"""
