"""Slips that show in the code of a rule, in its bytecode or its text, before it runs."""
