"""What the server answers: one module for each part of the site."""

from __future__ import annotations

from matto.server.api import routes as api
from matto.server.web.routes import (
    about,
    assets,
    display,
    faces,
    home,
    programs,
    replay,
    rules,
    tables,
)

ROUTES = (
    *home.ROUTES,
    *tables.ROUTES,
    *replay.ROUTES,
    *rules.ROUTES,
    *about.ROUTES,
    *assets.ROUTES,
    *faces.ROUTES,
    *display.ROUTES,
    *api.ROUTES,
    *programs.ROUTES,
)
