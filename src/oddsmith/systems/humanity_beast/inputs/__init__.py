"""The inputs of Humanity and Beast, by subject, each with what goes together.

`action` has what a roll with given dice enters, and parts that others share; `choices`, `conflicts` and `checks` have
the inputs of the actions that they are named for, so that one roll waits for no others.
"""
