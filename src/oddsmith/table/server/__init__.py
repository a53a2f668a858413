"""The tables of one server, fast and shared: one thread writes, all others look at what is on disk.

`service` takes commands and keeps tables up to date; servers that share a database hear of each other by `news` and
`presence`.
"""
