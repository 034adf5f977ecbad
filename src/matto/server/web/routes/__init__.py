"""What the server answers: one module for each part of the site."""

from __future__ import annotations

from matto.server.api import routes as api
from matto.server.web.routes import (
    about,
    assets,
    display,
    faces,
    health,
    hint,
    home,
    matches,
    offline,
    programs,
    replay,
    rules,
    tables,
)

ROUTES = (
    *home.ROUTES,
    *matches.ROUTES,
    *offline.ROUTES,
    *tables.ROUTES,
    *hint.ROUTES,
    *replay.ROUTES,
    *rules.ROUTES,
    *about.ROUTES,
    *assets.ROUTES,
    *health.ROUTES,
    *faces.ROUTES,
    *display.ROUTES,
    *api.ROUTES,
    *programs.ROUTES,
)
