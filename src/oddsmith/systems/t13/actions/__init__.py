"""The actions of T13, by what they are: what is entered, the roll that it makes, and what can be asked of its outcome.

Each module has its mechanics in the one of the same name in `rules`; `levels` has the game and what can be asked
of several of them, and `shared` serves all that roll.
"""
