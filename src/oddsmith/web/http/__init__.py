"""Routes: questions without a table, tables, the check of a log, and the files of the pages.

A route reads a request, has it answered elsewhere, and writes the response.
"""
