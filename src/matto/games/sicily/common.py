"""What the Sicilian games have in common: pack, names, duties, the Fuggitivo, the count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Required, TypedDict, Unpack

from matto.blocks.discard import LayingAway
from matto.engine.cards import CAVALIERS, FOOL, JACKS, KINGS, QUEENS, Pack, cards
from matto.engine.game import Dealing, Game, OpenCards, Stake, TrickRules
from matto.engine.lesson import Lesson
from matto.engine.options import Option, Options, Value
from matto.engine.outcome import Outcome, Term, card_points
from matto.engine.payrules import LOTS, OWNER_NEEDS_TRICK, Counting, FoolGoes
from matto.engine.prospect import Costless, Prospect
from matto.engine.questions import ChoiceSet
from matto.engine.table import Result, Script, Table, Trick, View
from matto.engine.tricks import LEADS_AT_LAST, FoolRule
from matto.engine.vocabulary import Vocabulary
from matto.engine.words import N_

GIOVE = "T20"
PICCIOTTI = "T1"
MISERIA = "T0"
ARIE_CINQUINE = cards("T19 T18 T17 T16")
ARIE = ARIE_CINQUINE | {GIOVE}
DECINE = cards("T20 T1 F")
CINQUINE = ARIE_CINQUINE | KINGS

VALUES: Mapping[str, int] = {
    **dict.fromkeys(cards("SA BA CA DA"), 1),
    **{f"{suit}{pip}": 1 for suit in "SBCD" for pip in range(2, 11)},
    **{f"T{trump}": 1 for trump in range(21)},
    **dict.fromkeys(JACKS, 2),
    **dict.fromkeys(CAVALIERS, 3),
    **dict.fromkeys(QUEENS, 4),
    **dict.fromkeys(CINQUINE, 5),
    **dict.fromkeys(DECINE, 10),
}
LAST_TRICK = 5
COUNTING = Counting(LOTS, LAST_TRICK, fool=VALUES["F"], fool_unplayed=VALUES["F"])

_PLAIN = "K Q C J 10 9 8 7 6 5"
_TRUMPS = " ".join(f"T{trump}" for trump in range(20, -1, -1))


def sicilian_pack(name: str, coins: str) -> Pack:
    """A Sicilian pack whose coins end in `coins` below the 5: `"4"`, `"A"`, `"4 A"` or none."""
    suits = {"S": _PLAIN, "B": _PLAIN, "C": _PLAIN, "D": f"{_PLAIN} {coins}".strip()}
    return Pack(name, suits, _TRUMPS, VALUES)


SICILIAN = sicilian_pack("Sicilian, 63 cards", "4")
SICILIAN_WITHOUT_4 = sicilian_pack("Sicilian, 62 cards", "")
SICILIAN_WITH_ACE = sicilian_pack("Sicilian, 63 cards with the coin ace", "A")
SICILIAN_FULL = sicilian_pack("Sicilian, 64 cards", "4 A")

FUGGITIVO = FoolRule(excuses=1, forced=0, leads=LEADS_AT_LAST)

NO_WORDS: Mapping[str, str] = {}
CARD_NAMES: Mapping[str, str] = {
    "T20": "Giove",
    "T19": "Palla",
    "T18": "Sole",
    "T17": "Luna",
    "T16": "Stella",
    "T1": "Picciotti",
    "T0": "Miseria",
    "F": "Fuggitivo",
    **{
        f"{suit}{rank}": name
        for suit in "SBCD"
        for rank, name in (
            ("K", N_("King")),
            ("Q", N_("Queen")),
            ("C", N_("Cavalier (Cavallo)")),
            ("J", N_("Jack (Donna)")),
        )
    },
}


def sicilian_discard(*, clause: str, never_clause: str, last_resort_clause: str) -> LayingAway:
    """Fives and tens never; other trumps only when no plain card that may go stays behind."""
    return LayingAway(
        clause=clause,
        never=CINQUINE | DECINE,
        never_clause=never_clause,
        last_resort_clause=last_resort_clause,
    )


def sicilian_counting(_options: Options) -> Counting:
    """Lots of three, and 5 for the last trick."""
    return COUNTING


def sicilian_points(outcome: Outcome, side: int) -> int:
    """Card points of a party."""
    return card_points(outcome, side, COUNTING)


def fuggitivo_goes(_options: Options) -> FoolGoes:
    """The Fuggitivo stays with its owner's party if that has a trick."""
    return FoolGoes(OWNER_NEEDS_TRICK)


def lying_open(
    tricks: Sequence[Trick],
    side: Sequence[int],
    captured: frozenset[str] = ARIE | {PICCIOTTI},
) -> dict[int, frozenset[str]]:
    """The cards that lie face up before each side.

    These are captured cards of a set, usually arie and Picciotti, and a Fuggitivo whose side
    has won no trick yet.
    """
    won = {side[trick.winner] for trick in tricks}
    shown: dict[int, set[str]] = {one: set() for one in side}
    for trick in tricks:
        for seat, card in trick.by_seat(len(side)):
            if card in captured and side[seat] != side[trick.winner]:
                shown[side[trick.winner]].add(card)
            if card == FOOL and side[seat] not in won:
                shown[side[seat]].add(card)
    return {one: frozenset(cards) for one, cards in shown.items()}


def open_to_all(
    view: View, side: Sequence[int], captured: frozenset[str] = ARIE | {PICCIOTTI}
) -> dict[tuple[int, ...], frozenset[str]]:
    """What lies face up in a view, by the seats of each side that has such cards."""
    shown = lying_open(view.tricks, side, captured)
    return {
        tuple(seat for seat in range(view.seats) if side[seat] == one): cards
        for one, cards in shown.items()
        if cards
    }


class OwnNouns(TypedDict, total=False):
    """What each game of the family says of itself, as it stands in `Game`."""

    id: Required[str]
    name: Required[str]
    about: Required[str]
    seats: Required[int]
    script: Required[Callable[[Table], Script[Result]]]
    questions: Callable[[Options], Iterable[ChoiceSet]]
    stakes: Callable[[Options], Iterable[Stake]]
    contracts: tuple[str, ...]
    prospects: Callable[[View, str], Iterable[Prospect]]
    costless: Mapping[str, Costless]
    lesson: Lesson
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Value]]
    friends: Callable[[View], frozenset[int]]
    lying_open: Callable[[View], OpenCards]
    carried: Mapping[str, int]


def sicilian_game(
    *,
    dealt: int,
    talon: int,
    trick_rules: TrickRules,
    terms: tuple[Term, ...] | Callable[[Outcome, Options], Sequence[Term]],
    glossary: Mapping[str, str],
    pack: Pack = SICILIAN,
    stock: bool = False,
    card_names: Mapping[str, str] | Callable[[Options], Mapping[str, str]] = CARD_NAMES,
    spoken: Mapping[str, str] = NO_WORDS,
    prompts: Mapping[str, str] = NO_WORDS,
    languages: Mapping[str, str] = NO_WORDS,
    **own: Unpack[OwnNouns],
) -> Game:
    """A game of the family: one pack, `dealt` cards for each, one way to play the tricks.

    Its piles are counted in lots of three, and the Fuggitivo stays with its owner. Its words
    are Italian, but for those of which `languages` tells another language.
    """
    return Game(
        pack=lambda _options: pack,
        dealing=lambda _options: Dealing((dealt,) * own["seats"], talon, stock),
        vocabulary=Vocabulary(
            card_names, glossary, spoken, prompts, language="it", languages=languages
        ),
        trick_rules=lambda _options: trick_rules,
        terms=terms if callable(terms) else lambda _outcome, _options: terms,
        counting=sicilian_counting,
        fool_goes=fuggitivo_goes,
        **own,
    )
