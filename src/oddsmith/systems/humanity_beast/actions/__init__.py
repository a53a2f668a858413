"""The actions of Humanity and Beast dice.

Inputs in, call, events and measures out.
"""
