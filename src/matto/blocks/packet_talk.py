"""The talk after each packet: go alone, deal on, or buy one another out.

The cards come in packets; in the pause after each the seats speak once, in turn. Whoever goes
alone ends the talk. A deal that nobody wants is given up, and who wants that may pay for it:
the offers of a pause all go to the one seat that takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.scoring import Row
from matto.engine.table import Script, Table
from matto.engine.words import Text, text

__all__ = [
    "KIND",
    "REMEMBERED",
    "PacketTalk",
    "Pause",
    "Reason",
    "TalkClauses",
    "buying_out",
    "talk_in_pause",
]

KIND = "talk"

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

    @property
    def open_words(self) -> tuple[str, ...]:
        """What can be said in some pause: no solo where nobody ever goes alone."""
        return self.words if self.solo_pauses else self.words[1:]

    def question(self, seats: int, pauses: Collection[int]) -> ChoiceSet:
        """All that can be said where there is talk in some of the pauses."""
        sayable = {
            word for number in pauses for word in _ever_sayable(Pause(self, number), seats)
        }
        words = tuple(word for word in self.words if word in sayable)
        return ChoiceSet(KIND, words, seats * len(pauses))


@dataclass(frozen=True)
class Pause:
    """What has been said in one pause, as (seat, word) in the order of speaking."""

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
        """Tell whether not all cards had been dealt."""
        return self.number < self.talk.pauses

    @property
    def waits_for_solo(self) -> bool:
        """Tell whether more cards were called for, so that only a solo can still come."""
        return bool(self.seats_that_said(self.talk.more))

    @property
    def closed(self) -> bool:
        """Tell whether nobody else is asked."""
        no_solo = self.number not in self.talk.solo_pauses
        return self.soloist is not None or (self.waits_for_solo and no_solo)

    @property
    def deals_on(self) -> bool:
        """Tell whether the next packet is dealt, once all have spoken and none goes alone."""
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
                "Say one of these: {words}.", words=", ".join(self.talk.open_words)
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
            seat, KIND, _sayable(pause), talk.clauses.turn, explain=_refusing(table, pause)
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
