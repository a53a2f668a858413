"""All routes of tables."""

from __future__ import annotations

from fastapi import APIRouter

from oddsmith.web.http.json_bodies import JsonRoute
from oddsmith.web.http.tables.commands import add_commands
from oddsmith.web.http.tables.room import Room
from oddsmith.web.http.tables.seat_links import add_seat_links
from oddsmith.web.http.tables.views import add_views


def router(room: Room) -> APIRouter:
    """Return all routes of tables. Commands come first: routes are tried one after another, and most are commands."""
    routes = APIRouter(route_class=JsonRoute, prefix="/api/tables", tags=["tables"])
    add_commands(routes, room)
    add_seat_links(routes, room)
    add_views(routes, room)
    return routes
