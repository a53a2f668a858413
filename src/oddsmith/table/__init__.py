"""Durable shared play: tables where a group rolls together, each a log of events that only grows.

The log is everything. `state` folds it into how a table stands, `desk` is where commands add to it (`people`, `sheets`,
`rolls`, `hands`, `choices`), `replay` runs the rules of a roll over what the log says of it, `store` keeps it, `writer`
and `service` make it fast and shared (`commands` and their answers, `news` of other servers, `presence` of those who
listen). `verify` checks a log that somebody was given, with nothing but the log.
"""
