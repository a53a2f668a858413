"""Runs of rolls of which exploration needs the law alone: found in lowered statements, and functions of their own.

A run whose inputs change, that decides, or that raises an error is done step by step.
"""
