"""Cards that move outside the tricks: talon, open cards, stock, discards, cards demanded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import FOOL, TRUMPS, Pack
from matto.engine.errors import Refusal
from matto.engine.events import INTO_HAND, OUT_OF_HAND
from matto.engine.game import ChoiceSet
from matto.engine.outcome import exchange_in
from matto.engine.table import Script, Table
from matto.engine.words import N_, Text, text


def show_talon(table: Table, *, to: int | None = None) -> None:
    """Turn the talon up for all, or let one seat look at it."""
    table.tell("talon", table.dealer, *table.setup.deal.talon, to=to)


def take_talon(table: Table, seat: int) -> None:
    """A seat takes the talon into its hand."""
    talon = table.setup.deal.talon
    table.add(seat, talon)
    table.tell("takes", seat, *talon, to=seat, moves=INTO_HAND)
    table.tell("takes talon", seat, str(len(talon)))


def look_at_bottom(table: Table, seat: int) -> None:
    """Let a seat look at the bottom card of the pack, which is the last of those lying over."""
    table.tell("bottom card", seat, table.setup.deal.talon[-1], to=seat)
    table.tell("has seen the bottom card", seat)


def look_at_talon(table: Table, seat: int) -> None:
    """Let a seat look at the talon, alone; all see that it does."""
    show_talon(table, to=seat)
    table.tell("has seen the talon", seat)


def lay_talon_open(table: Table) -> None:
    """Turn the talon up before the dealer, for whom it counts."""
    show_talon(table)
    table.laid_away[table.dealer].extend(table.setup.deal.talon)


def open_cards(table: Table) -> list[str]:
    """The cards that lie open now."""
    return table.laid_away[table.dealer]


def take_open(table: Table, seat: int, card: str) -> None:
    """A seat takes one of the open cards into its hand, seen by all."""
    open_cards(table).remove(card)
    table.add(seat, [card])
    table.tell("takes", seat, card, moves=INTO_HAND)


def lay_open(table: Table, seat: int, card: str) -> None:
    """A seat lays a card of its hand with the open ones, which are shown anew."""
    open_cards(table).append(card)
    table.remove(seat, [card])
    table.tell("lays open", seat, card, moves=OUT_OF_HAND)
    table.tell("talon", table.dealer, *open_cards(table))


class Stock:
    """The cards that lie over, face down, drawn from the top."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._next = 0
        table.tell("stock", table.dealer, str(len(table.setup.deal.talon)))

    def __len__(self) -> int:
        return len(self.table.setup.deal.talon) - self._next

    def draw(self, seat: int) -> None:
        """A seat takes the top card, shows it and puts it into its hand."""
        card = self.table.setup.deal.talon[self._next]
        self._next += 1
        self.table.add(seat, [card])
        self.table.tell("draws", seat, card, moves=INTO_HAND)


DISCARD = "discard"
NOTHING_ELSE_LEFT = N_("{card} may be laid away only when nothing else is left to lay away.")


@dataclass(frozen=True, kw_only=True)
class LayingAway:
    """The limits on cards laid away: `last_resort` only when nothing else is left, some never.

    `never` has those by the clause that forbids them: `{"3.2": KINGS, "3.3": THE_FOOL}`.
    `last_resort_says` is the sentence by which a card of the last resort is refused.
    """

    clause: str
    never: Mapping[str, frozenset[str]]
    last_resort: frozenset[str] = TRUMPS
    last_resort_clause: str = ""
    last_resort_says: str = NOTHING_ELSE_LEFT

    def allowed(self, hand: Sequence[str]) -> tuple[str, ...]:
        """The cards of a hand that may be laid away next."""
        may = [card for card in hand if card not in self.forbidden]
        return tuple([card for card in may if card not in self.last_resort] or may)

    def question(self, pack: Pack, count: int) -> ChoiceSet:
        """All that can be laid away, so many cards in all."""
        return ChoiceSet(
            DISCARD, tuple(card for card in pack.codes if card not in self.forbidden), count
        )

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The cards that are never laid away."""
        return frozenset().union(*self.never.values())


def lay_away(table: Table, seat: int, count: int, rule: LayingAway) -> Script[None]:
    """A seat lays away cards face down; they count for it."""

    def refuse(card: str) -> Refusal:
        if card not in table.hand(seat):
            return Refusal(
                table.clause(rule.clause), text("{card} is not in your hand.", card=card)
            )
        for clause, cards in rule.never.items():
            if card in cards:
                never = text("{card} may never be laid away.", card=card)
                return Refusal(table.clause(clause), never)
        return Refusal(
            table.clause(rule.last_resort_clause or rule.clause),
            text(rule.last_resort_says, card=card),
        )

    for left in range(count, 0, -1):
        options = rule.allowed(table.hand(seat))
        card = yield from table.ask(
            seat, DISCARD, options, rule.clause, explain=refuse, secret=True, left=left
        )
        table.remove(seat, [card])
        table.laid_away[seat].append(card)
        table.tell("laid away", seat, card, to=seat, moves=OUT_OF_HAND)
    table.tell("has laid away", seat, str(count))


DEMAND, GIVE = "demand", "give"
LAID_AWAY = "laid_away"
"""Said by one among whose cards laid away a demanded card lies."""


@dataclass(frozen=True)
class Demanding:
    """The cards that may be demanded and given back, with the clauses that say so.

    Where cards lie open (`open_clause`): with `takes_open` they may be demanded as well,
    another being laid in their place; with `pays_open` a dealer who has demanded a card from a
    hand may pay with an open one and lay the demanded card in its place.
    `never` are cards that nobody may demand, `instead` words by which one demands nothing.
    Where cards are laid away (`away_clause`), one that another has laid away may be demanded:
    it is said that it lies there, and nothing is exchanged; with `again` another is demanded.
    """

    clause: str
    back_clause: str
    open_clause: str = ""
    pay_clause: str = ""
    takes_open: bool = False
    pays_open: bool = False
    never: frozenset[str] = frozenset()
    never_clause: str = ""
    instead: tuple[str, ...] = ()
    away_clause: str = ""
    again: bool = False

    def questions(self, pack: Pack, laid_away: int = 0) -> tuple[ChoiceSet, ChoiceSet]:
        """Return what can be demanded, and given back, where so many cards are laid away."""
        cards = tuple(card for card in pack.codes if card not in self.never)
        times = 1 + (laid_away if self.again else 0)
        return (
            ChoiceSet(DEMAND, (*cards, *self.instead), times),
            ChoiceSet(GIVE, pack.codes, 1),
        )


def demand_a_card(table: Table, seat: int, rules: Demanding) -> Script[str]:
    """A seat demands a card and gives one back; gives the card, or the word said instead."""
    told: set[str] = set()
    instead = rules.instead
    while True:
        options = [*_to_be_had(table, seat, rules, told), *instead]
        refuse = _refusing(table, seat, rules, frozenset(told))
        answer = yield from table.ask(seat, DEMAND, options, rules.clause, explain=refuse)
        if answer in instead:
            return answer
        giver = table.holder(answer)
        if giver is not None:
            yield from _change_with(table, seat, giver, answer, rules)
            return answer
        if answer in _open(table, rules):
            yield from _change_open_card(table, seat, answer, rules)
            return answer
        table.tell("says", _who_laid_away(table, answer), LAID_AWAY)
        if not rules.again:
            return answer
        told.add(answer)
        instead = ()


def _refusing(
    table: Table, seat: int, rules: Demanding, told: frozenset[str]
) -> Callable[[str], Refusal]:
    """Say why a card may not be demanded."""

    def refuse(word: str) -> Refusal:
        clause, sentence = why_not(word)
        return Refusal(table.clause(clause), sentence)

    def why_not(word: str) -> tuple[str, Text]:
        if word in _open(table, rules):
            return rules.open_clause, text("The open cards may not be demanded.")
        if word in rules.never:
            return rules.never_clause, text("{card} may not be demanded.", card=word)
        if word in table.hand(seat):
            return rules.clause, text("You hold {card} yourself.", card=word)
        if word in table.laid_away[seat] or word in told:
            clause = rules.away_clause if word in told else rules.clause
            return clause, text("{card} lies among the cards laid away.", card=word)
        if word in rules.instead:
            return rules.away_clause, text(
                "You have demanded a card: now demand another that a player holds."
            )
        return rules.clause, text(
            "“{word}” is no card: demand one that another player holds.", word=word
        )

    return refuse


def _open(table: Table, rules: Demanding) -> list[str]:
    """The cards that lie open, none in a game in which they are laid away face down."""
    return open_cards(table) if rules.open_clause else []


def _to_be_had(table: Table, seat: int, rules: Demanding, told: set[str]) -> list[str]:
    """All cards but one's own and the barred, and the open ones only if they may be taken."""
    barred = {*table.hand(seat), *rules.never, *told}
    if not rules.takes_open:
        barred.update(_open(table, rules))
    if rules.away_clause:
        barred.update(table.laid_away[seat])
    return [card for card in table.pack.codes if card not in barred]


def _who_laid_away(table: Table, card: str) -> int:
    return next(seat for seat in range(table.seats) if card in table.laid_away[seat])


def _change_open_card(table: Table, seat: int, card: str, rules: Demanding) -> Script[None]:
    """An open card is taken and any card of the hand is laid in its place, seen by all."""
    take_open(table, seat, card)
    back = yield from _ask_back(table, seat, rules, rules.open_clause)
    lay_open(table, seat, back)


def _change_with(
    table: Table, seat: int, giver: int, card: str, rules: Demanding
) -> Script[None]:
    """The giver gives the demanded card and gets any card back, perhaps the same."""
    hand_over(table, giver, seat, card)
    payable = _open(table, rules) if rules.pays_open and seat == table.dealer else ()
    back = yield from _ask_back(
        table, seat, rules, rules.back_clause, table.pack.sort(payable), secret=True
    )
    if back in payable:
        take_open(table, seat, back)
        hand_over(table, seat, giver, back)
        lay_open(table, seat, card)
    else:
        hand_over(table, seat, giver, back, hidden=True)


def _ask_back(
    table: Table,
    seat: int,
    rules: Demanding,
    clause: str,
    payable: tuple[str, ...] = (),
    *,
    secret: bool = False,
) -> Script[str]:
    def refuse(word: str) -> Refusal:
        if word in _open(table, rules):
            return Refusal(
                table.clause(rules.pay_clause),
                text("{card} lies open: give a card of your hand.", card=word),
            )
        return Refusal(table.clause(clause), text("{card} is not in your hand.", card=word))

    options = (*table.hand(seat), *payable)
    return (yield from table.ask(seat, GIVE, options, clause, explain=refuse, secret=secret))


def hand_over(table: Table, giver: int, taker: int, card: str, *, hidden: bool = False) -> None:
    """Move a card from hand to hand, in the sight of all or (`hidden`) of these two only."""
    seen_by = (giver, taker) if hidden else None
    table.remove(giver, [card])
    table.add(taker, [card])
    table.tell("gives", giver, card, to=seen_by, moves=OUT_OF_HAND)
    table.tell("takes", taker, card, to=seen_by, moves=INTO_HAND)
    if hidden:
        table.tell("has given", giver, str(taker))


class FoolExchange:
    """Tells all of the exchange as soon as a trick makes it possible."""

    def __init__(self, table: Table, until: int, worthless: frozenset[str]) -> None:
        self.table = table
        self.until = until
        self.worthless = worthless
        self._played = self._done = False

    def after_trick(self) -> None:
        """Make the exchange if it is owed and the trick just taken allows it."""
        tricks = self.table.tricks
        self._played = self._played or FOOL in tricks[-1].cards
        if self._done or not self._played:
            return
        found = exchange_in(tricks, self.until, self.worthless)
        if found is not None:
            self._done = True
            self.table.tell("exchanges", found.owner, found.card)
