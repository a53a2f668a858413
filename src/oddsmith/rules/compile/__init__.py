"""Rules made into machines: functions that can be taken up at any await from the values of their variables.

A rule whose source cannot be treated so is run again from its start for every branch, and the reason is kept.
"""
