"""What is odd in the numbers of a game, and what is worth what in it: each finding with the command that shows it.

`tried` asks an action around its example; `inputs`, `options` and `worth` read findings off what it answered.
"""
