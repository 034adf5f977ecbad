"""A finished deal: played back through anybody's eyes, and how it was shuffled.

Through the eyes of a seat a moment shows what that seat saw at that moment and no more, so that
one can ask what one would have done. With open cards it shows everything. Cards thrown in were
thrown together unseen: of such a deal one sees again what one saw, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.run import Run
from matto.server.http.requests import Display, Visit
from matto.server.tables.shuffle import PROTOCOL, ShuffleProof
from matto.server.tables.views import FinishedDeal, Phase, SeatedPlayer, TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.story import rows_of
from matto.server.web.pages.templates import rendered
from matto.telling.story import (
    ONLOOKER,
    OPEN,
    Eyes,
    Moment,
    after_trick,
    ends_of_tricks,
    first_card,
    story,
)


class ReplayedDeal(msgspec.Struct, frozen=True):
    """A finished deal of a table; `deals` of it are over, `seat` is the viewer's own."""

    table: str
    number: int
    run: Run
    players: tuple[SeatedPlayer, ...]
    deals: int
    seat: int | None = None

    @property
    def game(self) -> Game:
        return self.run.game

    @property
    def eyes(self) -> tuple[Eyes, ...]:
        """Through whose eyes one may look at it, the usual ones first."""
        result = self.run.result
        if result is not None and result.thrown_in:
            return (ONLOOKER,) if self.seat is None else (self.seat, ONLOOKER)
        return (OPEN, *range(self.game.seats), ONLOOKER)


def looked_back(played: ReplayedDeal, run: Run, seat: int | None) -> TableView:
    """A finished deal as far as `run` has gone, as a seat saw it or (None) an onlooker."""
    return TableView(
        table=played.table,
        seq=0,
        phase=Phase.PLAYING if run.result is None else Phase.BETWEEN,
        game=played.game,
        options=run.options,
        seat=seat,
        players=played.players,
        view=run.view(seat),
        deal=played.number,
        dealer=run.setup.dealer,
        ledger=run.setup.ledger,
        finished=(),
        carried=run.setup.carried,
    )


def replay_page(
    visit: Visit, played: ReplayedDeal, at: int | None = None, eyes: str = OPEN
) -> str:
    """Fill in one moment of a finished deal.

    `at` counts the actions up to it; without it, it is the moment before the first card.
    `eyes` is a seat, `open` or `onlooker`; others than the deal may be seen through give way
    to the usual ones.
    """
    ends = ends_of_tricks(played.run)
    through = next((one for one in played.eyes if str(one) == eyes), played.eyes[0])
    at = first_card(played.run) if at is None else max(0, min(at, ends[-1]))
    return rendered(
        "replay.html",
        visit,
        played=played,
        ends=ends,
        after_trick=after_trick(ends, at),
        **shown_at(played, Moment(played.run, at, through), visit.display),
    )


def shown_at(played: ReplayedDeal, moment: Moment, display: Display) -> Mapping[str, object]:
    """What is to be seen at a moment, for the pieces of a table's page."""
    run, contract = moment.run, moment.run.table.contract
    table_view = looked_back(played, run, moment.seat)
    sides = contract.side if contract is not None and moment.eyes == OPEN else ()
    context = PageContext(table_view, display, sides=sides)
    sheet = run.result and FinishedDeal(played.number, run.setup.dealer, run.result)
    return {
        "moment": moment,
        "context": context,
        "table_view": table_view,
        "view": context.view,
        "phase": table_view.phase.value,
        "rows": rows_of(story(moment.view, context.tagged, context.names, None)),
        "sheet": sheet,
    }


RECIPE = """from hashlib import sha256
# whose seed is whose: the seats of the page, less one
secret, deal, seeds = {secret!r}, {deal}, {seeds!r}
pack, count = sorted("{pack}".split()), 0
told = lambda words: sha256(words.encode()).hexdigest()
print("The promise is kept:", told(secret) == "{promise}")
key = told({protocol!r} + f"\\n{{secret}}\\n{{deal}}\\n"
           + "".join(f"{{seat}}:{{seeds[seat]}}\\n" for seat in sorted(seeds)))
for place in range(len(pack) - 1, 0, -1):
    while (number := int(told(f"{{key}}:{{count}}")[:8], 16)) >= 2**32 - 2**32 % (place + 1):
        count += 1
    count, other = count + 1, number % (place + 1)
    pack[place], pack[other] = pack[other], pack[place]
print("The cards are these:", pack == "{order}".split())
"""
"""What anybody can run to check a shuffle without us."""


class ShuffleClaim(msgspec.Struct, frozen=True):
    """What the page's script needs to check a shuffle."""

    deal: int
    promise: str
    secret: str
    seeds: dict[str, str]
    codes: tuple[str, ...]


def shuffle_page(visit: Visit, played: ReplayedDeal, proof: ShuffleProof | None) -> str:
    """Fill in the check of a deal's shuffle; `proof` is None where its cards were given."""
    context = PageContext(looked_back(played, played.run, None), visit.display, sides=())
    return rendered(
        "shuffle.html",
        visit,
        played=played,
        context=context,
        proof=proof,
        dealt=None if proof is None else dealt_by(played, proof),
        claim="" if proof is None else msgspec.json.encode(claim_of(proof)).decode(),
        recipe="" if proof is None else recipe(proof),
    )


def claim_of(proof: ShuffleProof) -> ShuffleClaim:
    """What is to be checked, without what is to come out of it."""
    seeds = {str(seat): seed for seat, seed in sorted(proof.seeds.items())}
    return ShuffleClaim(
        proof.deal, proof.promise, proof.secret, seeds, tuple(sorted(proof.order))
    )


def recipe(proof: ShuffleProof) -> str:
    """The lines of Python that check this shuffle."""
    return RECIPE.format(
        secret=proof.secret,
        deal=proof.deal,
        seeds=dict(sorted(proof.seeds.items())),
        pack=" ".join(sorted(proof.order)),
        promise=proof.promise,
        protocol=PROTOCOL,
        order=" ".join(proof.order),
    )


def dealt_by(played: ReplayedDeal, proof: ShuffleProof) -> Deal:
    """Who got which cards of the pack that was shuffled, as they came from it."""
    setup = played.run.setup
    return played.game.deal_from(proof.order, played.run.options, setup.dealer)
