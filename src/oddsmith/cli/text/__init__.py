"""Pieces of text on a terminal: lines, aligned columns, bars, charts, plots, numbers in words, JSON.

They know nothing of commands, and of answers only how numbers are written in them.
"""
