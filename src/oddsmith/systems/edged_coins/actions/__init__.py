"""The actions of Edged Coins, by what they are: inputs in, call, events and measures out.

`toss` holds tosses, `harm` all that does damage, `duel` the fight of two sides, and `shared` what these share.
"""
