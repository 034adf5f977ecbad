"""Everything that the server sends of a table to one viewer, as bytes, each under its name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import msgspec

from matto.engine.errors import MattoError, Refusal
from matto.engine.run import Run
from matto.engine.words import LANGUAGES, translator
from matto.server.api.states import state_json
from matto.server.http.errors import told, trouble_of
from matto.server.http.preferences import FACES, Look, Visit
from matto.server.live.streams import Message
from matto.server.tables import decide as grant
from matto.server.tables.commands import Act, Ready, Say, TakeBack, Wait, Wish
from matto.server.tables.state import TableState, seen
from matto.server.tables.views import Seen
from matto.server.web.pages.error import trouble_page
from matto.server.web.pages.table import story_fragment, table_fragment, table_page
from matto.server.web.pages.why import why_fragment

LOOKS = tuple(
    Look(language, face) for language, face in zip(cycle(LANGUAGES), FACES, strict=False)
)
"""Each language and each style of faces once."""

Surfaces = dict[str, bytes]


def surfaces(
    state: TableState,
    seat: int | None,
    holder: str,
    words: Sequence[str],
    looks: Sequence[Look] = LOOKS,
) -> Surfaces:
    """All that a viewer is sent, who asks why not some words, and tries them, too."""
    now = seen(state, seat, holder)
    json = state_json(now)
    found = {"json": json, "json event": Message("state", json.decode(), now.seq).encoded()}
    for look in looks:
        found |= _pages(now, look)
        for word in words if seat is not None and state.run is not None else ():
            refusal = _why_not(state.run, word, seat)
            found[f"why not {word}, {look}"] = why_fragment(now, look, word, refusal).encode()
    for wish in (Wait(), TakeBack(), Ready("seed"), *map(Say, words), *map(Act, words)):
        found |= _objection(state, holder, wish)
    return found


def _pages(now: Seen, look: Look) -> Surfaces:
    fragment = table_fragment(now, look)
    return {
        f"fragment, {look}": fragment.encode(),
        f"event, {look}": Message("state", fragment, now.seq).encoded(),
        f"page, {look}": table_page(now, Visit(look, f"/t/{now.table}", "token")).encode(),
        f"story, {look}": story_fragment(now, look).encode(),
    }


def _why_not(run: Run | None, word: str, seat: int | None) -> Refusal | None:
    try:
        return None if run is None else run.why_not(word, seat)
    except MattoError as error:
        return Refusal("", error.sentence)


def _objection(state: TableState, holder: str, wish: Wish) -> Surfaces:
    """What is answered to a wish, as JSON and as a page."""
    try:
        grant.granted(state, wish, holder)
    except MattoError as error:
        trouble = trouble_of(error)
        page = trouble_page(Visit(), trouble.sentence, clause=trouble.clause)
        said = [told(trouble, translator(language)) for language in LANGUAGES]
        return {f"{wish} refused": msgspec.json.encode(said), f"{wish} page": page.encode()}
    return {f"{wish}": b"granted"}
