"""The commands of the program, one module for each.

Each declares its options, asks for an answer and has it printed.
"""
