"""The pages beside the tables: errors, what the site is, keys, and how pages shall look."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import msgspec
from litestar import Response, post

from matto.engine.words import N_, Text
from matto.games import catalogue
from matto.server.http import requests
from matto.server.http.error_answers import ErrorAnswer, error_response
from matto.server.http.requests import HttpRequest, Visit
from matto.server.web.rendering import (
    known_to_templates,
    page_at,
    rendered,
)


def answer_error(request: HttpRequest, error: Exception) -> Response[Any]:
    return error_response(
        request, error, None if request.wants_json else partial(_page, request)
    )


def _page(request: HttpRequest, problem: ErrorAnswer) -> str:
    table = request.path_params.get("table", "")
    lost = problem.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
    back = f"/t/{quote(table)}" if table and not lost else "/"
    visit = request.visit
    if request.viewer.fresh:  # a stranger is given no key here, so that no form of his works
        visit = msgspec.structs.replace(visit, csrf="")
    return error_page(visit, problem.sentence, clause=problem.clause, back=back)


COOKIES: Mapping[str, str] = {
    "matto": N_("A random key. It is how a table knows that your seat is yours."),
    "name": N_("The name under which you played last."),
    "language": N_("The language that you have chosen."),
    "faces": N_("The card faces that you have chosen."),
    "theme": N_("Light or dark colours, if you have chosen."),
    "put_away": N_("The tables that you have put away from the first page."),
    "only": N_("Whether a question with one answer answers itself, if you have chosen."),
    "greetings": N_("Whether you see what the others at a table say, if you have chosen."),
    "sounds": N_("Whether you hear sounds at the table, if you have chosen."),
    "keys": N_("Whether letters and digits are keys at the table, if you have chosen."),
}
"""Every cookie that is ever set, and what it is for."""

TABLE_KEYS: Mapping[str, str] = {
    "← → ↑ ↓": N_("from card to card, and from word to word"),
    N_("Enter"): N_("plays the card, says the word"),
    "1 … 9": N_("says the word with that number"),
    "0": N_("says nothing and lets the others speak"),
    "D": N_("to your hand"),
    "H": N_("a hint: what the strongest player would do, and what each choice is worth"),
    "C": N_("to the question and what you may choose"),
    "W": N_("tells whose turn it is and what lies on the table"),
    "L": N_("the last trick"),
    "S": N_("the score so far, and what each has won"),
    "V": N_("the cards, their order and what they count"),
    "R": N_("the rule that matters now"),
    "T": N_("table talk, where the game allows it"),
    "U": N_("takes back your last choice; what others have seen, if they agree"),
    "N": N_("ready for the next deal"),
    "?": N_("these keys"),
    "Esc": N_("closes what is open"),
}
REPLAY_KEYS: Mapping[str, str] = {
    "← →": N_("a step back, a step on"),
    "↓": N_("to the end of the trick"),
    N_("Home"): N_("to the start"),
    N_("End"): N_("to the end"),
}


known_to_templates(cookies=COOKIES, table_keys=TABLE_KEYS, replay_keys=REPLAY_KEYS)


def error_page(visit: Visit, sentence: Text, *, clause: str = "", back: str = "/") -> str:
    """Fill in the page; `clause` is a citation such as `game 4.2`, `back` where to go."""
    game, _, number = clause.rpartition(" ")
    return rendered(
        "error.html",
        visit,
        sentence=sentence,
        clause={"game": game, "number": number} if game else None,
        back=back,
    )


@page_at("/about")
async def about(request: HttpRequest) -> str:
    return rendered("about.html", request.visit, games=len(catalogue()))


@page_at("/keys")
async def keys(request: HttpRequest) -> str:
    return rendered("keys.html", request.visit)


LONGEST_QUERY = 500
KEPT_IN_A_QUERY = "=&%+,;:@!$'()*/?"
"""What has a meaning in the query of an address, or is written in it as it is."""


@post("/look", status_code=303)
async def display(request: HttpRequest) -> Response[Any]:
    form = await request.fields()
    answer = requests.see_other(_own_path(form.get("back", "/")))
    for name, value in requests.display_choices(form).items():
        requests.remember(answer, name, value, httponly=False)
    return answer


def _own_path(address: str) -> str:
    """A path of this site; never another site, however it is written."""
    try:
        split = urlsplit(address)
    except ValueError:
        return "/"
    path = unquote(split.path)  # it may come as addresses are written, or as they are read
    inside = path.startswith("/") and not path.startswith(("//", "/\\"))
    if not inside or split.netloc:
        return "/"
    # pages name their path as people read it: what a header cannot hold is written otherwise
    query = quote(split.query[:LONGEST_QUERY], safe=KEPT_IN_A_QUERY)
    return quote(path) + (f"?{query}" if query else "")
