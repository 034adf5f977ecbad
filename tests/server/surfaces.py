"""Everything that the server sends of a table to one viewer, as bytes, each under its name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import msgspec

from matto.engine.errors import MattoError, Refusal
from matto.engine.run import Run
from matto.engine.words import LANGUAGES, translator
from matto.server.api.states import state_json
from matto.server.http.error_answers import answer_to, error_json
from matto.server.http.requests import FACES, Display, Visit
from matto.server.live.streams import StreamEvent
from matto.server.tables.commands import Act, Command, Ready, Say, TakeBack, Wait
from matto.server.tables.decide import apply_with_consequences, decide
from matto.server.tables.service import table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.views import TableView
from matto.server.web.site_pages import error_page
from matto.server.web.table import (
    score_fragment,
    story_fragment,
    table_fragment,
    table_page,
    why_fragment,
)

LOOKS = tuple(
    Display(language, face) for language, face in zip(cycle(LANGUAGES), FACES, strict=False)
)
"""Each language and each style of faces once."""

Surfaces = dict[str, bytes]


def surfaces(
    state: TableState,
    seat: int | None,
    holder: str,
    words: Sequence[str],
    looks: Sequence[Display] = LOOKS,
) -> Surfaces:
    """All that a viewer is sent, who asks why not some words, and tries them, too."""
    now = table_view_of(state, seat, holder)
    json = state_json(now)
    found = {"json": json, "json event": StreamEvent("state", json.decode(), now.seq).encoded()}
    for display in looks:
        found |= _pages(now, display)
        for word in words if seat is not None and state.run is not None else ():
            refusal = _why_not(state.run, word, seat)
            found[f"why not {word}, {display}"] = why_fragment(
                now, display, word, refusal
            ).encode()
    for command in (Wait(), TakeBack(), Ready("seed"), *map(Say, words), *map(Act, words)):
        found |= _objection(state, holder, command)
    return found


def _pages(now: TableView, display: Display) -> Surfaces:
    fragment = table_fragment(now, display)
    return {
        f"fragment, {display}": fragment.encode(),
        f"event, {display}": StreamEvent("state", fragment, now.seq).encoded(),
        f"page, {display}": table_page(
            now, Visit(display, f"/t/{now.table}", "token")
        ).encode(),
        f"story, {display}": story_fragment(now, display).encode(),
        f"score, {display}": score_fragment(now, display).encode(),
    }


def _why_not(run: Run | None, word: str, seat: int | None) -> Refusal | None:
    try:
        return None if run is None else run.why_not(word, seat)
    except MattoError as error:
        return Refusal("", error.sentence)


def _objection(state: TableState, holder: str, command: Command) -> Surfaces:
    """What is answered to a command, as JSON and as a page."""
    try:
        apply_with_consequences(state, decide(state, command, holder), state.at)
    except MattoError as error:
        problem = answer_to(error)
        page = error_page(Visit(), problem.sentence, clause=problem.clause)
        said = [error_json(problem, translator(language)) for language in LANGUAGES]
        return {
            f"{command} refused": msgspec.json.encode(said),
            f"{command} page": page.encode(),
        }
    return {f"{command}": b"granted"}
