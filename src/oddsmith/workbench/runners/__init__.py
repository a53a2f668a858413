"""Where tasks of a sweep are worked out: here, in processes of this machine, or on a cluster.

A runner takes as many tasks at once as it has slots, and hands back each with its rows, or without them where whoever
worked it out was lost.
"""
