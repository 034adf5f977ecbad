"""The story of a deal as one seat has seen it, row by row.

`story` tells a whole view; `Telling` tells one event after another and remembers what has been
told, for those who write as they go. Neither knows how a row will look. `Moment` is what a
replay shows: a deal after so many actions, through somebody's eyes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, Literal

import msgspec

from matto.blocks.auction import SILENCE
from matto.engine.cards import FOOL, NUMBER
from matto.engine.events import ALL, Event
from matto.engine.run import Run, spelled
from matto.engine.tricks import beats
from matto.engine.view import View
from matto.engine.words import N_, Text, text
from matto.telling.naming import Naming

SILENT = frozenset({"packet", "laid away", "takes talon", "show", "give", "gives"})
"""Events that repeat, for all, what others tell better."""

KNOWN_TO_ONESELF = ("has seen the talon", "has seen the bottom card", "has laid away")
"""Events that tell the others what their own seat has seen already."""

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
EXPLAINED = frozenset({"say", "announce", "declare", "answers"})
"""Kinds of words that are explained when a deal hears them for the first time."""

QUIET: Mapping[str, str] = {SILENCE: N_("Silent:")}
"""Words by which nothing is said: those who say them one after another share a row."""

UNSAID = frozenset({"no_more"})
"""Words that are not told: who has nothing to declare goes on, as at a table."""

PAID = "paid"

OWN: Mapping[str, str] = {
    "dealt": N_("You are dealt {cards}"),
    "talon": N_("The talon: {cards}"),
    "bottom card": N_("You look at the bottom card: {cards}"),
    "talon alone": N_("You look at the talon: {cards}"),
    "takes": N_("You take {cards}"),
    "is given": N_("{other} gives you {cards}"),
    "call": N_("You call {cards}"),
    "demand": N_("You demand {cards}"),
    "declare": N_("You declare {cards}"),
    "discard": N_("You lay away {cards}"),
    "has given": N_("You give a card, face down. It goes to: {other}"),
    "draws": N_("You draw {cards}"),
    "lays open": N_("You lay {cards} with the open cards"),
    "shown": N_("You show {cards}"),
    "shows": N_("You show {cards}"),
    "turned up": N_("A card of yours is turned up: {cards}"),
    "stock": N_("The stock is laid down. Cards: {what}"),
    "pot": N_("The pot holds {what}."),
    "exchanges": N_("You get the {fool} back and give {cards} for it"),
    "thrown in": N_("The cards are thrown in."),
    "trick": N_("you take the trick"),
    "claim stands": N_(
        "{cards} is paid if it wins the last trick and you lead on what you have led."
    ),
    "claim lost": N_("You have left a suit that you had led: {cards} is not paid any more."),
}
OTHERS: Mapping[str, str] = {
    **OWN,
    "bottom card": N_("{name} looks at the bottom card: {cards}"),
    "talon alone": N_("{name} looks at the talon: {cards}"),
    "dealt": N_("{name} is dealt {cards}"),
    "has seen the talon": N_("{name} has looked at the talon."),
    "has seen the bottom card": N_("{name} has looked at the bottom card."),
    "takes": N_("{name} takes {cards}"),
    "is given": N_("{other} gives {name} {cards}"),
    "is given by you": N_("You give {name} {cards}"),
    "has laid away": N_("{name} has laid away. Cards: {what}"),
    "discard": N_("{name} lays away {cards}"),
    "call": N_("{name} calls {cards}"),
    "demand": N_("{name} demands {cards}"),
    "declare": N_("{name} declares {cards}"),
    "exchanges": N_("{name} gets the {fool} back and gives {cards} for it"),
    "has given": N_("{name} gives a card, face down. It goes to: {other}"),
    "draws": N_("{name} draws {cards}"),
    "lays open": N_("{name} lays {cards} with the open cards"),
    "turned up": N_("A card is turned up. It belongs to {name}: {cards}"),
    "shown": N_("{name} shows {cards}"),
    "shows": N_("{name} shows {cards}"),
    "trick": N_("{name} takes the trick"),
    "claim stands": N_(
        "{name} is paid for {cards} if it wins the last trick and no suit once led is left."
    ),
    "claim lost": N_("{name} has left a suit once led: {cards} is not paid any more."),
}


SEAT_NAMES: Sequence[str] = ("Aurelio", "Brigida", "Celestino", "Domenica", "Eusebio")
"""Invented; each begins with another letter."""

Tone = Literal["line", "quiet", "card", "trick", "word"]
"""A sentence of its own; those who say nothing; a card played; who wins it; a word with it."""

Mark = Literal["speaker", "said", "meaning", "paid"]


class CardPiece(msgspec.Struct, frozen=True):
    """A card in a row: its code, how it is written, and how it is read out."""

    card: str
    label: str
    spoken: str

    def __str__(self) -> str:
        return self.label


class Marked(msgspec.Struct, frozen=True):
    """Words that stand out in a row, or recede: who speaks, what is said, what it means."""

    label: str
    mark: Mark
    spoken: str

    def __str__(self) -> str:
        return self.label


Piece = str | CardPiece | Marked


class StoryEntry(msgspec.Struct, frozen=True):
    """A row of the story: its pieces, one after another, make the sentence.

    `number` is the place among the view's events of the first event that the row tells, `last`
    that of the last one: rows that grow keep their number. `trick` counts tricks from 1 and is
    0 outside of them.
    """

    number: int
    seat: int
    kind: str
    tone: Tone
    pieces: tuple[Piece, ...]
    last: int = -1
    trick: int = 0

    @property
    def text(self) -> str:
        return "".join(map(str, self.pieces))

    @property
    def spoken(self) -> str:
        """The row as it is read out: cards by their full names."""
        return "".join(
            piece if isinstance(piece, str) else piece.spoken for piece in self.pieces
        )


NOTHING_YET = Event("", -1, ())
CARDS_STAND_HERE = "\0"
CARDS_OF_TRICKS: Mapping[str, Tone] = {"play": "card", "trick": "trick"}
IN_A_TRICK = frozenset({"card", "trick", "word"})


def story(
    view: View, naming: Naming, names: Sequence[str], own_seat: int | None
) -> tuple[StoryEntry, ...]:
    """Everything that a view has seen and heard; `own_seat` is told of as `you`.

    What is told of a deal stays told: as the deal goes on, rows are added and the last one may
    grow, as cards come packet upon packet and one after another has nothing to say.
    """
    telling, rows = Telling(naming, names, own_seat), list[StoryEntry]()
    told = [row for event in view.events for row in telling.tell(event)]
    for row in (*told, *telling.rest()):
        grown = in_one_row(rows[-1], row) if rows else None
        if grown is None:
            rows.append(row)
        else:
            rows[-1] = grown
    return tuple(rows)


def in_one_row(before: StoryEntry, row: StoryEntry) -> StoryEntry | None:
    """Name those who have nothing to say one after another in one row; None for all others."""
    if not before.tone == row.tone == "quiet" or before.pieces[0] != row.pieces[0]:
        return None
    pieces = (*before.pieces, ", ", *row.pieces[1:])
    return msgspec.structs.replace(before, pieces=pieces, last=row.last)


class Telling:
    """Tells the events of a view one after another, and remembers what has been told."""

    def __init__(self, naming: Naming, names: Sequence[str], own_seat: int | None) -> None:
        self.naming = naming
        self.names = names
        self.seat = own_seat
        self.tricks = 0
        self._place = -1
        self._before = NOTHING_YET
        self._explained: frozenset[str] = frozenset()
        self.lying: list[tuple[int, str]] = []
        self._dealt: dict[int, list[str]] = {}
        self._dealt_at: tuple[int, int] = (-1, -1)
        self._known = {(kind, own_seat) for kind in KNOWN_TO_ONESELF}

    def begin_again(self) -> None:
        self._place = -1
        self.tricks = 0
        self.lying = []

    def tell(self, event: Event, *, aloud: bool = True) -> list[StoryEntry]:
        """Return the rows by which an event is told; or only take note of it.

        Packets are kept back until something else is told: `rest` gives them.
        """
        self._place += 1
        if event.kind == "play":
            self.lying.append((event.seat, event.what[0]))
        rows = list(self._rows(event)) if aloud else []
        self._before = event
        if event.kind == "trick":
            self.tricks += 1
            self.lying = []
        return rows

    def rest(self) -> list[StoryEntry]:
        """Return the packets that have come one upon another: they are told together."""
        kept_back, self._dealt = self.kept_back, {}
        return kept_back

    @property
    def kept_back(self) -> list[StoryEntry]:
        """The entries that `rest` would give; more packets may still join them."""
        first, last = self._dealt_at
        sort = self.naming.pack.sort
        return [
            StoryEntry(first, seat, "dealt", "line", self._sentence(whole), last)
            for seat, cards in self._dealt.items()
            for whole in (Event("dealt", seat, sort(cards)),)
        ]

    def _rows(self, event: Event) -> Iterator[StoryEntry]:
        if event.kind == "dealt":
            first = self._dealt_at[0] if self._dealt else self._place
            self._dealt_at = (first, self._place)
            self._dealt.setdefault(event.seat, []).extend(event.what)
            return
        tone = self._tone(event)
        if tone in IN_A_TRICK or not self._is_known(event):
            yield from self.rest()
            trick = self.tricks + 1 if tone in IN_A_TRICK else 0
            pieces = self._pieces(event, tone)
            place = self._place
            yield StoryEntry(place, event.seat, event.kind, tone, pieces, place, trick)

    def _tone(self, event: Event) -> Tone:
        if event.kind in CARDS_OF_TRICKS:
            return CARDS_OF_TRICKS[event.kind]
        if event.kind == "says" and self.lying:
            return "word"
        return "quiet" if event.kind in SPOKEN and event.what[0] in QUIET else "line"

    def _is_known(self, event: Event) -> bool:
        """Return whether an event repeats what its seat, or the event before it, has told."""
        if event.kind == "has given":
            before = self._before
            return before.kind == "takes" and event.what == (str(before.seat),)
        if event.kind in SPOKEN and event.what[0] in UNSAID | QUIET.keys():
            return event.what[0] in UNSAID or (bool(self.lying) and event.kind != "say")
        return event.kind in SILENT or (event.kind, event.seat) in self._known

    # -- sentences -----------------------------------------------------------------------

    def _pieces(self, event: Event, tone: Tone) -> tuple[Piece, ...]:
        name = self.names[event.seat]
        if tone == "card":
            return (f"{name} ", self._card(event.what[0]))
        if tone == "quiet":
            return (f"{self.naming.words(QUIET[event.what[0]])} ", name)
        sentence = self._sentence(event)
        if tone == "line" and event.kind in EXPLAINED and event.seat != self.seat:
            return (*sentence, *self._explanation(event.what[0]))
        return sentence

    def _explanation(self, word: str) -> tuple[Piece, ...]:
        meaning = "" if word in self._explained else self.naming.meaning(word)
        self._explained |= {word}
        return (_marked(f" – {meaning}", "meaning"),) if meaning else ()

    def _sentence(self, event: Event) -> tuple[Piece, ...]:
        """One event as a sentence."""
        if event.kind == PAID:
            return (_marked(self._paid(event), "paid"),)
        table = OWN if event.seat == self.seat else OTHERS
        msgid = table.get(self._kind(event, table))
        if msgid is not None and (event.kind not in SPOKEN or _names_cards(event)):
            return tuple(self._filled(msgid, event))
        speaker = _marked(f"{self.names[event.seat]}: ", "speaker")
        return (speaker, *_joined("; ", map(self._spoken, event.what)))

    def _kind(self, event: Event, table: Mapping[str, str]) -> str:
        """The row of the table for an event: a card taken is told with who gave it."""
        before = self._before
        if event.kind == "takes" and before.kind == "gives" and before.what == event.what:
            mine = before.seat == self.seat
            return "is given by you" if mine else "is given"
        alone = f"{event.kind} alone"
        return alone if event.seen_by != ALL and alone in table else event.kind

    def _paid(self, event: Event) -> str:
        """An item that is paid at once, with what each seat gets or pays."""
        item, *amounts = event.what
        paid = (
            f"{name} {spelled(self.naming.game, int(amount))}"
            for name, amount in zip(self.names, amounts, strict=True)
        )
        return f"{self.naming.said(item)}: {', '.join(paid)}"

    def _spoken(self, word: str) -> Piece:
        return self._card(word) if word in NUMBER else _said_piece(self.naming, word)

    def _card(self, card: str) -> CardPiece:
        return _card_piece(self.naming, card)

    def _filled(self, msgid: str, event: Event) -> Iterator[Piece]:
        what, name = event.what[0] if event.what else "", self.names[event.seat]
        before, here, after = _around_cards(self.naming, msgid, what, name, self._other(event))
        yield before
        if here and _names_cards(event):
            yield from _joined(", ", map(self._card, event.what))
        elif here:
            yield " ".join(event.what)
        if after:
            yield after

    def _other(self, event: Event) -> str:
        """The second person of an event: who is given a card, or who gave it."""
        if event.kind == "has given":
            return self.names[int(event.what[0])]
        return self.names[self._before.seat] if self._before.kind == "gives" else ""


@lru_cache(maxsize=8192)
def _card_piece(naming: Naming, card: str) -> CardPiece:
    """A card in a line: a deal that goes on names the same ones again and again."""
    return CardPiece(card, naming.label(card), naming.spoken(card))


@lru_cache(maxsize=8192)
def _said_piece(naming: Naming, word: str) -> Marked:
    """A word of the game, as it is said and as it is read out."""
    label, spoken = (
        naming.words(text("“{word}”", word=known.said(word)))
        for known in (naming, naming.aloud)
    )
    return Marked(label, "said", spoken)


@lru_cache(maxsize=8192)
def _around_cards(
    naming: Naming, msgid: str, what: str, name: str, other: str
) -> tuple[str, str, str]:
    """A sentence before its cards, whether it has any, and after them."""
    fill = (
        ("cards", CARDS_STAND_HERE),
        ("what", what),
        ("name", name),
        ("other", other),
        ("fool", naming.own_name(FOOL) or naming.words(text("Fool"))),
    )
    return naming.words(Text(msgid, fill)).partition(CARDS_STAND_HERE)


def _marked(words: str, mark: Mark) -> Marked:
    return Marked(words, mark, words)


def _names_cards(event: Event) -> bool:
    return all(word in NUMBER for word in event.what)


def _joined(between: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    for place, piece in enumerate(pieces):
        if place:
            yield between
        yield piece


# -- a deal at a moment through somebody's eyes ------------------------------------------------

OPEN: Final = "open"
ONLOOKER: Final = "onlooker"
"""Eyes that are no seat's: all cards open, and those of somebody who looks on."""

Eyes = int | Literal["open", "onlooker"]


class Moment:
    """A deal after so many actions, through somebody's eyes."""

    def __init__(self, whole: Run, at: int, eyes: Eyes) -> None:
        self.whole = whole
        self.at = at
        self.eyes = eyes
        self.run = whole.fork(at)

    @property
    def seat(self) -> int | None:
        """The seat through whose eyes the deal is seen, if it is one."""
        return self.eyes if isinstance(self.eyes, int) else None

    @cached_property
    def view(self) -> View:
        return seen_through(self.run, self.eyes)

    @cached_property
    def told_before(self) -> int:
        """Return how many events of the view were seen before the last action."""
        if not self.at:
            return 0
        return len(seen_through(self.whole.fork(self.at - 1), self.eyes).events)

    @property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        """The hands that the eyes see, by seat: their own, or all with open cards."""
        seats = [self.eyes] if isinstance(self.eyes, int) else range(self.run.game.seats)
        return {} if self.eyes == ONLOOKER else {one: self.run.view(one).hand for one in seats}


def seen_through(run: Run, eyes: Eyes) -> View:
    """Return what somebody has seen of a deal as far as it has gone."""
    if eyes == OPEN:
        events = [msgspec.structs.replace(event, seen_by=ALL) for event in run.events]
        return View(run.setup, events, None, None, (), run.result)
    return run.view(eyes if isinstance(eyes, int) else None)


def ends_of_tricks(run: Run) -> tuple[int, ...]:
    """The moments at which a trick has been won, after the start and before the end."""
    again = run.fork(0)
    found = [0]
    tricks = 0
    for place, action in enumerate(run.actions, start=1):
        again.act(action)
        if len(again.table.tricks) > tricks:
            tricks = len(again.table.tricks)
            found.append(place)
    if found[-1] != len(run.actions):
        found.append(len(run.actions))
    return tuple(found)


def after_trick(ends: Sequence[int], at: int) -> int:
    """The moment at which the trick that is going on, or the next one, has been won."""
    return next((end for end in ends if end > at), ends[-1])


def first_card(run: Run) -> int:
    """The moment before the first card is played; the end where none was."""
    places = (place for place, action in enumerate(run.actions) if action.kind == "play")
    return next(places, len(run.actions))


# -- the table -------------------------------------------------------------------------------


def names_of(seats: int, own: int, you: str) -> tuple[str, ...]:
    """Return a name for each seat: `you` for the own one, first names for the others."""
    others = iter(SEAT_NAMES)
    return tuple(you if seat == own else next(others) for seat in range(seats))


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
        if beats(number, other, strength[number], strength[other]):
            best = (seat, card)
    return None if best is None else best[0]
