"""Commands at a table: who may do what, and the events that follow.

`declaration` is the form in which each command says its route, its body and its events; `registry` lists them all.
"""
