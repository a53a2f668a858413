"""The actions of Mod Dot.

Inputs in, call, events and measures out.
"""
