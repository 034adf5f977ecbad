"""The first events of a table: an order is checked before there is anything to keep."""

from __future__ import annotations

from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import check_bot
from matto.server.tables.commands import Order
from matto.server.tables.errors import BadCommand
from matto.server.tables.events import GivenDeal, Opened

MOST_DEALS = 1000
LONGEST_TURN = 24 * 60 * 60
LONGEST_PACE = 10.0


def opened(order: Order) -> Opened:
    """Give the event that a table is set up as ordered.

    Raises `UnknownGame`, `UnknownOption`, `BadOptionValue`, `UnknownBot`, `BadDeal` or
    `BadCommand`.
    """
    game = find_game(order.game)
    options = game.resolve(dict(order.options))
    if len(order.bots) != game.seats:
        raise BadCommand(text("This game has {seats} seats.", seats=game.seats))
    for bot in filter(None, order.bots):
        check_bot(bot)
    if order.given is not None:
        _check_given(order.given, game, options)
    _check_numbers(order)
    return Opened(
        game=game.id,
        rules_version=game.rules_version,
        options=dict(options),
        bots=order.bots,
        host=order.host,
        limit=order.limit,
        turn_seconds=order.turn_seconds,
        pace=order.pace,
        onlookers=order.onlookers,
        given=order.given,
        when_ready=order.when_ready,
        listed=order.listed,
        hints=order.hints,
    )


def given_of(run: Run) -> GivenDeal:
    """A deal to be played again: its cards, its dealer and what was carried into it."""
    setup = run.setup
    return GivenDeal(setup.dealer, setup.deal.hands, setup.deal.talon, dict(setup.carried))


def _check_numbers(order: Order) -> None:
    if not order.host:
        raise BadCommand(text("A table needs somebody who opens it."))
    if order.limit is not None and not 1 <= order.limit <= MOST_DEALS:
        raise BadCommand(text("A match has between 1 and {most} deals.", most=MOST_DEALS))
    if not 0 <= order.turn_seconds <= LONGEST_TURN:
        raise BadCommand(
            text(
                "A turn lasts up to {most} seconds, or with 0 as long as one likes: "
                "not {given}.",
                most=LONGEST_TURN,
                given=order.turn_seconds,
            )
        )
    check_pace(order.pace)


def check_pace(pace: float) -> None:
    """Raise `BadCommand` unless bots may wait for so many seconds."""
    if not 0 <= pace <= LONGEST_PACE:
        raise BadCommand(
            text(
                "A bot waits between 0 and {most} seconds, not {given}.",
                most=int(LONGEST_PACE),
                given=f"{pace:g}",
            )
        )


def _check_given(given: GivenDeal, game: Game, options: Options) -> None:
    """Begin the deal once: the game itself refuses cards or amounts that cannot be."""
    if not 0 <= given.dealer < game.seats or set(given.carried) != set(game.carried):
        raise BadCommand(text("This deal was not dealt in this game."))
    deal = Deal(given.hands, given.talon)
    Run(game, deal, dealer=given.dealer, options=options, carried=given.carried)
