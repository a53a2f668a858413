"""Parts of documents as JSON data: values, distributions, plans.

Exact numbers become texts beside floats here, and decisions the positions at which they stand.
"""
