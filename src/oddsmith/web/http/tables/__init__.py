"""The tables over HTTP: a route for every command, views of a table, and the stream of its events.

`commands` makes its routes of the registry of commands; `room` is what all routes share.
"""
