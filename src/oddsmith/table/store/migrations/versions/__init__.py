"""The versions of the database, oldest first."""
