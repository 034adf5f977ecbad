"""What the tests of Marolles share: deals, laying away, declarations, rows by clause."""

from __future__ import annotations

from collections.abc import Mapping

from helpers import asked, deal_with, options, result_of
from matto.engine.events import Deal
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.games import game

GAME = game("marolles")
EACH_ALONE = (0, 1, 2)
LONG, ROUND = "10 9 8 7 6 5 4", "2 3 4 5 6 7"
PIPS = [
    suit + pip
    for suit, pips in (("D", ROUND), ("C", ROUND), ("B", LONG), ("S", LONG))
    for pip in pips.split()
]


def own_points(deal: Outcome, seat: int) -> int:
    """The card points of a player."""
    return GAME.points(deal, GAME.resolve())[seat]


def dealt(
    hands: Mapping[int, str],
    *,
    last: str | None = None,
    dealer: int = 0,
    preset: str | None = None,
    **options: object,
) -> Run:
    """A deal with some cards in given hands; `last` is the card that the dealer turns up.

    Each also gets pips enough to lay away, if his hand has room for them.
    """
    chosen = GAME.resolve(options, preset)
    own = {seat: hands.get(seat, "").split() for seat in EACH_ALONE}
    if last is not None:
        own[dealer].append(last)
    named = {card for hand in own.values() for card in hand}
    pips = [card for card in PIPS if card not in named]
    for seat, size in enumerate(GAME.hand_sizes(chosen, dealer)):
        wanted = min(4 if seat == dealer else 1, size - len(own[seat]))
        own[seat] += [pips.pop() for _ in range(wanted)]
    given = {seat: " ".join(hand) for seat, hand in own.items()}
    full = list(deal_with(GAME, given, dealer=dealer, options=chosen).hands)
    if last is not None:
        full[dealer] = (*(card for card in full[dealer] if card != last), last)
    return Run(GAME, Deal(tuple(full)), dealer=dealer, options=chosen)


def ready(
    hands: Mapping[int, str],
    *,
    away: Mapping[int, str] | None = None,
    last: str | None = None,
    dealer: int = 0,
    preset: str | None = None,
    **options: object,
) -> Run:
    """The same after laying away: `away`, else the first cards that were not named."""
    run = dealt(hands, last=last, dealer=dealer, preset=preset, **options)
    wanted = {seat: cards.split() for seat, cards in (away or {}).items()}
    while (now := run.decision) is not None and now.kind == "discard":
        named = hands.get(now.seat, "").split()
        spare = [card for card in now.options if card not in named]
        own = wanted.get(now.seat, [])
        run.do(own.pop(0) if own else (spare or now.options)[0])
    return run


def to_play(run: Run) -> Run:
    """Nobody declares until the next card is to be played."""
    while asked(run)[1] == "declare":
        run.do("no_more")
    return run


def play_cards(run: Run, cards: str) -> Run:
    """Play cards in turn, nobody declaring anything."""
    for card in cards.split():
        to_play(run).do(card)
    return run


def to_declare(run: Run, seat: int) -> Run:
    """Let the seats before one say nothing and play their last card until it is asked."""
    while asked(run) != (seat, "declare"):
        run.do(options(run)[-1])
    return run


def to_the_end(run: Run) -> Run:
    """Nobody declares any more; everybody plays the first legal card."""
    while run.decision is not None:
        run.do("no_more" if run.decision.kind == "declare" else run.decision.options[0])
    return run


def chips(run: Run, item: str) -> list[tuple[int, ...]]:
    """The rows of one item on the finished sheet."""
    return [row.amounts for row in result_of(run).sheet if row.item == item]


def paid_events(run: Run) -> list[tuple[int, tuple[str, ...]]]:
    """The payments that all have seen so far, as (seat, item and amounts)."""
    return [(event.seat, event.what) for event in run.view(None).events if event.kind == "paid"]


def rows(outcome: Outcome, clause: str, **options: object) -> list[tuple[int, ...]]:
    """The amounts that a clause writes on the sheet of a deal made by hand."""
    sheet = GAME.score(outcome, GAME.resolve(options))
    return [row.amounts for row in sheet if row.clause == f"marolles {clause}"]
