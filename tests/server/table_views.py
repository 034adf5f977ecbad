"""What a viewer sees of a table (`TableView`), made from a run: any game, seat and moment.

run = Run.shuffled(game("…"), seed=1)
seen = seen_of(run, 0)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from matto.engine.game import Game
from matto.engine.run import Run
from matto.research.testing.checks import Case, default_cases, other_cases
from matto.research.testing.position import Player as ChancePlayer
from matto.server.tables import views
from matto.server.tables.views import FinishedDeal, Phase, SeatedPlayer, TableView

NAMES: Sequence[str] = ("Ada", "Bruno", "Cosima", "Dario", "Elsa")
TABLE = "k7Qm2xTf"
Moment = Callable[[Run], bool]


def players(
    seats: int,
    own: int | None = 0,
    *,
    opened: Sequence[int] = (),
    ready: Sequence[int] = (),
    bots: Sequence[int] = (),
    standing_in: Sequence[int] = (),
) -> tuple[SeatedPlayer, ...]:
    """Who sits where; `bots` are played by a bot, `opened` by nobody yet."""
    return tuple(
        SeatedPlayer(
            seat=seat,
            name="" if seat in opened else NAMES[seat],
            bot="rule" if seat in bots or seat in standing_in else "",
            stands_in=seat in standing_in,
            yours=seat == own,
            ready=seat in ready,
            free=seat in opened,
        )
        for seat in range(seats)
    )


def seen_of(
    run: Run,
    seat: int | None,
    *,
    sitting: tuple[SeatedPlayer, ...] | None = None,
    before: Sequence[FinishedDeal] = (),
    limit: int | None = None,
    deadline: float | None = None,
    hosting: bool = False,
) -> TableView:
    """The table as a seat (None: an onlooker) sees it while a deal is played or just over.

    `before` are the deals of the match that are over, without the one that `run` is.
    """
    game, result = run.game, run.result
    deal = len(before) + 1
    finished = list(before)
    if result is not None:
        finished.append(FinishedDeal(deal, run.setup.dealer, result))
    over = result is not None and limit is not None and len(finished) >= limit
    playing = Phase.PLAYING if result is None else Phase.BETWEEN
    return TableView(
        table=TABLE,
        seq=len(run.actions) + 2,
        phase=Phase.OVER if over else playing,
        game=game,
        options=run.options,
        seat=seat,
        players=players(game.seats, seat) if sitting is None else sitting,
        view=run.view(seat),
        deal=deal,
        dealer=run.setup.dealer if result is None else result.next_dealer,
        ledger=ledger_of(game, finished, run),
        finished=tuple(finished),
        carried=run.setup.carried if result is None else result.carried,
        limit=limit,
        deadline=deadline,
        promise="9f" * 32,
        hosting=hosting,
        can_undo=seat is not None and run.can_undo(seat),
        may_wait=_may_wait(run, seat),
        refusals=views.refusals_of(run, seat),
    )


def seen_gathering(
    game: Game,
    seat: int | None = 0,
    *,
    opened: Sequence[int] = (1, 2),
    bots: Sequence[int] = (),
    hosting: bool = True,
) -> TableView:
    """A table whose seats are not all taken yet."""
    options = game.resolve()
    return TableView(
        table=TABLE,
        seq=2,
        phase=Phase.GATHERING,
        game=game,
        options=options,
        seat=seat,
        players=players(game.seats, seat, opened=opened, bots=bots),
        view=None,
        deal=0,
        dealer=0,
        ledger=(game.start(options),) * game.seats,
        finished=(),
        carried=dict(game.carried),
        hosting=hosting,
    )


def ledger_of(game: Game, finished: Sequence[FinishedDeal], run: Run) -> tuple[int, ...]:
    """What each has, after some deals."""
    stake = game.start(run.options)
    return tuple(
        stake + sum(deal.result.scores[seat] for deal in finished) for seat in range(game.seats)
    )


def _may_wait(run: Run, seat: int | None) -> bool:
    asked = run.decision
    return asked is not None and asked.seat != seat and asked.to(seat) is not None


# -- moments ---------------------------------------------------------------------------------


def played_until(run: Run, moment: Moment, rng: random.Random, *, asides: bool = False) -> bool:
    """Play by chance until a moment has come; False if the deal is over before."""
    player = ChancePlayer(rng)
    while not moment(run):
        if run.decision is None:
            return False
        step(run, player, asides=asides)
    return True


def step(run: Run, player: ChancePlayer, *, asides: bool = False) -> None:
    """One answer or word by chance, of any seat that may speak."""
    asked = run.decision
    if asked is None:
        return
    phrase = player.aside(run) if asides else None
    if phrase is not None:
        run.act(phrase)
        return
    if asked.others:
        asked = player.rng.choice((asked, *asked.others))
    run.do_as(asked.seat, player.choose(asked.options))


def asked(kind: str, *, at_least: int = 0) -> Moment:
    """The moment when a question of a kind stands open, after so many finished tricks."""
    return lambda run: (
        run.decision is not None
        and run.decision.kind == kind
        and len(run.table.tricks) >= at_least
    )


def mid_trick(tricks: int, cards: int) -> Moment:
    """The moment when so many tricks are over and so many cards lie on the table."""
    return lambda run: len(run.table.tricks) >= tricks and len(run.view(None).lying) >= cards


def reached(game: Game, moment: Moment, *, seeds: int = 40) -> Run:
    """A deal by chance of a game, at a moment; raises `LookupError` if none gets there."""
    for seed in range(seeds):
        run = Run.shuffled(game, seed=seed)
        if played_until(run, moment, random.Random(seed)):
            return run
    raise LookupError(f"no deal of {game.id} comes to that moment")


# -- whole deals -------------------------------------------------------------------------------

CASES = [
    *default_cases(),
    *(pytest.param(case, marks=pytest.mark.slow) for case in other_cases()),
]
"""Every game; and in the whole suite, every option."""


def deals(case: Case, seed: int) -> Iterator[Run]:
    """A deal by chance, at each of its questions."""
    run = Run.shuffled(case.game, seed=seed, options=case.options)
    player = ChancePlayer(random.Random(seed))
    while run.decision is not None:
        yield run
        step(run, player)


def some_deals(case: Case) -> Iterator[Run]:
    """Several deals by chance: not every one has gifts and calls."""
    for seed in range(4):
        yield from deals(case, seed)
