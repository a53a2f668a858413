"""Alembic's way through the versions of the database."""
