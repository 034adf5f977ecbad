"""What the server answers: one module for each part of the site."""

from __future__ import annotations

from matto.server.api import routes as api
from matto.server.web.routes import assets, home, matches, operator, site, tables

ROUTES = (
    *home.ROUTES,
    *matches.MATCH_ROUTES,
    *assets.OFFLINE_ROUTES,
    *tables.TABLE_ROUTES,
    *tables.HINT_ROUTES,
    *matches.REPLAY_ROUTES,
    *site.RULE_ROUTES,
    *site.ABOUT_ROUTES,
    *assets.ASSET_ROUTES,
    *operator.HEALTH_ROUTES,
    *assets.FACE_ROUTES,
    *site.DISPLAY_ROUTES,
    *api.ROUTES,
    *site.PROGRAM_ROUTES,
)
