"""The pages, a file for each subject: what is asked, and what is shown as HTML."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from litestar import Router
from litestar.handlers import HTTPRouteHandler

from matto.server.api import routes as api

PAGES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
"""All of them: templates call functions of each, whichever page they are of."""

HANDLERS = [one for pages in PAGES for one in vars(pages).values()]
ROUTES: list[HTTPRouteHandler | Router] = [*api.ROUTES]
ROUTES += [one for one in HANDLERS if isinstance(one, HTTPRouteHandler)]
