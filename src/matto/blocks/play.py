"""The play of the cards: who may play what, who wins, and why a card may not be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matto.engine.cards import CODES, FOOL, NUMBER, PLAIN_BIT, SUIT_OF, SUITS, TAROCK_BIT
from matto.engine.errors import Refusal
from matto.engine.game import TrickRules
from matto.engine.table import ALL, OUT_OF_HAND, Decision, Event, Script, Table, Trick
from matto.engine.tricks import (
    DEMANDED,
    IS_THROWN_OFF,
    LEADING,
    LEADS_AT_LAST,
    LEADS_FOR_TRUMP,
    TRUMP,
    FoolRule,
    beats,
    fool_in_trick,
    led_after,
    legal,
)
from matto.engine.words import Text, text

__all__ = ["AfterACard", "BeforeACard", "Narrow", "TrickRules", "TrickState"]
__all__ += ["play_trick", "play_tricks"]

ONE_OF_THEM = text("one of them")
ONE_OR_FOOL = text("one of them, or {fool}", fool=FOOL)

Narrow = Callable[[tuple[int, int], Sequence[str]], tuple[int, int]] | None
BeforeACard = Callable[[int], Script[None]] | None
AfterACard = Callable[[int, str], Script[None]] | None


class TrickState:
    """The trick that is going on; one object serves a whole deal, which keeps asking cheap.

    `before` and `after` are what every seat does besides with its card, if anything; `narrow`
    gives the part of the legal cards that may be played after the cards that lie.
    """

    def __init__(self, table: Table, rules: TrickRules) -> None:
        self.table = table
        self.rules = rules
        self.clause = table.clause(rules.follow)
        self.fool = rules.fool
        self.fool_is_trump = table.pack.fool_is_trump
        self.led = LEADING
        self.seat = 0
        self.before: BeforeACard = None
        self.after: AfterACard = self._say_the_fools_word if rules.fool_word else None
        self.narrow: Narrow = None

    def fool_now(self) -> FoolRule:
        """How the Fool behaves in the trick that begins."""
        self.fool = fool_in_trick(self.rules.fool, len(self.table.tricks) + 1)
        return self.fool

    def _say_the_fools_word(self, seat: int, card: str) -> Script[None]:
        if card == FOOL:
            self.table.tell("says", seat, self.rules.fool_word)
        yield from ()

    def refuse(self, _seat: int, choice: str) -> Refusal:
        """Say why a card may not be played now."""
        clause, sentence = self._reason(choice)
        return Refusal(self.table.clause(clause), sentence)

    def _reason(self, choice: str) -> tuple[str, Text]:
        rules, led = self.rules, self.led
        if choice in rules.over:
            return rules.over[choice], text(
                "It is too late for {word}: a card is to be played now.", word=choice
            )
        if choice not in NUMBER:
            return rules.turn, text("“{word}” is no card: play one of your hand.", word=choice)
        if not self.table.holds(self.seat, choice):
            return rules.turn, text("{card} is not in your hand.", card=choice)
        if choice == FOOL and not self.fool_is_trump:
            return self._reason_for_fool()
        if led < TRUMP and self._holds_suit(led):
            return rules.follow, text(
                "You hold {suit}: follow the suit that was led.", suit=self._name(led)
            )
        if self._holds_trump():
            return self._reason_for_trump()
        if led > DEMANDED and self._holds_suit(led - DEMANDED - 1):
            return rules.fool_binds or rules.fool_leads, text(
                "{fool} was led and you hold no {trumps}: follow {suit}, as the next card was.",
                fool=FOOL,
                trumps=self._trumps(),
                suit=self._name(led - DEMANDED - 1),
            )
        return rules.fool_forced or rules.fool_clause, text(
            "You can neither follow nor trump: {fool} must be played.", fool=FOOL
        )

    def _reason_for_trump(self) -> tuple[str, Text]:
        rules = self.rules
        stands = not self.fool_is_trump and self.fool.excuses != IS_THROWN_OFF
        stands = stands and self.table.holds(self.seat, FOOL)
        card = ONE_OR_FOOL if stands else ONE_OF_THEM
        trumps = self._trumps()
        if self._fool_led():
            return rules.fool_leads, text(
                "{fool} was led, which demands {trumps}, and you hold some: play {card}.",
                fool=FOOL,
                trumps=trumps,
                card=card,
            )
        if self.led == TRUMP:
            return rules.trump_led or rules.follow, text(
                "The lead was {trumps}, and you hold some: play {card}.",
                trumps=trumps,
                card=card,
            )
        return rules.trump, text(
            "You cannot follow suit but you hold {trumps}: play {card}.",
            trumps=trumps,
            card=card,
        )

    def _reason_for_fool(self) -> tuple[str, Text]:
        if self.led == LEADING and self.rules.fool.leads == LEADS_AT_LAST:
            return self.rules.fool_leads, text(
                "{card} may not be led, except to the last trick.", card=FOOL
            )
        if self.fool.excuses == IS_THROWN_OFF:
            return self.rules.fool_late or self.rules.fool_clause, text(
                "After trick {last} {fool} excuses no more: follow suit, or play {trumps}.",
                last=self.fool.until,
                fool=FOOL,
                trumps=self._trumps(),
            )
        return self.rules.fool_clause, text(
            "{fool} may be played to a plain suit only by one who holds none of it.", fool=FOOL
        )

    def _fool_led(self) -> bool:
        """Tell whether trump is demanded by a led Fool (a trump on it hides that in `led`)."""
        led = ""
        for event in reversed(self.table.events):
            if event.kind == "trick":
                break
            if event.kind == "play":
                led = event.what[0]
        return led == FOOL and self.rules.fool.leads == LEADS_FOR_TRUMP

    def _holds_suit(self, suit: int) -> bool:
        return any(SUIT_OF[NUMBER[card]] == suit for card in self.table.hand(self.seat))

    def _holds_trump(self) -> bool:
        fool = self.fool_is_trump and self.table.holds(self.seat, FOOL)
        return fool or self._holds_suit(TRUMP)

    def _trumps(self) -> Text:
        """What the game calls its trumps."""
        return Text(self.table.pack.trump_name)

    def _name(self, suit: int) -> Text:
        return Text(self.table.pack.suit_names[SUITS[suit]])


def play_tricks(table: Table, rules: TrickRules, leader: int) -> Script[int]:
    """Play until no cards are left; gives the winner of the last trick."""
    state = TrickState(table, rules)
    while table.plain[leader] or table.tarocks[leader]:
        leader = yield from play_trick(table, state, leader)
    return leader


def play_trick(table: Table, state: TrickState, leader: int) -> Script[int]:
    """Play one trick; gives its winner."""
    plain, tarocks, seats = table.plain, table.tarocks, table.seats
    fool, strength, choices = state.fool_now(), table.pack.strength, table.in_hand_order
    tell = table.events.append
    explain, clause, narrow = state.refuse, state.clause, state.narrow
    before, after = state.before, state.after
    played: list[str] = []
    led, best, winner, seat = LEADING, -1, leader, leader
    for _ in range(seats):
        if before is not None:
            yield from before(seat)
        state.led, state.seat, table.explain = led, seat, explain
        may = legal(plain[seat], tarocks[seat], led, fool)
        if narrow is not None:
            may = narrow(may, played)
        card = yield Decision(seat, "play", choices(may[0], may[1]), clause)
        number = NUMBER[card]
        plain[seat] ^= PLAIN_BIT[number]
        tarocks[seat] ^= TAROCK_BIT[number]
        if best < 0 or beats(number, best, strength[number], strength[best]):
            best, winner = number, seat
        if led >= LEADING:
            led = led_after(led, number, fool)
        played.append(card)
        tell(Event("play", seat, (card,), ALL, OUT_OF_HAND))
        if after is not None:
            yield from after(seat, card)
        seat = seat + 1 if seat + 1 < seats else 0
    _take_in(table, Trick(leader, tuple(played), winner), CODES[best])
    return winner


def _take_in(table: Table, trick: Trick, best: str) -> None:
    table.tricks.append(trick)
    table.events.append(Event("trick", trick.winner, (best,)))
