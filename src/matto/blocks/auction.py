"""Words before the play: bids, announcements, talk after packets, whether to go on.

The cards come in packets; in the pause after each the seats speak once, in turn. Whoever goes
alone ends the talk. A deal that nobody wants is given up, and who wants that may pay for it:
the offers of a pause all go to the one seat that takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache

from matto.engine.errors import Refusal
from matto.engine.game import ChoiceSet
from matto.engine.scoring import Row
from matto.engine.table import Script, Table
from matto.engine.words import Text, text

SILENCE = "silence"
ANNOUNCE = "announce"


def announcing(words: Sequence[str], times: int) -> ChoiceSet:
    """All that can be answered where somebody may announce some words, or nothing."""
    return ChoiceSet(ANNOUNCE, (*words, SILENCE), times)


def announce(
    table: Table,
    seat: int,
    words: Sequence[str],
    *,
    clause: str,
    barred: Mapping[str, str] | None = None,
    bound_by: str = "",
    reasons: Mapping[str, Text] | None = None,
) -> Script[str]:
    """Ask a seat for one of its announcements, or silence; all hear it and it is noted.

    `barred` gives the clauses of announcements that are not this seat's to make, `bound_by`
    the clause by which it may not be silent, `reasons` why some are barred.
    """

    def refuse(word: str) -> Refusal:
        never = barred or {}
        if bound_by and word not in never:
            bound = text("You have bound yourself to announce {words}.", words=listed)
            return Refusal(table.clause(bound_by), bound)
        if word in never:
            entitled = text("You are not entitled to announce {word}.", word=word)
            return Refusal(table.clause(never[word]), (reasons or {}).get(word, entitled))
        return Refusal(
            table.clause(clause),
            text("“{word}” is no announcement here. Say {words}.", word=word, words=listed),
        )

    options = tuple(words) if bound_by else (*words, SILENCE)
    listed = ", ".join(options)
    word = yield from table.ask(seat, ANNOUNCE, options, clause, explain=refuse)
    if word != SILENCE:
        table.note(word, seat)
    return word


WhyNoBid = Callable[[int, str, bool], tuple[str, Text]]
"""Clause and reason against a seat's word; the flag tells whether somebody has bid already."""

BID = "bid"


def bidding(bids: Sequence[str], passing: str, times: int) -> ChoiceSet:
    """All that can be bid, where so many are asked at the most."""
    return ChoiceSet(BID, (*bids, passing), times)


def first_bid(
    table: Table,
    order: Sequence[int],
    bids: Sequence[str],
    passing: str,
    *,
    clause: str,
    other_clause: str = "",
    barred: Mapping[str, str] | None = None,
) -> Script[tuple[int, str] | None]:
    """Ask each seat once, in turn; the first bid ends the bidding.

    Gives the bidder and the bid, or None when all have passed. `other_clause` says that
    there are no other bids, where `clause` does not; `barred` gives the clauses of bids that
    are not these seats' to make.
    """

    def refuse(word: str) -> Refusal:
        return Refusal(
            table.clause((barred or {}).get(word) or other_clause or clause),
            text("“{word}” is no bid here. Say {bids}.", word=word, bids=", ".join(words)),
        )

    words = (*bids, passing)
    for seat in order:
        bid = yield from table.ask(seat, BID, words, clause, explain=refuse)
        if bid != passing:
            return seat, bid
    return None


def round_of_bids(
    table: Table,
    order: Sequence[int],
    highest: str,
    lower: Callable[[int], Sequence[str]],
    passing: str,
    *,
    clause: str,
    why: WhyNoBid,
) -> Script[tuple[int, str] | None]:
    """Ask each seat once, in turn: one lower bid, which the highest tops and so ends the round.

    `lower` gives the lower bids that a seat may make while nobody has made one; `why` gives
    clause and reason against other words. Gives the last bidder and the bid, or None when all
    have passed.
    """
    standing: tuple[int, str] | None = None
    for seat in order:

        def refuse(word: str, seat: int = seat, bid: bool = standing is not None) -> Refusal:
            number, sentence = why(seat, word, bid)
            return Refusal(table.clause(number), sentence)

        words = (highest, *(() if standing else lower(seat)), passing)
        bid = yield from table.ask(seat, BID, words, clause, explain=refuse)
        if bid != passing:
            standing = seat, bid
        if bid == highest:
            break
    return standing


TALK = "talk"


@dataclass(frozen=True)
class GoOn:
    """The words for going on and for giving up, and the clauses of question and refusal.

    All speak, unless `first_ends`: then the first who wants to go on ends the talk.
    """

    go_on: str
    give_up: str
    _: KW_ONLY
    clause: str
    words_clause: str
    first_ends: bool = False

    def question(self, times: int) -> ChoiceSet:
        """Return what can be said, so often at the most."""
        return ChoiceSet(TALK, (self.go_on, self.give_up), times)


def anybody_goes_on(table: Table, rules: GoOn) -> Script[bool]:
    """Ask each seat, the dealer last; tells whether at least one wants to go on."""
    words = (rules.go_on, rules.give_up)

    def refuse(word: str) -> Refusal:
        return Refusal(
            table.clause(rules.words_clause),
            text(
                "“{word}” cannot be said now. Say {words}.", word=word, words=", ".join(words)
            ),
        )

    wanted = False
    for seat in table.all_from(table.after(table.dealer)):
        word = yield from table.ask(seat, TALK, words, rules.clause, explain=refuse)
        wanted = wanted or word == rules.go_on
        if wanted and rules.first_ends:
            break
    return wanted


Reason = tuple[str, Text]


@dataclass(frozen=True, kw_only=True)
class TalkClauses:
    """The clauses that say what may be said when."""

    turn: str
    words: str
    solo: str
    more_waits: str
    more_never: str
    offer: str
    take: str
    taken: str


@dataclass(frozen=True)
class PacketTalk:
    """The words of the talk and the pauses, counted from 1, in which each may be said.

    More cards called for in a pause in which solo is open wait for the seats still to speak,
    who may only go alone or decline (`give_up`); in other pauses they close the talk.
    `most_offers` seats may offer in one pause. `solo_after_take` lets a seat go alone though
    offers have been taken; `unmet_offer_ends` gives the deal up when nobody takes an offer.
    """

    clauses: TalkClauses
    pauses: int
    solo_pauses: frozenset[int]
    solo: str
    more: str
    offer: str
    take: str
    give_up: str
    most_offers: int
    solo_after_take: bool = True
    unmet_offer_ends: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that can be said at all."""
        return self.solo, self.more, self.offer, self.take, self.give_up

    def question(self, seats: int, pauses: Collection[int]) -> ChoiceSet:
        """All that can be said where there is talk in some of the pauses."""
        sayable = {
            word for number in pauses for word in _ever_sayable(Pause(self, number), seats)
        }
        words = tuple(word for word in self.words if word in sayable)
        return ChoiceSet(TALK, words, seats * len(pauses))


@dataclass(frozen=True)
class Pause:
    """The words of one pause, as (seat, word) in the order of speaking."""

    talk: PacketTalk
    number: int
    said: tuple[tuple[int, str], ...] = ()

    def seats_that_said(self, word: str) -> tuple[int, ...]:
        """The seats that have said a word in this pause."""
        return tuple(seat for seat, spoken in self.said if spoken == word)

    @property
    def soloist(self) -> int | None:
        """The seat that goes alone, if any."""
        return next(iter(self.seats_that_said(self.talk.solo)), None)

    @property
    def speakers(self) -> tuple[int, ...]:
        """The seats that have spoken in this pause, in order."""
        return tuple(seat for seat, _ in self.said)

    @property
    def early(self) -> bool:
        """Return whether not all cards had been dealt."""
        return self.number < self.talk.pauses

    @property
    def waits_for_solo(self) -> bool:
        """Return whether more cards were called for, so that only a solo can still come."""
        return bool(self.seats_that_said(self.talk.more))

    @property
    def closed(self) -> bool:
        """Return whether nobody else is asked."""
        no_solo = self.number not in self.talk.solo_pauses
        return self.soloist is not None or (self.waits_for_solo and no_solo)

    @property
    def deals_on(self) -> bool:
        """Return whether the next packet is dealt, once all have spoken and none goes alone."""
        if not self.early:
            return False
        offered = self.seats_that_said(self.talk.offer)
        unmet = bool(offered) and not self.seats_that_said(self.talk.take)
        return self.waits_for_solo or (unmet and not self.talk.unmet_offer_ends)

    def and_then(self, seat: int, word: str) -> Pause:
        """The pause after one more word."""
        return Pause(self.talk, self.number, (*self.said, (seat, word)))

    def barred(self, word: str) -> Reason | None:
        """Say why a word may not be said now; None when it may."""
        clauses = self.talk.clauses
        if word not in self.talk.words:
            return clauses.words, text(
                "Say one of these: {words}.", words=", ".join(_sayable(self))
            )
        if word == self.talk.solo:
            return self._solo_barred()
        if self.waits_for_solo and word != self.talk.give_up:
            return clauses.more_waits, text(
                "More cards have been called for: you may only go alone, or say {pass_}.",
                pass_=self.talk.give_up,
            )
        if word == self.talk.more and not self.early:
            return clauses.more_never, text("All packets are dealt: there are no more cards.")
        return self._payment_barred(word)

    def _solo_barred(self) -> Reason | None:
        talk = self.talk
        if self.number not in talk.solo_pauses:
            return talk.clauses.solo, text("Nobody may go alone after this packet.")
        if self.seats_that_said(talk.take) and not talk.solo_after_take:
            return talk.clauses.taken, text(
                "The offers are taken: you may not go alone any more."
            )
        return None

    def _payment_barred(self, word: str) -> Reason | None:
        talk = self.talk
        if word not in {talk.offer, talk.take}:
            return None
        if self.seats_that_said(talk.take):
            return talk.clauses.taken, text(
                "The offers are taken: nobody may offer or take any more."
            )
        offers = len(self.seats_that_said(talk.offer))
        if word == talk.offer and offers >= talk.most_offers:
            return talk.clauses.offer, text(
                "{offers} players have offered already: no more may.", offers=offers
            )
        if word == talk.take and not offers:
            return talk.clauses.take, text("Nobody has offered anything in this pause.")
        return None


REMEMBERED = 4096


def talk_in_pause(table: Table, talk: PacketTalk, number: int) -> Script[Pause]:
    """Ask the seats in turn, the dealer last, until the talk closes; gives what was said."""
    pause = Pause(talk, number)
    for seat in table.all_from(table.after(table.dealer)):
        word = yield from table.ask(
            seat, TALK, _sayable(pause), talk.clauses.turn, explain=_refusing(table, pause)
        )
        pause = pause.and_then(seat, word)
        if pause.closed:
            break
    return pause


@lru_cache(maxsize=REMEMBERED)
def _sayable(pause: Pause) -> tuple[str, ...]:
    """The words that may be said now; remembered, as few different pauses come up."""
    return tuple(word for word in pause.talk.words if pause.barred(word) is None)


def _ever_sayable(pause: Pause, seats: int) -> set[str]:
    """The words that may be said now or by one who speaks later in the pause."""
    if len(pause.said) == seats or pause.closed:
        return set()
    words = set(_sayable(pause))
    return words.union(*(_ever_sayable(pause.and_then(0, word), seats) for word in words))


def _refusing(table: Table, pause: Pause) -> Callable[[str], Refusal]:
    """Say why a word may not be said, as things stand in a pause."""

    def refuse(word: str) -> Refusal:
        clause, sentence = pause.barred(word) or (
            pause.talk.clauses.turn,
            text("“{word}” cannot be said now.", word=word),
        )
        return Refusal(table.clause(clause), sentence)

    return refuse


def buying_out(pause: Pause, seats: int, item: str, cite: str) -> Sequence[Row]:
    """The row by which those who offered pay one point each to the one who took; none else."""
    takers = pause.seats_that_said(pause.talk.take)
    payers = pause.seats_that_said(pause.talk.offer)
    if not takers:
        return ()
    amounts = tuple(
        len(payers) if seat in takers else -1 if seat in payers else 0 for seat in range(seats)
    )
    return (Row(item, cite, amounts),)
