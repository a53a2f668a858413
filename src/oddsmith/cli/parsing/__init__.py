"""Parsing of the line: commands, inputs and options, built from the declarations of systems and actions.

Errors get the names that are typed. (A folder named `build` would be skipped by pytest.)
"""
