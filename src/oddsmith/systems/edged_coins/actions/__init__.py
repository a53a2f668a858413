"""The actions of Edged Coins: what is entered, the toss that it makes, and what can be asked of its outcome.

`toss` holds the game and its tosses, `harm` all that does damage or lasts.
"""
