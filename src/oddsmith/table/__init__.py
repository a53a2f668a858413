"""Tables where a group plays together: each is a log of events that only grows, and that anybody can check.

`domain` is the table and its log, `commands` adds to the log, `fairness` holds the arithmetic of fair dice, `server`
makes tables fast and shared, `store` keeps their logs, `reports` shows them to people, `verify` checks them.
"""
