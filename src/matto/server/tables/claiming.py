"""Claiming the rest of the tricks: who may, what follows from it, and how it is played out.

The rest is played by ordinary actions, one card after another, so that the rules pay for it and
every reader of a record knows it. What is beyond doubt from the claimer's own view needs nobody
else: hidden cards have no part in it, and so a claim that is asked of the others tells nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from matto.engine.rest import follows, hang_on_time, leading_order, may_win_one
from matto.engine.run import Run
from matto.engine.words import Text, text
from matto.server.tables.events import Acted, AnyEvent, ClaimSettled, Declined

if TYPE_CHECKING:
    from matto.server.tables.state import TableState

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
    """The cards of which it matters in which trick they are played."""
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
    from matto.inference.rest import is_beyond_doubt  # it needs NumPy, a server does not

    if is_beyond_doubt(state.game, run.view(seat)):
        return ClaimSettled(seat, holds=True)
    for chair in state.chairs:
        if chair.bot and chair.seat != seat and _objects(run, chair.seat, seat):
            return Declined(chair.seat)
    return None if waits_for else ClaimSettled(seat, holds=can_be(run, seat))


def _objects(run: Run, bot: int, seat: int) -> bool:
    """Tell whether a bot may win a trick, by its own cards and those that lie open."""
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


def played_out(state: TableState) -> Acted | None:
    """Give the next card of a rest that was granted; the table waits for any other answer."""
    run = state.run
    if state.claimed is None or state.proposal is not None or run is None:
        return None
    card = next_card(run, state.claimed)
    if card is None or run.decision is None:
        return None
    asked = run.decision
    return Acted(asked.seat, asked.kind, card, by=state.bot(asked.seat))
