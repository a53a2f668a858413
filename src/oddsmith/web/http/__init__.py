"""The routes of the HTTP API, and the pages."""
