"""A finished deal: played back through anybody's eyes, and how it was shuffled.

Through the eyes of a seat a moment shows what that seat saw at that moment and no more, so that
one can ask what one would have done. With open cards it shows everything. Cards thrown in were
thrown together unseen: of such a deal one sees again what one saw, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from matto.engine.events import ALL
from matto.engine.game import Game
from matto.engine.options import whole_number
from matto.engine.run import Run
from matto.engine.view import View
from matto.server.http.requests import Display, Visit
from matto.server.tables.shuffle import PROTOCOL, ShuffleProof
from matto.server.tables.views import FinishedDeal, Phase, SeatedPlayer, TableView
from matto.server.web.pages.context import PageContext, by_suit, suit_name
from matto.server.web.pages.story import StoryRow, rows_of
from matto.server.web.pages.templates import rendered
from matto.telling.story import story

OPEN, ONLOOKER = "open", "onlooker"
"""Eyes that are no seat's: all cards open, and those of somebody who looks on."""

PLAY = "play"


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
    def eyes(self) -> tuple[str, ...]:
        """Through whose eyes one may look at it, the usual ones first."""
        result = self.run.result
        if result is not None and result.thrown_in:
            return (ONLOOKER,) if self.seat is None else (str(self.seat), ONLOOKER)
        return (OPEN, *map(str, range(self.game.seats)), ONLOOKER)


class ReplayStep(msgspec.Struct, frozen=True):
    """A moment that one can go to, and what it is called."""

    at: int
    called: int | str
    now: bool


class ShownHand(msgspec.Struct, frozen=True):
    """A hand as it is shown: whose, at which place, by suits."""

    name: str
    place: str
    suits: Sequence[tuple[str, Sequence[str]]]
    count: int


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


class ReplayMoment:
    """A deal after so many actions, as somebody's eyes see it."""

    def __init__(self, played: ReplayedDeal, at: int, eyes: str, display: Display) -> None:
        self.played = played
        self.at = at
        self.eyes = eyes
        self.run = played.run.fork(at)
        contract = self.run.table.contract
        open_sides = () if contract is None or eyes != OPEN else contract.side
        seen = looked_back(played, self.run, self.seat)
        self.context = PageContext(seen, display, sides=open_sides)

    @property
    def seat(self) -> int | None:
        return whole_number(self.eyes)

    @cached_property
    def view(self) -> View:
        """What is told of the deal: with open cards everything, else what the eyes saw."""
        return all_open(self.run) if self.eyes == OPEN else self.run.view(self.seat)

    def rows(self) -> tuple[StoryRow, ...]:
        return rows_of(story(self.view, self.context.tagged, self.context.names, None))

    def fresh(self) -> int:
        """The place in the story where this moment's part begins."""
        if not self.at:
            return 0
        before = self.played.run.fork(self.at - 1)
        view = all_open(before) if self.eyes == OPEN else before.view(self.seat)
        return len(view.events)

    def hands(self) -> Iterator[ShownHand]:
        """The hands that the eyes see: their own, or all with open cards."""
        seats = range(self.played.game.seats) if self.eyes == OPEN else (self.seat,)
        placed = self.context.placed
        for seat in seats:
            if seat is not None:
                hand = self.run.view(seat).hand
                suits = [
                    (suit_name(self.context.naming, letter), cards)
                    for letter, cards in by_suit(hand)
                ]
                yield ShownHand(self.context.names[seat], placed[seat], suits, len(hand))


def replay_page(
    visit: Visit, played: ReplayedDeal, at: int | None = None, eyes: str = OPEN
) -> str:
    """Fill in one moment of a finished deal.

    `at` counts the actions up to it; without it, it is the moment before the first card.
    `eyes` is a seat, `open` or `onlooker`; others than the deal may be seen through give way
    to the usual ones.
    """
    moments = moments_of(played.run)
    eyes = eyes if eyes in played.eyes else played.eyes[0]
    at = first_card(played.run) if at is None else max(0, min(at, moments[-1]))
    moment = ReplayMoment(played, at, eyes, visit.display)
    return rendered(
        "replay.html",
        visit,
        played=played,
        at=at,
        last=moments[-1],
        eyes=eyes,
        all_eyes=_called(moment.context, played.eyes),
        after_trick=next((place for place in moments if place > at), moments[-1]),
        steps=_steps(moments, at),
        options=[moment.context.say(about) for about in _changed(played.run)],
        **_shown(moment),
    )


def _shown(moment: ReplayMoment) -> dict[str, object]:
    """What is to be seen at a moment, for the pieces of a table's page."""
    context, result = moment.context, moment.run.result
    number, dealer = moment.played.number, moment.run.setup.dealer
    return {
        "context": context,
        "table_view": context.table_view,
        "phase": context.table_view.phase.value,
        "view": context.view,
        "hands": tuple(hand for hand in moment.hands() if hand.count),
        "rows": moment.rows(),
        "fresh": moment.fresh(),
        "sheet": FinishedDeal(number, dealer, result) if result else None,
    }


def all_open(run: Run) -> View:
    events = [msgspec.structs.replace(event, seen_by=ALL) for event in run.events]
    return View(run.setup, events, None, None, (), run.result)


def moments_of(run: Run) -> tuple[int, ...]:
    """The moments at which a trick has been won, after the start and before the end."""
    again = run.fork(0)
    found = [0]
    tricks = 0
    for place, action in enumerate(run.actions, start=1):
        again.act(action)
        if len(again.table.tricks) > tricks:
            tricks = len(again.table.tricks)
            found.append(place)
    if found[-1] != len(run.actions):
        found.append(len(run.actions))
    return tuple(found)


def first_card(run: Run) -> int:
    """The moment before the first card is played; the end where none was."""
    places = (place for place, action in enumerate(run.actions) if action.kind == PLAY)
    return next(places, len(run.actions))


def _called(context: PageContext, eyes: Sequence[str]) -> list[tuple[str, str]]:
    called = {
        OPEN: str(context.say("All cards open")),
        ONLOOKER: str(context.say("As an onlooker")),
        **{str(seat): name for seat, name in enumerate(context.names)},
    }
    return [(name, called[name]) for name in eyes]


def _steps(moments: Sequence[int], at: int) -> list[ReplayStep]:
    return [
        ReplayStep(place, number, place == at) for number, place in enumerate(moments) if number
    ]


def _changed(run: Run) -> list[str]:
    """The names of the options that were not the usual ones."""
    usual = run.game.resolve()
    return [
        option.about
        for option in run.game.options
        if run.options[option.name] != usual[option.name]
    ]


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


class Portion(msgspec.Struct, frozen=True):
    """The cards that a seat or the talon got, and their codes, as they came from the pack."""

    name: str
    codes: tuple[str, ...]


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
        seeds=[] if proof is None else _seeds(context, proof),
        portions=[] if proof is None else list(portions(context, played, proof)),
        right=None if proof is None else proof.holds,
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


def portions(
    context: PageContext, played: ReplayedDeal, proof: ShuffleProof
) -> Iterator[Portion]:
    """Who got which cards of the pack that was shuffled, seat by seat, the talon last."""
    setup = played.run.setup
    dealt = played.game.deal_from(proof.order, played.run.options, setup.dealer)
    for name, codes in zip(context.names, dealt.hands, strict=True):
        yield Portion(name, codes)
    if dealt.talon:
        yield Portion(str(context.say("Lying over")), dealt.talon)


def _seeds(context: PageContext, proof: ShuffleProof) -> list[tuple[int, str, str]]:
    return [(seat, name, proof.seeds.get(seat, "")) for seat, name in enumerate(context.names)]
