"""The events by which a match begins and its cards are dealt."""

from __future__ import annotations

from matto.server.tables.events import BOT_STANDS_IN, Began, Dealt
from matto.server.tables.shuffle import order
from matto.server.tables.state import TableState


def began(state: TableState) -> Began:
    """The match begins, with bots in the seats still open."""
    return Began(tuple(BOT_STANDS_IN if chair.is_open else "" for chair in state.chairs))


def dealt(state: TableState) -> Dealt:
    """The next deal: shuffled by the secret promised and the seeds, or one played before."""
    number, match = state.deal + 1, state.match
    given = state.opened.given
    if given is not None and number == 1:
        return Dealt(number, given.dealer, given.hands, given.talon, dict(given.carried))
    if state.promised is None:
        raise ValueError("no secret was promised for this deal")
    codes = state.game.pack(state.options).codes
    cards = order(state.promised.secret, number, state.seeds, codes)
    deal = state.game.deal_from(cards, state.options, match.dealer)
    return Dealt(number, match.dealer, deal.hands, deal.talon, dict(match.carried))
