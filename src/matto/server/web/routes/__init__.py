"""What the server answers: one file for each part of the site."""

from __future__ import annotations

from matto.server.api import routes as api
from matto.server.web.routes import assets, health, home, matches, site, tables

ROUTES = (
    *home.ROUTES,
    *matches.ROUTES,
    *tables.ROUTES,
    *site.ROUTES,
    *assets.ROUTES,
    *health.ROUTES,
    *api.ROUTES,
)
