"""What happens at the table, told as sentences to the person who sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text as Line

from matto.cards import FOOL, NUMBER
from matto.cli.cards import Cards
from matto.cli.screen import Screen
from matto.match import spelled
from matto.table import ALL, Event, View
from matto.tricks import beats
from matto.words import N_, Text, text

SILENT = frozenset({"packet", "laid away", "takes talon", "show"})
"""Events that repeat, for all, what others tell better."""

SPOKEN = frozenset(
    {
        "negotiate",
        "talk",
        "bid",
        "call",
        "demand",
        "announce",
        "declare",
        "say",
        "says",
        "answers",
    }
)
PAID = "paid"

OWN: Mapping[str, str] = {
    "dealt": N_("You are dealt {cards}"),
    "talon": N_("The talon: {cards}"),
    "bottom card": N_("You look at the bottom card: {cards}"),
    "talon alone": N_("You look at the talon: {cards}"),
    "takes": N_("You take {cards}"),
    "has laid away": N_("You have laid away. Cards: {what}"),
    "discard": N_("You lay away {cards}"),
    "give": N_("You give {cards}"),
    "gives": N_("You give {cards}"),
    "has given": N_("You give a card, face down. It goes to: {name_of_what}"),
    "draws": N_("You draw {cards}"),
    "lays open": N_("You lay {cards} with the open cards"),
    "shown": N_("You show {cards}"),
    "shows": N_("You show {cards}"),
    "turned up": N_("A card of yours is turned up: {cards}"),
    "has_his": N_("You have the third."),
    "has_none": N_("You have none of them."),
    "stock": N_("The stock is laid down. Cards: {what}"),
    "pot": N_("The pot holds {what}."),
    "exchanges": N_("You get the Fool back and give {cards} for it"),
    "thrown in": N_("The cards are thrown in."),
    "trick": N_("you take the trick"),
    "claim stands": N_("{cards} is paid in the last trick if you lead on what you have led"),
    "claim lost": N_("You have left a suit that you had led: {cards} is not paid any more"),
}
OTHERS: Mapping[str, str] = {
    **OWN,
    "bottom card": N_("{name} looks at the bottom card: {cards}"),
    "dealt": N_("{name} is dealt {cards}"),
    "has seen the talon": N_("{name} has looked at the talon."),
    "has seen the bottom card": N_("{name} has looked at the bottom card."),
    "takes": N_("{name} takes {cards}"),
    "has laid away": N_("{name} has laid away. Cards: {what}"),
    "discard": N_("{name} lays away {cards}"),
    "give": N_("{name} gives {cards}"),
    "gives": N_("{name} gives {cards}"),
    "exchanges": N_("{name} gets the Fool back and gives {cards} for it"),
    "has given": N_("{name} gives a card, face down. It goes to: {name_of_what}"),
    "draws": N_("{name} draws {cards}"),
    "lays open": N_("{name} lays {cards} with the open cards"),
    "turned up": N_("A card is turned up. It belongs to {name}: {cards}"),
    "has_his": N_("{name} has the third."),
    "has_none": N_("{name} has none of them."),
    "shown": N_("{name} shows {cards}"),
    "shows": N_("{name} shows {cards}"),
    "trick": N_("{name} takes the trick"),
}

Told = Callable[[Line], None]


class Teller:
    """Tells a view's events one after another; a trick is written as one growing row."""

    def __init__(self, screen: Screen, cards: Cards, names: Sequence[str], seat: int) -> None:
        self.screen = screen
        self.cards = cards
        self.names = names
        self.seat = seat
        self.told = 0
        self.tricks = 0
        self.lying: list[tuple[int, str]] = []
        self._dealt: list[str] = []
        self._seen_anyway = {("has seen the talon", seat), ("has seen the bottom card", seat)}

    def catch_up(self, view: View, *, aloud: bool = True) -> None:
        """Tell what has happened since the last time; or only take note of it."""
        if len(view.events) < self.told:
            self.told, self.tricks, self.lying = 0, 0, []
            self.catch_up(view, aloud=False)
            return
        for event in view.events[self.told :]:
            self._take(event, view, aloud=aloud)
        self._tell_dealt(view)
        self.told = len(view.events)

    def recall(self, view: View, *, only_trick: int | None = None) -> None:
        """Tell everything once more, or one trick by its number."""
        for event in view.events:
            number = self.tricks + 1
            in_trick = event.kind in {"play", "trick"}
            aloud = only_trick is None or (in_trick and number == only_trick)
            self._take(event, view, aloud=aloud)
        self._tell_dealt(view)
        self.screen.end_row()

    def _take(self, event: Event, view: View, *, aloud: bool) -> None:
        if event.kind == "play":
            self.lying.append((event.seat, event.what[0]))
        if aloud:
            self._tell(event, view)
        if event.kind == "trick":
            self.tricks += 1
            self.lying = []

    def _tell(self, event: Event, view: View) -> None:
        if event.kind == "dealt":
            self._dealt += event.what
        elif event.kind == "play":
            self._tell_card()
        elif event.kind == "trick":
            self._tell_trick(event)
        elif event.kind == "says" and self.lying:
            self._tell_word(event)
        elif event.kind not in SILENT and (event.kind, event.seat) not in self._seen_anyway:
            self._tell_dealt(view)
            self.screen.line(self.sentence(event), indent=2)
            if event.seat != self.seat:
                self.screen.wait()

    def _tell_dealt(self, view: View) -> None:
        """Packets that come one upon another are told together."""
        if self._dealt:
            event = Event("dealt", self.seat, view.pack.sort(self._dealt))
            self._dealt = []
            self.screen.line(self.sentence(event), indent=2)

    # -- tricks --------------------------------------------------------------------------

    def _tell_card(self) -> None:
        seat, _ = self.lying[-1]
        if not self.screen.in_row:
            self.show_lying()
        else:
            self.screen.row(self._played(*self.lying[-1]))
        if seat != self.seat:
            self.screen.wait()

    def _tell_word(self, event: Event) -> None:
        """A word that goes with a card is told in the row of the trick."""
        if not self.screen.in_row:
            self.show_lying()
        self.screen.row(self.sentence(event) + Line("  "))

    def show_lying(self) -> None:
        """Begin the row of the trick that is going on, with all its cards so far."""
        self.screen.end_row()
        number = text("Trick {number}", number=self.tricks + 1)
        self.screen.row(Line(f"{self.screen.words(number):<10}", style="dim"))
        for seat, card in self.lying:
            self.screen.row(self._played(seat, card))

    def _played(self, seat: int, card: str) -> Line:
        return Line(f"{self.names[seat]} ") + self.cards.styled(card) + Line("   ")

    def _tell_trick(self, event: Event) -> None:
        arrow = "→ " if self.screen.draws_signs else "-> "
        self.screen.row(Line(arrow) + self.sentence(event))
        self.screen.end_row()
        self.screen.wait()

    # -- other events --------------------------------------------------------------------

    def sentence(self, event: Event) -> Line:
        """One event as a sentence."""
        if event.kind == PAID:
            return self._paid(event)
        if event.kind in SPOKEN:
            said = Line("; ").join(self.spoken(word) for word in event.what)
            return Line.assemble((f"{self.names[event.seat]}: ", "bold"), said)
        table = OWN if event.seat == self.seat else OTHERS
        alone = f"{event.kind} alone"
        kind = alone if event.seen_by != ALL and alone in table else event.kind
        msgid = table.get(kind)
        if msgid is None:
            said = Line(" ").join(self.spoken(word) for word in event.what)
            return Line(f"{self.names[event.seat]}: {self.screen.words(event.kind)} ") + said
        return self._filled(msgid, event)

    def _paid(self, event: Event) -> Line:
        """An item that is paid at once, with what each seat gets or pays."""
        item, *amounts = event.what
        paid = (
            f"{name} {spelled(self.cards.game, int(amount))}"
            for name, amount in zip(self.names, amounts, strict=True)
        )
        return Line(f"{self.cards.said(item)}: {', '.join(paid)}", style="dim")

    def spoken(self, word: str) -> Line:
        """A word or card that somebody said."""
        if word in NUMBER:
            return self.cards.styled(word)
        said = text("“{word}”", word=self.cards.said(word))
        return Line(self.screen.words(said), style="bold")

    def _filled(self, msgid: str, event: Event) -> Line:
        listed = all(word in NUMBER for word in event.what)
        cards = self.cards.listed(event.what) if listed else Line(" ".join(event.what))
        first = event.what[0] if event.what else ""
        other = self.names[int(first)] if event.kind == "has given" else ""
        marked = Text(
            msgid,
            (
                ("cards", "\0"),
                ("what", first),
                ("name", self.names[event.seat]),
                ("name_of_what", other),
            ),
        )
        before, _, after = self.screen.words(marked).partition("\0")
        return Line(before) + (cards if "{cards}" in msgid else Line("")) + Line(after)


def best_of(view: View, lying: Sequence[tuple[int, str]]) -> int | None:
    """The seat whose card takes the trick so far."""
    strength = view.pack.strength
    best: tuple[int, str] | None = None
    for seat, card in lying:
        number = NUMBER[card]
        if best is None:
            best = (seat, card)
            continue
        other = NUMBER[best[1]]
        if card != FOOL and beats(number, other, strength[number], strength[other]):
            best = (seat, card)
    return None if best is None else best[0]
