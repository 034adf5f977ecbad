"""Writing a view into a row of bytes: one pass over what the seat has seen."""

from __future__ import annotations

from collections.abc import Sequence

from matto.encoding.layout import MOST, Layout
from matto.encoding.reading import ViewReading
from matto.encoding.tables import PLAIN_SUITS, SUITS, RowTables
from matto.engine.events import Contract
from matto.engine.game import Game
from matto.engine.tricks import beats
from matto.engine.view import View

MOST_KEPT = 256
"""Of so many seats in deals it is kept what they had seen last; then it begins anew."""


class Observer:
    """Writes views of one game into rows."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.to = RowTables(game, layout)
        self._kept: dict[tuple[int, int], ViewReading] = {}

    def _read(self, view: View, seat: int) -> ViewReading:
        """Read a view, from where its seat's last one in the same deal ended if it is kept."""
        key = seat, id(view.events[0]) if view.events else 0
        reading = self._kept.pop(key, None)
        if reading is None or not reading.goes_on_in(view):
            reading = ViewReading(self.to, view, seat)
        reading.read(view.events)
        self._kept[key] = reading
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        return reading

    def row(self, view: View, seat: int) -> bytearray:
        """Write a view of a seat into a new row."""
        reading = self._read(view, seat)
        row = bytearray(reading.row)
        write(reading, view, row)
        self._settle(view, row)
        return row

    def _settle(self, view: View, row: bytearray) -> None:
        """Write what does not come from events: options and what is carried on."""
        start, written = self.to.start["options"], self.to.chosen(view.options).row
        row[start : start + len(written)] = written
        start = self.to.start["carried"]
        for place, name in enumerate(self.to.game.carried):
            _put_amount(row, start + 2 * place, view.carried.get(name, 0))
        start, relative = self.to.start["ledger"], self.to.relative[view.seat or 0]
        for seat, amount in enumerate(view.ledger):
            _put_amount(row, start + 4 * relative[seat], amount)
            _put_amount(row, start + 4 * relative[seat] + 2, -amount)
        if view.contract is not None:
            self._agree(view.contract, row, relative)

    def _agree(self, contract: Contract, row: bytearray, relative: Sequence[int]) -> None:
        """Write what is played for."""
        start = self.to.start["contract"]
        word = self.to.contracts.get(contract.word)
        if word is not None:
            row[start + word] = 1
        row[start + self.to.times] = min(self.to.most_times, contract.times)
        if contract.declarer is not None:
            row[start + self.to.times + 1 + relative[contract.declarer]] = 1


def _put_amount(row: bytearray, place: int, amount: int) -> None:
    """Write an amount into two bytes; none below nothing."""
    high, low = divmod(max(0, amount), MOST + 1)
    row[place], row[place + 1] = min(MOST, high), low


def write(reading: ViewReading, view: View, row: bytearray) -> None:
    """Write what a view's events have come to."""
    to, start, relative = reading.to, reading.to.start, reading.relative
    for seat, place in enumerate(relative):
        if reading.led[seat] >= 0:
            row[start["led"] + PLAIN_SUITS * place + reading.led[seat]] = 1
        row[start["tricks"] + place] = reading.tricks[seat]
        row[start["points"] + place] = min(MOST, reading.points[seat])
    for suit in range(PLAIN_SUITS):
        row[start["suits_led"] + suit] = reading.suits_led >> suit & 1
    for plane in ("away", "open", "talon", "named"):
        to.put(row, start[plane], getattr(reading, plane))
    for friend in to.game.friends(view):
        row[start["friends"] + relative[friend]] = 1
    row[start["dealer"] + relative[view.dealer]] = 1
    row[start["stock"]] = max(0, reading.chosen.stock - reading.drawn)
    _write_cards(reading, row)
    _write_trick(reading, view, row)


def _write_trick(reading: ViewReading, view: View, row: bytearray) -> None:
    """Write the trick that is going on, who leads and what is asked."""
    start, relative, leader = reading.to.start, reading.relative, reading.leader
    waiting, lies = view.waiting, reading.lies
    if waiting is not None:
        row[start["asked"] + relative[waiting.seat]] = 1
        row[start["kind"] + reading.to.kind(waiting.kind)] = 1
        if waiting.kind == "play" and not lies:
            leader = waiting.seat
    if leader >= 0:
        row[start["leader"] + relative[leader]] = 1
    if lies:
        cards = [reading.cards.by_code[event.what[0]] for event in lies]
        best, winner = cards[0], lies[0].seat
        for card, event in zip(cards, lies, strict=True):
            row[start["lying"] + card.column] = 1
            if beats(card.number, best.number, card.strength, best.strength):
                best, winner = card, event.seat
        row[start["winning"] + relative[winner]] = 1


def _write_cards(reading: ViewReading, row: bytearray) -> None:
    """Write where cards are known to be, who is void, and how high others can be."""
    to, start, cards, own = reading.to, reading.to.start, reading.cards, reading.seat
    hand = reading.hand & ~reading.played[own]
    unseen = cards.there & ~(hand | reading.away | reading.open)
    to.put(row, start["hand"], hand)
    known = []
    for place, shown, played in zip(
        reading.relative, reading.held, reading.played, strict=True
    ):
        held = shown & ~played
        known.append(held)
        unseen &= ~(played | held)
        to.put(row, start["played"] + to.cards * place, played)
        to.put(row, start["held"] + to.cards * place, held)
    common = cards.highest(unseen)
    for seat, place in enumerate(reading.relative):
        at, lacks = start["ceiling"] + (SUITS + 1) * place, reading.lacks[seat]
        if not place:
            row[at : at + SUITS + 1] = cards.highest(hand)
            continue
        heights = common
        if known[seat] or reading.barred[seat] or lacks:
            may = unseen & ~reading.barred[seat] & cards.without[lacks]
            heights = cards.highest(may | known[seat])
            void = start["void"] + SUITS * place
            for suit in range(SUITS):
                row[void + suit] = lacks >> suit & 1 and not heights[suit]
        row[at : at + SUITS + 1] = heights
