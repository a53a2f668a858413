"""Documents that the command line, the pages and HTTP hand out, one module for each.

Every module has a function `..._document` that takes a question and returns JSON data.
"""
