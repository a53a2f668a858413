"""The actions of T13.

Inputs in, call, events and measures out.
"""
