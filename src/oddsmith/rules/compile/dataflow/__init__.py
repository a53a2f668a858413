"""The fate of each variable of a rule, found backwards over its lowered statements.

What is dead for a question is left out; what is only added up is paid as a gain.
"""
