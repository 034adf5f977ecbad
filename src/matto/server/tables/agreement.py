"""What a player may do if all others agree: asking, agreeing, declining.

Until all persons have answered, nobody plays on. Bots agree at once that something is taken
back: what they know of a deal they know by its actions, and those are forgotten with it. What
they say to a claim of the rest is in `claiming`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from matto.engine.cards import NUMBER
from matto.engine.errors import NothingToUndo
from matto.engine.events import ALL, INTO_HAND
from matto.engine.run import Run
from matto.engine.words import text
from matto.server.tables.chairs import Chair
from matto.server.tables.claiming import answer_to_claim, why_no_claim
from matto.server.tables.commands import Agree, AskBack, ClaimRest, Command
from matto.server.tables.errors import NotNow, TooLate
from matto.server.tables.events import (
    Agreed,
    AnyEvent,
    AskedBack,
    Claimed,
    ClaimSettled,
    Declined,
    WentBack,
)
from matto.server.tables.views import Answered, ProposalView

if TYPE_CHECKING:
    from matto.server.tables.state import TableState

WITHIN = 30.0
"""Seconds after which somebody who has not answered has not agreed."""


class Proposal(msgspec.Struct, frozen=True):
    """What a seat asks all others for: to go back to where there were `before` actions.

    Or, where it `claims`, that the rest of the tricks is its own. `since` is the number of the
    event, `at` its time; `agreed` are those who have said yes.
    """

    seat: int
    before: int
    since: int
    at: int
    agreed: frozenset[int] = frozenset()
    claims: bool = False

    @property
    def until(self) -> float:
        """When time is up, in seconds since 1970."""
        return self.at / 1000 + WITHIN

    def waits_for(self, chairs: tuple[Chair, ...]) -> tuple[int, ...]:
        """The persons who have not answered yet, as they sit there now."""
        persons = (chair.seat for chair in chairs if chair.has_person)
        return tuple(seat for seat in persons if seat != self.seat and seat not in self.agreed)


# -- deciding ------------------------------------------------------------------------------


def insist_on_none(state: TableState) -> None:
    """Raise `NotNow` while an answer is awaited: nobody plays on then."""
    if state.proposal is None:
        return
    if state.proposal.claims:
        raise NotNow(text("Somebody claims the rest of the tricks: that is settled first."))
    raise NotNow(text("Somebody has asked to take a choice back: that is settled first."))


def ask_back(state: TableState, run: Run, seat: int) -> tuple[AnyEvent, ...]:
    """Give the event that a seat asks to take its last choice back; none if it has asked."""
    proposal = state.proposal
    if proposal is not None and (proposal.seat, proposal.claims) == (seat, False):
        return ()
    insist_on_none(state)
    before = run.last_choice(seat)
    if before is None:
        raise NothingToUndo(text("You have not chosen anything in this deal yet."))
    _insist_on_news(state, seat, claims=False)
    return (AskedBack(seat, before),)


def claim(state: TableState, run: Run, seat: int) -> tuple[AnyEvent, ...]:
    """Give the event that a seat claims the rest of the tricks; none if it has."""
    proposal = state.proposal
    if proposal is not None and (proposal.seat, proposal.claims) == (seat, True):
        return ()
    insist_on_none(state)
    why = why_no_claim(run, seat)
    if why is not None:
        raise NotNow(why)
    _insist_on_news(state, seat, claims=True)
    return (Claimed(seat),)


def may_claim(state: TableState, seat: int) -> bool:
    """Tell whether a seat could claim the rest of the tricks now."""
    run = state.run
    if run is None or run.decision is None or state.proposal is not None:
        return False
    if not state.chairs[seat].has_person or _was_refused(state, seat, claims=True):
        return False
    return why_no_claim(run, seat) is None


def _insist_on_news(state: TableState, seat: int, *, claims: bool) -> None:
    if _was_refused(state, seat, claims=claims):
        raise NotNow(
            text("That was not agreed to. You may ask again when the play has gone on.")
        )


def may_ask_back(state: TableState, seat: int) -> bool:
    """Tell whether a seat has something that it could ask to take back."""
    run = state.run
    if run is None or run.decision is None or state.proposal is not None:
        return False
    if not state.chairs[seat].has_person:
        return False
    return not _was_refused(state, seat, claims=False) and run.last_choice(seat) is not None


def agree(state: TableState, seat: int) -> tuple[AnyEvent, ...]:
    """Give the event that a seat agrees; none if it has."""
    proposal = _proposal(state)
    return (Agreed(seat),) if seat in proposal.waits_for(state.chairs) else ()


def decline(state: TableState, seat: int | None) -> tuple[AnyEvent, ...]:
    """Give the event that a seat does not agree, or that time is up."""
    _proposal(state)
    return (Declined(seat),)


def agreed_on(state: TableState) -> AnyEvent | None:
    """Give what follows when nobody is left who has not agreed."""
    proposal = state.proposal
    if proposal is None:
        return None
    waits_for = proposal.waits_for(state.chairs)
    if proposal.claims:
        return answer_to_claim(state, proposal.seat, waits_for)
    return None if waits_for else WentBack(proposal.seat, proposal.before)


def _proposal(state: TableState) -> Proposal:
    if state.proposal is None:
        raise TooLate(state.seq)
    return state.proposal


def decided(command: Command, state: TableState, run: Run, seat: int) -> tuple[AnyEvent, ...]:
    """Give the events that one of these commands of a seat leads to."""
    match command:
        case AskBack():
            return ask_back(state, run, seat)
        case ClaimRest():
            return claim(state, run, seat)
    if state.proposal is None:
        raise NotNow(text("Nobody has asked for anything that you could answer."))
    return agree(state, seat) if isinstance(command, Agree) else decline(state, seat)


# -- the fold ------------------------------------------------------------------------------


Noted = AskedBack | Claimed | Agreed | Declined | ClaimSettled | WentBack


def note(state: TableState, event: Noted) -> None:
    """Note in the state of a table what is asked, agreed to or declined."""
    match event:
        case AskedBack(seat, before):
            state.proposal = Proposal(seat, before, state.seq, state.at)
            state.answered = None
        case Claimed(seat):
            done = 0 if state.run is None else state.run.done
            state.proposal = Proposal(seat, done, state.seq, state.at, claims=True)
            state.answered = None
        case Agreed(seat) if state.proposal is not None:
            agreed = state.proposal.agreed | {seat}
            state.proposal = msgspec.structs.replace(state.proposal, agreed=agreed)
        case Declined(by):
            end(state, by)
        case ClaimSettled(seat, holds=True):
            granted = Answered(seat, seat, granted=True, claims=True)
            state.proposal, state.answered, state.claimed = None, granted, seat
        case ClaimSettled(seat):
            end(state, seat, untrue=True)
        case WentBack(seat):
            state.proposal, state.answered = None, Answered(seat, seat, granted=True)
            state.claimed = None


def end(state: TableState, by: int | None, *, untrue: bool = False) -> None:
    """Nothing comes of a proposal: the play goes on, and everybody has his time again."""
    proposal, run = state.proposal, state.run
    if proposal is None or run is None:
        return
    seat, claims = proposal.seat, proposal.claims
    state.proposal = None
    state.answered = Answered(seat, by, claims=claims, untrue=untrue)
    state.refused = {**state.refused, (seat, claims): run.done}
    state.asked_at = state.at


def _was_refused(state: TableState, seat: int, *, claims: bool) -> bool:
    """Tell whether what a seat asked all for was refused, and nobody has acted since."""
    return state.run is not None and state.refused.get((seat, claims)) == state.run.done


# -- seeing --------------------------------------------------------------------------------


def proposal_view(state: TableState, seat: int | None) -> ProposalView | None:
    """What a viewer sees of a proposal: nothing but what everybody has seen, if he may."""
    proposal, run = state.proposal, state.run
    if proposal is None or run is None:
        return None
    if proposal.claims:
        return _claim_view(state, run, proposal, seat)
    places = (*run.told_before, len(run.events))
    first, following = places[proposal.before], places[proposal.before + 1]
    choice = run.actions[proposal.before].choice
    told = [event for event in run.events[first:] if event.seen_by == ALL]
    by_all = [event for event in run.events[first:following] if event.seen_by == ALL]
    is_known = any(event.seat == proposal.seat and choice in event.what for event in by_all)
    cards = (word for event in told for word in event.what if word in NUMBER)
    return ProposalView(
        seat=proposal.seat,
        waits_for=proposal.waits_for(state.chairs),
        until=proposal.until,
        choice=choice if is_known else "",
        seen=tuple(card for card in dict.fromkeys(cards) if card != choice),
        drawn=any(event.moves == INTO_HAND for event in run.events[first:]),
    )


def _claim_view(
    state: TableState, run: Run, proposal: Proposal, seat: int | None
) -> ProposalView:
    """A claim: who claims lays his cards open, to all who may see anything."""
    shown = state.view_for(seat) is not None
    return ProposalView(
        seat=proposal.seat,
        waits_for=proposal.waits_for(state.chairs),
        until=proposal.until,
        choice="",
        seen=run.view(proposal.seat).hand if shown else (),
        drawn=False,
        claims=True,
    )


def seen_by(state: TableState, seat: int | None) -> dict[str, Any]:
    """What a viewer sees of what may be changed at a table, by the fields of a `TableView`."""
    return {
        "pace": state.pace,
        "proposal": proposal_view(state, seat),
        "answered": state.answered,
        "may_ask_back": seat is not None and may_ask_back(state, seat),
        "may_claim": seat is not None and may_claim(state, seat),
    }
