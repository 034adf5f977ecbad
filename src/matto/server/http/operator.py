"""Whoever runs the server: known by the key that is set, else by sitting at this machine."""

from __future__ import annotations

import hmac
import ipaddress

from matto.server.hosts import host_name
from matto.server.http.requests import HttpRequest, services_of
from matto.server.http.security import bearer
from matto.server.settings import LOOPBACK

OPERATOR_COOKIE = "operator"
PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")
"""What a proxy tells: such a request does not come from this machine."""


def has_operator_key(request: HttpRequest) -> bool:
    """Tell whether a request shows the key of whoever runs the server, or the cookie for it."""
    services = services_of(request)
    key = services.settings.operator_key
    if not key:
        return False
    if hmac.compare_digest(bearer(request.headers).encode(), key.encode()):
        return True
    shown = request.cookies.get(OPERATOR_COOKIE, "")
    return hmac.compare_digest(shown.encode(), services.guard.operator_token(key).encode())


def may_read_metrics(request: HttpRequest) -> bool:
    """Tell whether a request has the key; without one, whether it comes from this machine.

    Behind a proxy every request does. One that is known by an address for people has a proxy,
    and whatever a proxy tells of counts as one, too.
    """
    settings = services_of(request).settings
    if settings.operator_key:
        return has_operator_key(request)
    if settings.base_url or any(name in request.headers for name in PASSED_ON):
        return False
    host = host_name(request.headers.get("host", ""))
    return host in LOOPBACK and _is_loopback(request.client.host if request.client else "")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
