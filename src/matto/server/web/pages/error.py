"""The page that says what went wrong, and where to go from there."""

from __future__ import annotations

from matto.engine.words import N_, Text
from matto.server.http.display import Visit
from matto.server.web.pages.environment import rendered

NOT_DONE = N_("That did not work")


def error_page(visit: Visit, sentence: Text, *, clause: str = "", back: str = "/") -> str:
    """Fill in the page; `clause` is a citation such as `game 4.2`, `back` where to go."""
    game, _, number = clause.rpartition(" ")
    return rendered(
        "error.html",
        visit,
        title=NOT_DONE,
        sentence=sentence,
        clause={"game": game, "number": number} if game else None,
        back=back,
    )
