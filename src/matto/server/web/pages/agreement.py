"""What somebody at the table asks all others for, and how the last such thing ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.words import N_
from matto.server.tables.views import Answered, ProposalView, Wish
from matto.server.web.pages.context import PageContext

FREED = N_("The seat is free: anybody may sit down there.")
STAYS, GOES_ON = N_("What was played stays."), N_("The match goes on.")
PLAY_ON, RATHER_NOT = N_("Let us play on"), N_("I would rather not")
LEAVE_IT, KEPT = N_("Leave it"), N_("The seat stays kept.")


class Wording(NamedTuple):
    """How something is asked of all, and what follows from each answer."""

    mine: str
    asked: str
    agreed: str
    declines: str
    declined: str
    withdraws: str
    withdrawn: str
    ended: str
    mine_granted: str = ""
    granted: str = ""


WORDINGS: Mapping[Wish, Wording] = {
    Wish.BACK: Wording(
        mine=N_("You ask to take back {what}."),
        asked=N_("{name} asks to take back {what}."),
        agreed=N_("The deal goes on from there."),
        declines=RATHER_NOT,
        declined=STAYS,
        withdraws=LEAVE_IT,
        withdrawn=STAYS,
        ended=N_("Nothing is taken back: the play goes on."),
        mine_granted=N_("You have taken it back."),
        granted=N_("{name} has taken it back."),
    ),
    Wish.CLAIM: Wording(
        mine=N_("You claim the rest of the tricks."),
        asked=N_("{name} claims the rest of the tricks."),
        agreed=N_("The rest is played out, and {name} has all its tricks."),
        declines=PLAY_ON,
        declined=N_("Somebody else may still win a trick."),
        withdraws=N_("Play on myself"),
        withdrawn=N_("Nothing is claimed any more."),
        ended=N_("The rest is no longer claimed: the play goes on."),
        mine_granted=N_("The rest of the tricks is yours."),
        granted=N_("The rest of the tricks goes to {name}."),
    ),
    Wish.CLOSE: Wording(
        mine=N_("You ask to give the table up."),
        asked=N_("{name} asks to give the table up."),
        agreed=N_("The match ends here for everybody."),
        declines=PLAY_ON,
        declined=GOES_ON,
        withdraws=LEAVE_IT,
        withdrawn=GOES_ON,
        ended=GOES_ON,
    ),
    Wish.FREE: Wording(
        mine=N_("You ask to free the seat of {other}."),
        asked=N_("{name} asks to free the seat of {other}."),
        agreed=N_("Anybody may sit down there; until then a bot plays."),
        declines=RATHER_NOT,
        declined=KEPT,
        withdraws=LEAVE_IT,
        withdrawn=KEPT,
        ended=KEPT,
        mine_granted=FREED,
        granted=FREED,
    ),
}
YOUR_SEAT = N_("{name} asks to free your seat: play again yourself, and you keep it.")


class Reply(msgspec.Struct, frozen=True):
    """Something to answer with: the command, its word, and what follows from it."""

    command: str
    said: Markup
    meaning: Markup


class AskedOfAll(msgspec.Struct, frozen=True):
    """A proposal as the page shows it.

    `own`: the viewer has to answer; `mine`: he has asked. `claims`: the rest of the tricks is
    claimed, and `seen` are the open cards of `name`.
    """

    text: Markup
    own: bool
    mine: bool
    answers: tuple[Reply, ...]
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
    mine, own = found.seat == seat, seat in found.waits_for
    return AskedOfAll(
        text=_asked(context, found),
        own=own,
        mine=mine,
        answers=_answers(context, found) if own or mine else (),
        seen=found.seen,
        drawn=found.drawn,
        waits_for=tuple(context.names[other] for other in found.waits_for),
        until=found.until,
        claims=found.claims,
        name=context.names[found.seat],
    )


def _asked(context: PageContext, found: ProposalView) -> Markup:
    wording, seat = WORDINGS[found.wish], context.table_view.seat
    sentence = wording.mine if found.seat == seat else wording.asked
    if found.frees is not None and found.frees == seat:
        sentence = YOUR_SEAT
    return context.say(
        sentence,
        name=context.names[found.seat],
        what=_choice(context, found.choice) if found.choice else context.say("the last choice"),
        other="" if found.frees is None else context.names[found.frees],
    )


def _answers(context: PageContext, found: ProposalView) -> tuple[Reply, ...]:
    say, wording = context.say, WORDINGS[found.wish]
    if found.seat == context.table_view.seat:
        return (Reply("decline", say(wording.withdraws), say(wording.withdrawn)),)
    follows = say(wording.agreed, name=context.names[found.seat])
    return (
        Reply("agree", say("Agreed"), follows),
        Reply("decline", say(wording.declines), say(wording.declined)),
    )


def answered_with(context: PageContext) -> Markup | None:
    """How the last proposal ended; None once somebody has acted."""
    found = context.table_view.answered
    if found is None:
        return None
    name = "" if found.by is None else context.names[found.by]
    return context.say(_ended(found, own=found.by == context.table_view.seat), name=name)


def _ended(found: Answered, *, own: bool) -> str:
    """How it ended; `own`: by the viewer himself."""
    if found.by is None:
        return N_("Not all have agreed in time: the play goes on.")
    if found.untrue:
        return N_("All have agreed, but the cards do not allow it: the play goes on.")
    wording = WORDINGS[found.wish]
    if found.granted:
        return wording.mine_granted if own else wording.granted
    if found.by == found.seat:
        return wording.ended
    if found.by == found.frees:
        return N_("You keep your seat.") if own else N_("{name} plays again.")
    if own:
        return N_("You do not agree: the play goes on.")
    return N_("{name} does not agree: the play goes on.")


def _choice(context: PageContext, choice: str) -> Markup:
    return context.chip(choice) if choice in NUMBER else context.word(choice)
