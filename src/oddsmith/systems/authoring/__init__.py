"""How a game is written: a rule with types, and a `Game` that reads everything else off it.

`oddsmith.games` hands this room out to authors; the books that come with Oddsmith are written with it as well.
"""
