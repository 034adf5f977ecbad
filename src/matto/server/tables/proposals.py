"""Proposals that need agreement: the rest of the tricks is claimed, or a choice taken back.

Until all persons have answered what a seat has asked for, nobody plays on. Bots agree at once
that a choice is taken back: what they know of a deal they know by its actions, and those are
forgotten with what is taken back.

The rest is played by ordinary actions, one card after another, so that the rules pay for it and
every reader of a record knows it. What is beyond doubt from the claimer's own view needs nobody
else: hidden cards have no part in it, and so a claim that is asked of the others tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from matto.engine.cards import NUMBER
from matto.engine.claims import (
    card_to_follow,
    leading_order,
    may_win_a_trick,
    trick_dependent_cards,
)
from matto.engine.events import ALL, INTO_HAND, Event
from matto.engine.run import Run
from matto.engine.words import Text, text
from matto.server.tables.events import ClaimSettled, Declined, TableEvent
from matto.server.tables.state import Proposal, TableState
from matto.server.tables.views import ProposalKind, ProposalView

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
            "What {card} brings depends on the trick it is played to: play it first.", card=card
        )
    return None


def _draws(run: Run) -> bool:
    """Return whether hands are still filled up; all see that the cards are not all dealt."""
    table = run.table
    if not run.game.dealing(run.options).stock:
        return False
    held = sum(len(table.hand(seat)) for seat in range(table.seats))
    gone = sum(len(cards) for cards in table.laid_away)
    return held + gone + len(table.tricks) * table.seats < len(table.pack.cards)


def _hanging(run: Run) -> frozenset[str]:
    table = run.table
    left = max(len(table.hand(seat)) for seat in range(table.seats))
    return trick_dependent_cards(run.game, run.options, len(table.tricks), left) or frozenset()


def answer_to_claim(
    state: TableState, seat: int, waits_for: tuple[int, ...]
) -> TableEvent | None:
    """Return what follows when a seat claims the rest; None while persons have to answer."""
    run = state.run
    if run is None:
        return None
    from matto.players.inference.claims import is_beyond_doubt

    if is_beyond_doubt(state.game, run.view(seat)):
        return ClaimSettled(seat, holds=True)
    for chair in state.chairs:
        if chair.bot and chair.seat != seat:
            view = run.view(chair.seat)
            order = leading_order(view.pack, run.view(seat).hand)
            if may_win_a_trick(view.pack, order, view.hand, len(view.hand), exactly=True):
                return Declined(chair.seat)
    return None if waits_for else ClaimSettled(seat, holds=all_tricks_possible(run, seat))


def all_tricks_possible(run: Run, seat: int) -> bool:
    """Return whether the cards let the claimer win all tricks where nobody is against it."""
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
        return card_to_follow(run.setup.pack, lying[0][1], decision.options, _hanging(run))
    if decision.seat != seat:
        return None
    return leading_order(run.setup.pack, decision.options)[0]


# -- seeing --------------------------------------------------------------------------------


def proposal_view(state: TableState, seat: int | None) -> ProposalView | None:
    """Return what a viewer sees of a proposal: only what everybody has seen, if he may."""
    proposal, run = state.proposal, state.run
    if proposal is None or run is None:
        return None
    found = ProposalView(
        seat=proposal.seat,
        waits_for=proposal.waits_for(state.chairs),
        until=proposal.until,
        claims=proposal.wish is ProposalKind.CLAIM,
        closes=proposal.wish is ProposalKind.CLOSE,
        frees=proposal.frees,
    )
    if proposal.wish is ProposalKind.BACK:
        return _back_view(found, run, proposal)
    if found.claims and state.view_for(seat) is not None:
        # who claims lays his cards open, to all who may see anything
        return msgspec.structs.replace(found, seen=run.view(proposal.seat).hand)
    return found


def cards_told(events: Iterable[Event]) -> list[str]:
    """Return the cards that events have shown to everybody, in order."""
    told = (event.what for event in events if event.seen_by == ALL)
    return [word for what in told for word in what if word in NUMBER]


def _back_view(found: ProposalView, run: Run, proposal: Proposal) -> ProposalView:
    """A choice that is to be taken back, with what was told to all since then."""
    places = (*run.told_before, len(run.events))
    first, following = places[proposal.before], places[proposal.before + 1]
    choice = run.actions[proposal.before].choice
    told = cards_told(run.events[first:])
    by_all = [event for event in run.events[first:following] if event.seen_by == ALL]
    is_known = any(event.seat == proposal.seat and choice in event.what for event in by_all)
    known = {choice, *cards_told(run.events[:first])}
    return msgspec.structs.replace(
        found,
        choice=choice if is_known else "",
        seen=tuple(card for card in dict.fromkeys(told) if card not in known),
        drawn=any(event.moves == INTO_HAND for event in run.events[first:]),
    )
