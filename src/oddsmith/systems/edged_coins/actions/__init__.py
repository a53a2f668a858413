"""The actions of Edged Coins.

Inputs in, call, events and measures out.
"""
