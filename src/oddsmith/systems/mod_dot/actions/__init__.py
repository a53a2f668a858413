"""The actions of Mod Dot, a module each: inputs in, call, events and measures out.

Each has its mechanics in the module of the same name in `rules`.
"""
