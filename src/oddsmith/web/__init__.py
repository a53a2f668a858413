"""The web app: pages, odds on demand, and tables where a group plays.

`create_app` makes the ASGI application; `oddsmith serve` runs it. docs/http.md tells what it answers.
"""

from oddsmith.web.app import create_app
from oddsmith.web.settings import Settings

__all__ = ["Settings", "create_app"]
