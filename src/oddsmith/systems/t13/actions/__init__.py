"""The actions of T13, by what they are: inputs in, call, events and measures out.

Each module has its mechanics in the one of the same name in `rules`; `shared` serves all that roll.
"""
