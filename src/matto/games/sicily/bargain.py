"""Bargaining whether to play at all: offers and demands, in no order of speaking.

The latest word of each seat counts. The deal is given up as soon as every seat has spoken and
what is offered is what is demanded; one word that holds the cards ends the bargaining at once.
The clauses cited are those that the rulebooks of these games number alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from matto.blocks import bid_prices
from matto.blocks.bid_prices import of_one
from matto.engine.errors import Refusal
from matto.engine.game import ChoiceSet, Prospect
from matto.engine.options import Options, choice, number
from matto.engine.scoring import Row
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_, Text, text

KIND = "negotiate"
OFFER, SHUFFLE, TAKE, HOLD = "offro", "mescolate", "prendo", "tengo"
WAIT = "aspetto"

NEGOTIATION_WORDS: Mapping[str, str] = {
    OFFER: N_("I pay so many points if the deal is given up."),
    SHUFFLE: N_("“Mescolate.” Shuffle: I want the deal given up and neither pay nor take."),
    TAKE: N_("“Prendo.” I give the deal up for all that is offered, or for so much of it."),
    HOLD: N_("“Tengo.” I hold: the deal is played, and all offers are void."),
    WAIT: N_("I say nothing for now."),
}


@dataclass(frozen=True)
class NegotiationClauses:
    """The clauses that say what may be said when, and what is paid."""

    turn: str
    words: str
    offer: str
    take: str
    part: str
    latest: str
    paid: str
    wait: str
    enough: str


@dataclass(frozen=True)
class Negotiation:
    """How much one seat may offer at most, and how often it may speak.

    With `nothing_taken` a seat that takes all agrees to nothing, too, when nobody offers.
    """

    clauses: NegotiationClauses
    highest_offer: int
    words_each: int
    nothing_taken: bool = False

    def question(self, seats: int) -> ChoiceSet:
        """All that can be said: every word that holds nothing may be followed by silence."""
        offered = self.highest_offer * (seats - 1)
        offers, parts = _offers_to(self.highest_offer), _parts_of(offered)
        words = (*offers, SHUFFLE, TAKE, *parts, HOLD, WAIT)
        return ChoiceSet(KIND, words, seats * (seats * self.words_each + 1))


@dataclass(frozen=True)
class Bargain:
    """All that has been said, as (seat, word) in the order of speaking."""

    rules: Negotiation
    seats: int
    said: tuple[tuple[int, str], ...] = ()

    def and_then(self, seat: int, word: str) -> Bargain:
        """The bargain after one more word."""
        return Bargain(self.rules, self.seats, (*self.said, (seat, word)))

    # -- how things stand ----------------------------------------------------------------

    @cached_property
    def standing(self) -> Mapping[int, str]:
        """The latest word of each seat that has spoken."""
        return dict(self.said)

    @cached_property
    def offered(self) -> int:
        """The sum of all offers."""
        return sum(map(self.offer, range(self.seats)))

    def offer(self, seat: int) -> int:
        """The points that a seat offers."""
        return _offer(self.standing.get(seat, ""))

    def spent(self, seat: int) -> bool:
        """Return whether a seat has spoken as often as it may."""
        return sum(own == seat for own, _ in self.said) >= self.rules.words_each

    def demand(self, seat: int) -> int:
        """Return what a seat wants to be paid, 0 for one that has not said so."""
        word, _, part = self.standing.get(seat, "").partition(":")
        if word != TAKE:
            return 0
        return int(part) if part else self.offered

    @property
    def held(self) -> bool:
        """Return whether somebody has held his cards."""
        return bool(self.said) and self.said[-1][1] == HOLD

    @property
    def agreed(self) -> bool:
        """Return whether the deal is given up."""
        if self.held or len(self.standing) < self.seats:
            return False
        takers = [word for word in self.standing.values() if word.startswith(TAKE)]
        if takers and not self.offered and not self.rules.nothing_taken:
            return False
        return sum(map(self.demand, range(self.seats))) == self.offered

    def payments(self) -> tuple[int, ...]:
        """Return what each seat receives, or pays, if the deal is given up."""
        return tuple(self.demand(seat) - self.offer(seat) for seat in range(self.seats))

    # -- what may be said ----------------------------------------------------------------

    def words_for(self, seat: int) -> tuple[str, ...]:
        """Return what a seat may say now: all that `barred` has nothing against."""
        if self.spent(seat):
            return (HOLD,)
        standing = self.standing.get(seat)
        words = (*_offers_to(self.rules.highest_offer), SHUFFLE)
        offered = self.offered_to(seat)
        if offered:
            words += (TAKE, *_parts_of(offered))
        return (*(word for word in words if word != standing), HOLD)

    def offered_to(self, seat: int) -> int:
        """The sum of what the other seats offer."""
        return self.offered - self.offer(seat)

    def barred(self, seat: int, choice: str) -> tuple[str, Text] | None:
        """Say why a seat may not say something now, and by which clause; None when it may."""
        clauses = self.rules.clauses
        word, colon, _ = choice.partition(":")
        if choice == WAIT:
            return clauses.wait, text("You are not asked: if you say nothing, you wait.")
        if choice == HOLD:
            return None
        if word not in {OFFER, SHUFFLE, TAKE} or (colon and word == SHUFFLE):
            return clauses.words, text("“{word}” is nothing to say now.", word=choice)
        if self.spent(seat):
            return clauses.enough, text(
                "You have spoken {times} times: you may only hold ({hold}) or wait.",
                times=self.rules.words_each,
                hold=HOLD,
            )
        if self.standing.get(seat) == choice:
            return clauses.latest, text("{word} already stands for you.", word=choice)
        if word == OFFER and choice not in _offers_to(self.rules.highest_offer):
            return clauses.offer, text(
                "Offer a number of points from 1 to {most}.", most=self.rules.highest_offer
            )
        if word == TAKE:
            return self._taking_barred(seat, choice)
        return None

    def _taking_barred(self, seat: int, choice: str) -> tuple[str, Text] | None:
        clauses, offered = self.rules.clauses, self.offered_to(seat)
        if not offered:
            return clauses.take, text("Nobody else offers anything.")
        if choice not in {TAKE, *_parts_of(offered)}:
            return clauses.part, text(
                "{points} points are offered: take a part of them, or all by {take}.",
                points=offered,
                take=TAKE,
            )
        return None


@cache
def _offers_to(most: int) -> tuple[str, ...]:
    """The words that offer one point or more."""
    return tuple(f"{OFFER}:{amount}" for amount in range(1, most + 1))


@cache
def _parts_of(offered: int) -> tuple[str, ...]:
    """The words that take a part of what is offered."""
    return tuple(f"{TAKE}:{part}" for part in range(1, offered))


@cache
def _offer(word: str) -> int:
    """The points that a word offers."""
    head, _, amount = word.partition(":")
    return int(amount) if head == OFFER else 0


def negotiate(table: Table, rules: Negotiation) -> Script[Bargain]:
    """Let the seats bargain until they agree, somebody holds, or nobody says any more.

    The table looks at one seat after another, from the dealer's neighbour on; whoever is not
    looked at may speak all the same.
    """
    bargain = Bargain(rules, table.seats)
    looked_at, silent = table.after(table.dealer), 0
    while silent < table.seats and not (bargain.held or bargain.agreed):
        seat, word = yield from table.ask_all(
            looked_at,
            KIND,
            bargain.words_for,
            rules.clauses.turn,
            wait=WAIT,
            explain=_Refusing(table, bargain),
        )
        if word == WAIT:
            silent += 1
        else:
            silent = 0
            bargain = bargain.and_then(seat, word)
        if seat == looked_at:
            looked_at = table.after(looked_at)
    return bargain


@dataclass(frozen=True)
class _Refusing:
    """Says why something may not be said, as things stand."""

    table: Table
    bargain: Bargain

    def __call__(self, seat: int, word: str) -> Refusal:
        clauses = self.bargain.rules.clauses
        clause, sentence = self.bargain.barred(seat, word) or (
            clauses.turn,
            text("“{word}” is nothing to say now.", word=word),
        )
        return Refusal(self.table.clause(clause), sentence)


def bought_out(table: Table, bargain: Bargain) -> tuple[Row, ...]:
    """The row of what is paid when a deal is given up; none if nothing was offered."""
    if not bargain.offered:
        return ()
    return (Row(TAKE, table.clause(bargain.rules.clauses.paid), bargain.payments()),)


# -- as the games have it ------------------------------------------------------------------

BARGAIN_OPTIONS = (
    number(
        "highest_offer",
        "2.6",
        N_("The most points that one player may offer to have the deal given up."),
        10,
        values=range(1, 31),
    ),
    choice(
        "no_offers_left",
        "2.13",
        N_("What a prendo means when all offers have been withdrawn."),
        before="no_agreement",
        no_agreement=N_("no agreement"),
        given_up=N_("the deal is given up unpaid"),
    ),
    number(
        "words_each",
        "2.16",
        N_("How often each player may speak in a negotiation before only tengo is left."),
        6,
        values=range(1, 21),
    ),
)
CLAUSES = NegotiationClauses(
    turn="2.15",
    words="2.5",
    offer="2.6",
    take="2.8",
    part="2.9",
    latest="2.11",
    paid="2.14",
    wait="2.15",
    enough="2.16",
)
PACKET = 5
COSTLESS = {SHUFFLE: bid_prices.given_up("2.7"), WAIT: bid_prices.nothing_said("2.15")}


def most_bought_out(options: Options, seats: int) -> tuple[int, ...]:
    """Return what is paid at the most when a deal is given up: 2.6, 2.14."""
    offer = options.number("highest_offer")
    return (offer * (seats - 1), *(-offer,) * (seats - 1))


def bargaining(options: Options) -> Negotiation:
    """Return what may be offered, and how often one may speak: 2.6, 2.16."""
    return Negotiation(
        CLAUSES,
        options.number("highest_offer"),
        options.number("words_each"),
        nothing_taken=options["no_offers_left"] == "given_up",  # 2.13
    )


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word brings and costs if the deal is given up: 2.14."""
    seat, clause = view.asked.seat, f"{view.game} {CLAUSES.paid}"
    bargain = Bargain(bargaining(view.options), view.seats, view.heard(KIND))
    row = Row(word.partition(":")[0], clause, bargain.and_then(seat, word).payments())
    if word.startswith(OFFER):
        yield Prospect(rows=of_one(seat, [row]), if_agreed=True)
    elif word.startswith(TAKE):
        yield Prospect(rows=[row], if_agreed=True)


def deal_and_bargain(table: Table, packets: int) -> Script[Bargain]:
    """Deal some packets, bargain, and deal one more if the deal is played: 2.4 to 2.19."""
    for _ in range(packets):
        table.deal_packet(PACKET)
    bargain = yield from negotiate(table, bargaining(table.options))
    if not bargain.agreed:
        table.deal_packet(PACKET)
    return bargain
