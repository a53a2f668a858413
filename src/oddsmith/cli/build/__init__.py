"""Commands built from the declarations of systems and actions.

Inputs and house rules become options here; errors get the names that are typed.
"""
