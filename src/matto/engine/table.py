"""The table: what a script deals, tells and asks; with the values and views that go with it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

import msgspec

from matto.engine.cards import NUMBER, PLAIN_BIT, TAROCK_BIT, hand_order_of, words
from matto.engine.errors import InNoHand, Refusal
from matto.engine.events import (
    ALL,
    INTO_HAND,
    NO_MOVE,
    SAY,
    Contract,
    Decision,
    Event,
    Result,
    Setup,
    Trick,
)
from matto.engine.scoring import Row, total
from matto.engine.words import text

T = TypeVar("T")

Explain = Callable[[int, str], Refusal]
"""Says why a seat may not give an answer to what is asked now."""

Script = Generator[Decision, str, T]
"""The form of blocks and games: yields `Decision`s, is sent choices, returns `T`."""


class Table:
    """The state of one deal, changed only by its script.

    Hands are kept as two words a seat (`plain`, `tarocks`), because the rules of tricks work
    on those; everything that anybody may see goes through `tell`.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.pack = setup.pack
        self.in_hand_order = hand_order_of(setup.pack).cards
        self.options = setup.options
        self.seats = setup.seats
        self.dealer = setup.dealer
        self.plain = [0] * self.seats
        self.tarocks = [0] * self.seats
        self.events: list[Event] = []
        self.tricks: list[Trick] = []
        self.laid_away: list[list[str]] = [[] for _ in range(self.seats)]
        self.said: dict[str, list[int]] = {}
        self.contract: Contract | None = None
        self.answered_by = 0
        self.explain: Explain | None = None
        self.asides = Asides(self)
        self._dealt = [0] * self.seats

    # -- seats ---------------------------------------------------------------------------

    def after(self, seat: int, by: int = 1) -> int:
        """The seat that plays `by` turns after another."""
        return (seat + by) % self.seats

    def all_from(self, first: int) -> tuple[int, ...]:
        """All seats in the order of play, beginning with one."""
        return _turns(self.seats)[first % self.seats]

    def others(self, seat: int) -> tuple[int, ...]:
        """All other seats in the order of play, beginning after one."""
        return self.all_from(seat)[1:]

    def clause(self, number: str) -> str:
        """The full citation of a clause of this game: `5.3` becomes `game 5.3`."""
        return f"{self.setup.game} {number.lstrip('§')}"

    # -- telling and asking --------------------------------------------------------------

    def tell(
        self,
        kind: str,
        seat: int,
        *what: str,
        to: int | Iterable[int] | None = None,
        moves: int = NO_MOVE,
    ) -> None:
        """Let something be seen by everybody, or only by one seat or some seats."""
        if to is None:
            seen_by = ALL
        else:
            seen_by = 1 << to if isinstance(to, int) else sum(1 << one for one in set(to))
        self.events.append(Event(kind, seat, what, seen_by, moves))

    def ask(
        self,
        seat: int,
        kind: str,
        options: Sequence[str],
        clause: str = "",
        *,
        explain: Callable[[str], Refusal] | None = None,
        secret: bool = False,
        left: int = 1,
    ) -> Script[str]:
        """Ask a seat; everybody hears the answer, unless it is secret.

        `left` tells how many of the options are still chosen, this one with them.
        """
        if explain is not None:
            self.explain = lambda _seat, word: explain(word)
        answer = yield Decision(seat, kind, tuple(options), self.clause(clause), left=left)
        self.tell(kind, seat, answer, to=seat if secret else None)
        return answer

    def ask_all(
        self,
        seat: int,
        kind: str,
        options: Callable[[int], Sequence[str]],
        clause: str,
        *,
        wait: str,
        explain: Explain,
    ) -> Script[tuple[int, str]]:
        """Ask a seat something that any other seat may answer first; gives who said what.

        `options` and `explain` are given the seat that would answer. The seat asked may also
        `wait`, which nobody hears, as nothing is said.
        """

        def question(own: int, *more: str) -> Decision:
            cited = self.clause(clause)
            words = (*options(own), *more)
            return Decision(own, kind, words, cited)

        others = tuple(question(other) for other in self.others(seat))
        self.answered_by, self.explain = seat, explain
        answer = yield msgspec.structs.replace(question(seat, wait), others=others, wait=wait)
        if answer != wait:
            self.tell(kind, self.answered_by, answer)
        return self.answered_by, answer

    def note(self, what: str, seat: int) -> None:
        """Remember that a seat said something that settling needs."""
        self.said.setdefault(what, []).append(seat)

    # -- hands ---------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[str, ...]:
        """A seat's cards, sorted."""
        return self.in_hand_order(self.plain[seat], self.tarocks[seat])

    def holds(self, seat: int, card: str) -> bool:
        """Return whether a seat holds a card."""
        number = NUMBER[card]
        return bool(
            self.plain[seat] & PLAIN_BIT[number] | self.tarocks[seat] & TAROCK_BIT[number]
        )

    def holder(self, card: str) -> int | None:
        """The seat that holds a card, if any."""
        return next((seat for seat in range(self.seats) if self.holds(seat, card)), None)

    def sure_holder(self, card: str) -> int:
        """The seat that holds a card, where the rules leave no other place; or `InNoHand`."""
        seat = self.holder(card)
        if seat is None:
            raise InNoHand(text("{card} is in no hand, where the rules say it is.", card=card))
        return seat

    def add(self, seat: int, cards: Iterable[str]) -> None:
        """Put cards into a hand, unseen: the caller tells whoever may know."""
        plain, tarocks = words(cards)
        self.plain[seat] |= plain
        self.tarocks[seat] |= tarocks

    def remove(self, seat: int, cards: Iterable[str]) -> None:
        """Take cards out of a hand, unseen: the caller tells whoever may know."""
        plain, tarocks = words(cards)
        self.plain[seat] &= ~plain
        self.tarocks[seat] &= ~tarocks

    def deal_packet(self, size: int, seats: Sequence[int] | None = None) -> None:
        """Give each seat (from the dealer's neighbour on) its next cards, face down."""
        # told without `tell`: every deal of every simulation passes here sixty times and more
        for seat in seats or self.all_from(self.after(self.dealer)):
            start = self._dealt[seat]
            packet = self.setup.deal.hands[seat][start : start + size]
            self._dealt[seat] = start + len(packet)
            self.add(seat, packet)
            self.events.append(Event("dealt", seat, packet, 1 << seat, INTO_HAND))
            self.events.append(Event("packet", seat, (str(len(packet)),)))

    # -- the end -------------------------------------------------------------------------

    def throw_in(self, rows: Sequence[Row] = (), *, next_dealer: int | None = None) -> Result:
        """End the deal without play; the next seat deals unless said otherwise."""
        self.tell("thrown in", self.dealer)
        return self.finish(rows, (0,) * self.seats, next_dealer=next_dealer, thrown_in=True)

    def finish(
        self,
        rows: Sequence[Row],
        points: Sequence[int],
        *,
        next_dealer: int | None = None,
        thrown_in: bool = False,
        carried: Mapping[str, int] | None = None,
    ) -> Result:
        """End the deal with its score sheet."""
        return Result(
            sheet=tuple(rows),
            scores=total(rows, self.seats),
            points=tuple(points),
            next_dealer=self.after(self.dealer) if next_dealer is None else next_dealer,
            thrown_in=thrown_in,
            carried=dict(self.setup.carried if carried is None else carried),
        )


class Asides:
    """The phrases allowed aside, without a question: none, unless a game sets its own.

    What a seat may say is worked out when somebody wants to know (`asides(seat)`), from public
    things and that seat's own cards only. `clause` is the one by which a phrase is refused.
    """

    def __init__(self, table: Table, clause: str = "") -> None:
        self.table = table
        self.refused_by = table.clause(clause) if clause else ""

    def __call__(self, seat: int) -> tuple[str, ...]:
        """The phrases that a seat may say now."""
        return ()

    def say(self, seat: int, phrase: str) -> None:
        """Let an allowed phrase be heard, here by everybody."""
        self.table.tell(SAY, seat, phrase)

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say why a phrase is not allowed now."""
        allowed = ", ".join(self(seat)) or "–"
        sentence = text(
            "“{phrase}” may not be said now. Allowed: {allowed}.",
            phrase=phrase,
            allowed=allowed,
        )
        return Refusal(self.refused_by, sentence)


@cache
def _turns(seats: int) -> tuple[tuple[int, ...], ...]:
    """The order of play from each seat on."""
    return tuple(
        tuple((first + step) % seats for step in range(seats)) for first in range(seats)
    )
