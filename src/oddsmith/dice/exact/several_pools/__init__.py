"""Exact odds of several pools that are read together, face by face, and of pools matched with each other.

`one_pass` walks the faces; `matching_steps` says what each way to match pools has to know of the faces before,
and `other_end` how it does where it begins at the end at which it has to know more;
`half_steps` takes two pools one after the other at every face; `count_products` is for ways that need to know nothing;
`least_steps` says beforehand how long a pass takes at least.
"""
