"""The rules of Edged Coins: the ladder of ranks, a toss and the answers to it, and all that tosses are made for.

`damage` is the explosive chain of R4.6, on which `attack`, `fall`, `fire` and `duel` are built.
"""
