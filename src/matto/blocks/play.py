"""The play of the cards: who may play what, who wins, and why a card may not be played.

A King goes to the first trick of its suit, a Cavalier with a single pip too, and a Jack under
the King. The Fool, which excuses from following, frees from them as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matto.engine.cards import (
    CODES,
    FOOL,
    NUMBER,
    PLAIN_BIT,
    SUIT_OF,
    SUITS,
    TAROCK_BIT,
    codes_in,
    words,
)
from matto.engine.errors import Refusal
from matto.engine.events import ALL, OUT_OF_HAND, Decision, Event, Trick
from matto.engine.game import TrickRules
from matto.engine.table import Script, Table
from matto.engine.tricks import (
    DEMANDED,
    IS_THROWN_OFF,
    LEADING,
    LEADS_AT_LAST,
    LEADS_FOR_TRUMP,
    TRUMP,
    FoolRule,
    beats,
    dutiful,
    fool_in_trick,
    led_after,
    legal,
)
from matto.engine.words import Text, text

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
        """Return how the Fool behaves in the trick that begins."""
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
        """Return whether a led Fool demands trump (a trump on it hides that in `led`)."""
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
        """Return what the game calls its trumps."""
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
    tell, explain, clause = table.events.append, state.refuse, state.clause
    narrow, before, after = state.narrow, state.before, state.after
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
    table.tricks.append(Trick(leader, tuple(played), winner))
    tell(Event("trick", winner, (CODES[best],)))
    return winner


CAVALIER, JACK = "C", "J"


class DutifulTrick(TrickState):
    """The trick that is going on where the duties hold."""

    def __init__(self, table: Table, rules: TrickRules) -> None:
        super().__init__(table, rules)
        self.duties = rules.duties
        self.narrow = self.dutiful
        self._lying = 0

    def dutiful(self, may: tuple[int, int], lying: Sequence[str]) -> tuple[int, int]:
        """Return what may be played, of what is legal besides."""
        self._lying, _ = words(lying)
        plain, tarocks = may
        return dutiful(plain, self.led, self._suits_led(), self._lying), tarocks

    def _suits_led(self) -> int:
        """A bit for each plain suit that was led to an earlier trick."""
        led = {trick.cards[0][0] for trick in self.table.tricks}
        return sum(1 << number for number, suit in enumerate(SUITS) if suit in led)

    def _due(self, card: str) -> str | None:
        """The card that is due instead of a held card of its suit; None if nothing is."""
        plain = self.table.plain[self.seat]
        may = dutiful(plain, self.led, self._suits_led(), self._lying)
        if card in codes_in(may, 0):
            return None
        return next(other for other in codes_in(may, 0) if other[0] == card[0])

    def _reason(self, choice: str) -> tuple[str, Text]:
        held = choice in self.table.hand(self.seat) and choice[0] in SUITS
        due = self._due(choice) if held else None
        if due is None or self.duties is None:
            return super()._reason(choice)
        if due == f"{choice[0]}{JACK}":
            return self.duties.jack, text(
                "The King lies in this trick: you must play {card} under it.", card=due
            )
        if due == f"{choice[0]}{CAVALIER}":
            return self.duties.cavalier, text(
                "From Cavalier and one pip {card} must be played to the suit's first trick.",
                card=due,
            )
        clause = self.duties.king_led if self.led == LEADING else self.duties.king
        return clause, text(
            "You hold the King: play {card} to the first trick of its suit.", card=due
        )


def play_dutifully(table: Table, rules: TrickRules, leader: int) -> Script[int]:
    """Play until no cards are left; gives the winner of the last trick."""
    state = DutifulTrick(table, rules)
    while table.plain[leader] or table.tarocks[leader]:
        leader = yield from play_trick(table, state, leader)
    return leader
