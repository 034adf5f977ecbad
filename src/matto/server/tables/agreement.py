"""Agreement: what a seat asks all others for, and what follows when they agree.

A choice is taken back, the rest of the tricks is claimed, the table is given up, or a chair is
freed where a bot stands in. Until all persons have answered, nobody plays on. Bots agree at
once: what they know of a deal they know by its actions, and those are forgotten with what is
taken back.

The rest is played by ordinary actions, one card after another, so that the rules pay for it and
every reader of a record knows it. What is beyond doubt from the claimer's own view needs nobody
else: hidden cards have no part in it, and so a claim that is asked of the others tells nothing.
"""

from __future__ import annotations

import msgspec

from matto.engine.cards import NUMBER
from matto.engine.errors import NothingToUndo
from matto.engine.events import ALL, INTO_HAND
from matto.engine.in_progress import follows, hang_on_time, leading_order, may_win_one
from matto.engine.run import Run
from matto.engine.words import Text, text
from matto.server.tables.commands import AskBack, ClaimRest
from matto.server.tables.errors import NotNow, TooLate
from matto.server.tables.events import (
    Acted,
    Agreed,
    AnyEvent,
    AskedBack,
    Claimed,
    ClaimSettled,
    Closed,
    Declined,
    Left,
    Proposed,
    WentBack,
)
from matto.server.tables.state import Proposal, TableState
from matto.server.tables.views import Chair, Phase, ProposalView, Wish

PLAY = "play"
TO_LEAD = text("You can claim the rest of the tricks when you are to lead.")


def why_no_claim(run: Run, seat: int) -> Text | None:
    """Say why a seat may not claim the rest now, by what it sees; None if it may."""
    decision = run.decision
    if decision is None or decision.kind != PLAY or decision.seat != seat:
        return TO_LEAD
    view = run.view(seat)
    if view.lying:
        return TO_LEAD
    if len(view.hand) == 1:
        return text("The last card is simply played.")
    if _draws(run):
        return text("Nobody can claim the rest while cards are drawn from the stock.")
    for card in filter(view.pack.is_excuse, view.hand):
        return text("{card} wins no trick: play it before you claim the rest.", card=card)
    hanging = _hanging(run)
    for card in filter(hanging.__contains__, view.hand):
        return text(
            "What {card} brings depends on the trick it is played to: play it first.",
            card=card,
        )
    return None


def _draws(run: Run) -> bool:
    """Tell whether hands are still filled up; all see that the cards are not all dealt."""
    table = run.table
    if not run.game.dealing(run.options).stock:
        return False
    held = sum(len(table.hand(seat)) for seat in range(table.seats))
    gone = sum(len(cards) for cards in table.laid_away)
    return held + gone + len(table.tricks) * table.seats < len(table.pack.cards)


def _hanging(run: Run) -> frozenset[str]:
    table = run.table
    left = max(len(table.hand(seat)) for seat in range(table.seats))
    return hang_on_time(run.game, run.options, len(table.tricks), left) or frozenset()


def answer_to_claim(
    state: TableState, seat: int, waits_for: tuple[int, ...]
) -> AnyEvent | None:
    """Give what follows when a seat claims the rest; None while persons have to answer."""
    run = state.run
    if run is None:
        return None
    from matto.players.inference.worlds import (
        is_beyond_doubt,  # it needs NumPy, a server does not
    )

    if is_beyond_doubt(state.game, run.view(seat)):
        return ClaimSettled(seat, holds=True)
    for chair in state.chairs:
        if chair.bot and chair.seat != seat and _objects(run, chair.seat, seat):
            return Declined(chair.seat)
    return None if waits_for else ClaimSettled(seat, holds=can_be(run, seat))


def _objects(run: Run, bot: int, seat: int) -> bool:
    view = run.view(bot)
    order = leading_order(view.pack, run.view(seat).hand)
    return may_win_one(view.pack, order, view.hand, len(view.hand), exactly=True)


def can_be(run: Run, seat: int) -> bool:
    """Tell whether the cards let the claimer win all tricks where nobody is against it."""
    trial, over = run.fork(), len(run.table.tricks)
    while (decision := trial.decision) is not None:
        card = next_card(trial, seat)
        if card is None and decision.kind == PLAY:
            return False
        trial.do(card or decision.options[0])
    return all(trick.winner == seat for trick in trial.table.tricks[over:])


def next_card(run: Run, seat: int) -> str | None:
    """The next card of a rest that is a seat's; None where something else is asked."""
    decision = run.decision
    if decision is None or decision.kind != PLAY:
        return None
    lying = run.view(None).lying
    if lying:
        return follows(run.setup.pack, lying[0][1], decision.options, _hanging(run))
    if decision.seat != seat:
        return None
    return leading_order(run.setup.pack, decision.options)[0]


def played_out(state: TableState, run: Run, seat: int) -> Acted | None:
    """Give the next card of a rest that was granted; the table waits for any other answer."""
    card, asked = next_card(run, seat), run.decision
    if card is None or asked is None:
        return None
    return Acted(asked.seat, asked.kind, card, by=state.bot(asked.seat))


SETTLED_FIRST = {
    Wish.BACK: text("Somebody has asked to take a choice back: that is settled first."),
    Wish.CLAIM: text("Somebody claims the rest of the tricks: that is settled first."),
    Wish.CLOSE: text("Somebody has asked to give the table up: that is settled first."),
    Wish.FREE: text("Somebody has asked to free a seat: that is settled first."),
}


# -- deciding ------------------------------------------------------------------------------


def insist_on_none(state: TableState) -> None:
    """Raise `NotNow` while an answer is awaited: nobody plays on then."""
    if state.proposal is not None:
        raise NotNow(SETTLED_FIRST[state.proposal.wish])


def ask(
    command: AskBack | ClaimRest, state: TableState, run: Run, seat: int
) -> tuple[AnyEvent, ...]:
    """Give the event that a seat asks all for something of the deal; none if it has."""
    wish = Wish.BACK if isinstance(command, AskBack) else Wish.CLAIM
    if _has_asked(state, seat, wish):
        return ()
    if wish is Wish.CLAIM:
        why = why_no_claim(run, seat)
        if why is not None:
            raise NotNow(why)
        _insist_on_news(state, seat, wish)
        return (Claimed(seat),)
    before = run.last_choice(seat)
    if before is None:
        raise NothingToUndo(text("You have not chosen anything in this deal yet."))
    _insist_on_news(state, seat, wish)
    return (AskedBack(seat, before),)


def propose(
    state: TableState, seat: int | None, frees: Chair | None = None
) -> tuple[AnyEvent, ...]:
    """Give the event that all are asked to give the table up, or to free a chair.

    Where nobody else plays it is done at once; nobody is asked to give up what has not begun.
    """
    others = any(chair.has_person and chair.seat != seat for chair in state.chairs)
    if state.phase is Phase.GATHERING or not others:
        return (Closed() if frees is None else Left(frees.seat, frees.bot),)
    if seat is None:
        raise NotNow(text("Others play here: only one of them can ask them for that."))
    wish = Wish.CLOSE if frees is None else Wish.FREE
    if _has_asked(state, seat, wish):
        return ()
    _insist_on_news(state, seat, wish)
    return (Proposed(seat, None if frees is None else frees.seat),)


def _has_asked(state: TableState, seat: int, wish: Wish) -> bool:
    """Tell whether a seat asks for that already; raises `NotNow` if anything else is asked."""
    proposal = state.proposal
    if proposal is not None and (proposal.seat, proposal.wish) == (seat, wish):
        return True
    insist_on_none(state)
    return False


def _insist_on_news(state: TableState, seat: int, wish: Wish) -> None:
    if state.was_refused(seat, wish):
        raise NotNow(
            text("That was not agreed to. You may ask again when the play has gone on.")
        )


def may_claim(state: TableState, seat: int) -> bool:
    run = _asked_nothing(state, seat, Wish.CLAIM)
    return run is not None and why_no_claim(run, seat) is None


def may_ask_back(state: TableState, seat: int) -> bool:
    run = _asked_nothing(state, seat, Wish.BACK)
    return run is not None and run.last_choice(seat) is not None


def _asked_nothing(state: TableState, seat: int, wish: Wish) -> Run | None:
    """The deal going on, where the person in a seat may ask the others for something."""
    run = state.run
    if run is None or run.decision is None or state.proposal is not None:
        return None
    may = state.chairs[seat].has_person and not state.was_refused(seat, wish)
    return run if may else None


def agree(state: TableState, seat: int) -> tuple[AnyEvent, ...]:
    """Give the event that a seat agrees; none if it has."""
    proposal = _proposal(state)
    return (Agreed(seat),) if seat in proposal.waits_for(state.chairs) else ()


def decline(state: TableState, seat: int | None) -> tuple[AnyEvent, ...]:
    _proposal(state)
    return (Declined(seat),)


def agreed_on(state: TableState, proposal: Proposal) -> AnyEvent | None:
    """Give what follows when nobody is left who has not agreed."""
    waits_for = proposal.waits_for(state.chairs)
    if proposal.wish is Wish.CLAIM:
        return answer_to_claim(state, proposal.seat, waits_for)
    if waits_for:
        return None
    if proposal.wish is Wish.BACK:
        return WentBack(proposal.seat, proposal.before)
    if proposal.frees is None:
        return Closed()
    return Left(proposal.frees, state.bot(proposal.frees))


def _proposal(state: TableState) -> Proposal:
    if state.proposal is None:
        raise TooLate(state.seq)
    return state.proposal


# -- seeing --------------------------------------------------------------------------------


def proposal_view(state: TableState, seat: int | None) -> ProposalView | None:
    """What a viewer sees of a proposal: nothing but what everybody has seen, if he may."""
    proposal, run = state.proposal, state.run
    if proposal is None or run is None:
        return None
    found = ProposalView(
        seat=proposal.seat,
        waits_for=proposal.waits_for(state.chairs),
        until=proposal.until,
        claims=proposal.wish is Wish.CLAIM,
        closes=proposal.wish is Wish.CLOSE,
        frees=proposal.frees,
    )
    if proposal.wish is Wish.BACK:
        return _back_view(found, run, proposal)
    if found.claims and state.view_for(seat) is not None:
        # who claims lays his cards open, to all who may see anything
        return msgspec.structs.replace(found, seen=run.view(proposal.seat).hand)
    return found


def _back_view(found: ProposalView, run: Run, proposal: Proposal) -> ProposalView:
    """A choice that is to be taken back, with what was told to all since then."""
    places = (*run.told_before, len(run.events))
    first, following = places[proposal.before], places[proposal.before + 1]
    choice = run.actions[proposal.before].choice
    told = [event for event in run.events[first:] if event.seen_by == ALL]
    by_all = [event for event in run.events[first:following] if event.seen_by == ALL]
    is_known = any(event.seat == proposal.seat and choice in event.what for event in by_all)
    cards = (word for event in told for word in event.what if word in NUMBER)
    return msgspec.structs.replace(
        found,
        choice=choice if is_known else "",
        seen=tuple(card for card in dict.fromkeys(cards) if card != choice),
        drawn=any(event.moves == INTO_HAND for event in run.events[first:]),
    )
