"""The actions of Humanity and Beast dice, by what is rolled: inputs in, call, events and measures out.

What they share is in `shared`, and the options of their decisions are put in phrases by `phrases`.
"""
