"""The actions of the Dot System, a module each: inputs in, call, events and measures out.

What they share, such as reading successes off an outcome, is in `shared`.
"""
