"""Exact odds of several pools that are read together, face by face, and of pools matched with each other.

`one_pass` walks the faces; `matching_steps` says what each way to match pools has to know of the faces before;
`count_products` is for those that need to know nothing.
"""
