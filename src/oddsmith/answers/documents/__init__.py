"""One module for each document that the command line, the pages and HTTP hand out."""
