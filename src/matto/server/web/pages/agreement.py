"""What somebody at the table asks all others for, and how the last such thing ended."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.words import N_
from matto.server.tables.views import Answered, ProposalView
from matto.server.web.pages.context import PageContext

YOU_ASK, ASKS = N_("You ask to take back {what}."), N_("{name} asks to take back {what}.")
YOU_CLAIM = N_("You claim the rest of the tricks.")
CLAIMS = N_("{name} claims the rest of the tricks.")
YOU_TOOK_BACK, TOOK_BACK = N_("You have taken it back."), N_("{name} has taken it back.")


class AskedOfAll(msgspec.Struct, frozen=True):
    """A proposal as the page shows it.

    `own`: the viewer has to answer; `mine`: he has asked. `claims`: the rest of the tricks is
    claimed, and `seen` are the open cards of `name`.
    """

    text: Markup
    own: bool
    mine: bool
    seen: tuple[str, ...]
    drawn: bool
    waits_for: tuple[str, ...]
    until: float
    claims: bool
    name: str


def asked_for(context: PageContext) -> AskedOfAll | None:
    """What is asked of all now; None where nobody asks for anything."""
    found, seat = context.table_view.proposal, context.table_view.seat
    if found is None:
        return None
    mine = found.seat == seat
    return AskedOfAll(
        text=_claimed(context, found) if found.claims else _asked(context, found),
        own=seat in found.waits_for,
        mine=mine,
        seen=found.seen,
        drawn=found.drawn,
        waits_for=tuple(context.names[other] for other in found.waits_for),
        until=found.until,
        claims=found.claims,
        name=context.names[found.seat],
    )


def _asked(context: PageContext, found: ProposalView) -> Markup:
    mine = found.seat == context.table_view.seat
    what = _choice(context, found.choice) if found.choice else context.say("the last choice")
    return context.say(YOU_ASK if mine else ASKS, name=context.names[found.seat], what=what)


def _claimed(context: PageContext, found: ProposalView) -> Markup:
    mine = found.seat == context.table_view.seat
    return context.say(YOU_CLAIM if mine else CLAIMS, name=context.names[found.seat])


def answered_with(context: PageContext) -> Markup | None:
    """How the last proposal ended; None once somebody has acted."""
    found, seat = context.table_view.answered, context.table_view.seat
    if found is None:
        return None
    if found.by is None:
        return context.say("Not all have agreed in time: the play goes on.")
    name = context.names[found.by]
    if found.claims and found.by == found.seat:
        return _claim_ended(context, found)
    if found.granted:
        return context.say(YOU_TOOK_BACK if found.by == seat else TOOK_BACK, name=name)
    if found.by == found.seat:
        return context.say("Nothing is taken back: the play goes on.")
    return context.say("{name} does not agree: the play goes on.", name=name)


def _claim_ended(context: PageContext, found: Answered) -> Markup:
    if found.untrue:
        return context.say("All have agreed, but the cards do not allow it: the play goes on.")
    if not found.granted:
        return context.say("The rest is no longer claimed: the play goes on.")
    if found.seat == context.table_view.seat:
        return context.say("The rest of the tricks is yours.")
    return context.say("The rest of the tricks goes to {name}.", name=context.names[found.seat])


def _choice(context: PageContext, choice: str) -> Markup:
    return context.chip(choice) if choice in NUMBER else context.word(choice)
