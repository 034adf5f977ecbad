"""The page of a table: everything that one viewer sees, and what he may do.

`table_fragment` is a pure function: the same `Seen` and `Look` give the same bytes. It is
`<main id="table">`, in the page as in the stream. Its buttons belong to the form `do` that the
page around it holds (with the token against forgery), so that they work without a script, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from matto.server.http.preferences import LONGEST_NAME, Look, Visit
from matto.server.tables.views import Phase, Seen
from matto.server.web.pages.choices import Question, is_own_turn, question_for
from matto.server.web.pages.context import Room
from matto.server.web.pages.environment import fragment, rendered
from matto.server.web.pages.hand import hand_of
from matto.server.web.pages.seats import seats_of
from matto.server.web.pages.sheet import ledger_of, sheet_of, won_of
from matto.server.web.pages.story import LAST_ROWS, rows_of, told_of
from matto.server.web.pages.trick import last_trick_of, lying_of, over_of

LOOKS_AGAIN = 4
"""Seconds after which a page without a script asks for what is new, while others play."""

AMOUNT_FORMS = range(1, 5)
"""Forms that the page holds for choosers of amounts: more of them are never offered at once."""


def table_page(seen: Seen, visit: Visit) -> str:
    """The whole page of a table."""
    room = Room(seen, visit.look)
    return rendered(
        "table/page.html",
        visit,
        seen=seen,
        signs=room.signs,
        looks_again=LOOKS_AGAIN if not is_own_turn(room) else 0,
        fragment=table_fragment(seen, visit.look),
        amount_forms=AMOUNT_FORMS,
    )


def table_fragment(seen: Seen, look: Look) -> str:
    """What one viewer sees of a table: `<main id="table">`."""
    room = Room(seen, look)
    return fragment("table/table.html", look, **_content(room))


def story_fragment(seen: Seen, look: Look) -> str:
    """The whole story of the deal as the viewer has seen it."""
    return fragment("table/whole_story.html", look, rows=rows_of(told_of(Room(seen, look))))


def story_page(seen: Seen, visit: Visit) -> str:
    """The whole story of the deal as a page of its own, for whoever opens it by its address."""
    room = Room(seen, visit.look)
    story = story_fragment(seen, visit.look)
    return rendered("table/story_page.html", visit, seen=seen, signs=room.signs, fragment=story)


def _content(room: Room) -> Mapping[str, object]:
    seen = room.seen
    question = question_for(room)
    between = seen.phase in {Phase.BETWEEN, Phase.OVER} and seen.finished
    return {
        "room": room,
        "seen": seen,
        "phase": seen.phase.value,
        "seats": seats_of(room),
        "question": question,
        "laid_away": None if question is None else question.laid_away,
        "turn": _turn(room, question),
        "trick": lying_of(room),
        "last_trick": last_trick_of(room),
        "over": over_of(room),
        "hand": hand_of(room),
        "rows": rows_of(told_of(room, lately=True))[-LAST_ROWS:],
        "sheet": sheet_of(room, seen.finished[-1]) if between else None,
        "ledger": ledger_of(room),
        "won": won_of(room),
        "own": None if seen.seat is None else seen.players[seen.seat],
        "longest_name": LONGEST_NAME,
    }


def _turn(room: Room, question: Question | None) -> str:
    if question is None:
        return "none"
    return "own" if is_own_turn(room) else "other"
