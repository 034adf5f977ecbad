"""What happens at the table, told as sentences to the person who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text as Line

from matto.cards import FOOL, NUMBER
from matto.cli.cards import Cards
from matto.cli.screen import Screen
from matto.cli.sentences import (
    EXPLAINED,
    KNOWN_TO_ONESELF,
    OTHERS,
    OWN,
    PAID,
    QUIET,
    SILENT,
    SPOKEN,
    UNSAID,
)
from matto.match import spelled
from matto.table import ALL, Event, View
from matto.tricks import beats
from matto.words import Text, text

NOTHING_YET = Event("", -1, ())


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
        self._known = {(kind, seat) for kind in KNOWN_TO_ONESELF}
        self._explained: set[str] = set()
        self._quiet = ""
        self._before = NOTHING_YET

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
        self._before = event
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
        elif not self._is_known(event):
            self._tell_dealt(view)
            self._tell_line(event)
            if event.seat != self.seat:
                self.screen.wait()

    def _is_known(self, event: Event) -> bool:
        """Tell whether an event repeats what its seat, or the event before it, has told."""
        if event.kind == "has given":
            before = self._before
            return before.kind == "takes" and event.what == (str(before.seat),)
        if event.kind in SPOKEN and event.what[0] in UNSAID | QUIET.keys():
            return event.what[0] in UNSAID or (bool(self.lying) and event.kind != "say")
        return event.kind in SILENT or (event.kind, event.seat) in self._known

    def _tell_line(self, event: Event) -> None:
        """One event as a line; those who have nothing to say are named in one row."""
        if event.kind in SPOKEN and event.what[0] in QUIET:
            self._tell_quiet(event)
            return
        sentence = self.sentence(event)
        if event.kind in EXPLAINED and event.seat != self.seat:
            sentence += self._explanation(event.what[0])
        self.screen.line(sentence, indent=2)

    def _tell_quiet(self, event: Event) -> None:
        label = self.screen.words(QUIET[event.what[0]])
        if self._quiet != label or not self.screen.in_row:
            self.screen.end_row()
            self.screen.row(Line(f"  {label} {self.names[event.seat]}", style="dim"))
        else:
            self.screen.row(Line(f", {self.names[event.seat]}", style="dim"))
        self._quiet = label

    def end_quiet(self) -> None:
        """End the row of those who have nothing to say, if it is being written."""
        if self._quiet:
            self.screen.end_row()
        self._quiet = ""

    def _explanation(self, word: str) -> Line:
        """What a word means, the first time that another says it."""
        meaning = "" if word in self._explained else self.cards.meaning(word)
        self._explained.add(word)
        return Line(f" – {meaning}" if meaning else "", style="dim")

    def _tell_dealt(self, view: View) -> None:
        """Packets that come one upon another are told together."""
        if self._dealt:
            event = Event("dealt", self.seat, view.pack.sort(self._dealt))
            self._dealt = []
            self.screen.line(self.sentence(event), indent=2)

    # -- tricks --------------------------------------------------------------------------

    def _tell_card(self) -> None:
        self.end_quiet()
        seat, _ = self.lying[-1]
        if not self.screen.in_row:
            self.show_lying()
        else:
            self.screen.row(self._played(*self.lying[-1]))
        if seat != self.seat:
            self.screen.wait()

    def _tell_word(self, event: Event) -> None:
        """A word that goes with a card is told in the row of the trick."""
        self.end_quiet()
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
        table = OWN if event.seat == self.seat else OTHERS
        kind = self._kind(event, table)
        msgid = table.get(kind)
        names_cards = all(word in NUMBER for word in event.what)
        if msgid is not None and (event.kind not in SPOKEN or names_cards):
            return self._filled(msgid, event)
        said = Line("; ").join(self.spoken(word) for word in event.what)
        return Line.assemble((f"{self.names[event.seat]}: ", "bold"), said)

    def _kind(self, event: Event, table: Mapping[str, str]) -> str:
        """The row of the table for an event: a card taken is told with who gave it."""
        before = self._before
        if event.kind == "takes" and before.kind == "gives" and before.what == event.what:
            mine = before.seat == self.seat
            return "is given by you" if mine else "is given"
        alone = f"{event.kind} alone"
        return alone if event.seen_by != ALL and alone in table else event.kind

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
        marked = Text(
            msgid,
            (
                ("cards", "\0"),
                ("what", first),
                ("name", self.names[event.seat]),
                ("other", self._other(event)),
                ("fool", self.cards.own_name(FOOL) or self.screen.words(text("Fool"))),
            ),
        )
        before, _, after = self.screen.words(marked).partition("\0")
        return Line(before) + (cards if "{cards}" in msgid else Line("")) + Line(after)

    def _other(self, event: Event) -> str:
        """The second person of an event: who is given a card, or who gave it."""
        if event.kind == "has given":
            return self.names[int(event.what[0])]
        return self.names[self._before.seat] if self._before.kind == "gives" else ""


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
