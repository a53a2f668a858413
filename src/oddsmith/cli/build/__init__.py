"""Commands built from declarations.

Options, inputs, arguments, errors and exit codes.
"""
