"""Answers of a few kinds: JSON, a page, and being sent on to a page."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import MediaType, Response

from matto.server.http.display import tidy_name
from matto.server.http.requests import NAME_COOKIE
from matto.server.http.security import COOKIE_SECONDS


def as_json(content: object, status: int = HTTPStatus.OK) -> Response[bytes]:
    """An answer in JSON."""
    return Response(msgspec.json.encode(content), media_type=MediaType.JSON, status_code=status)


def as_page(html: str, status: int = HTTPStatus.OK) -> Response[str]:
    """An answer in HTML."""
    return Response(html, media_type=MediaType.HTML, status_code=status)


def with_head(methods: Iterable[str]) -> str:
    """The methods of an address, as `Allow` has them: it answers HEAD where it answers GET."""
    known = set(methods)
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


def see(address: str, *, name: str | None = None) -> Response[Any]:
    """Send a browser on to a page; it may remember under which name one plays."""
    answer: Response[Any] = Response(
        b"", status_code=303, media_type=MediaType.TEXT, headers={"Location": address}
    )
    if name and tidy_name(name):
        answer.set_cookie(
            NAME_COOKIE,
            quote(tidy_name(name)),
            path="/",
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
        )
    return answer
