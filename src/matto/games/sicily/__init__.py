"""The Sicilian games: what all of them have in common, and a file for each.

All piles together have 109 card points, so both ways come out: 55 and 54 for two parties,
37 for the player who took the talon and 36 for each of the two others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Required, TypedDict, Unpack

from matto.blocks.payments import OverShare
from matto.blocks.talon import LayingAway, lay_away, look_at_bottom, take_talon
from matto.blocks.terms import paid, points_above
from matto.engine.cards import CAVALIERS, FOOL, JACKS, KINGS, QUEENS, Pack, cards
from matto.engine.events import Result, Trick
from matto.engine.game import (
    Always,
    ChoiceSet,
    Costless,
    Dealing,
    Game,
    Lesson,
    OpenCards,
    Prospect,
    Stake,
    TrickRules,
    Vocabulary,
)
from matto.engine.options import Option, Options, Value, choice
from matto.engine.outcome import Outcome, Term, card_points
from matto.engine.scoring import (
    LOTS,
    OWNER_NEEDS_TRICK,
    POINTS,
    Counting,
    FoolGoes,
    PayRule,
    RowLabel,
)
from matto.engine.table import Script, Table
from matto.engine.tricks import LEADS_AT_LAST, FoolRule
from matto.engine.view import View
from matto.engine.words import N_

VADO_SOLO = "vado_solo"
ALTRE_CINQUE = "altre_cinque"
PAGO = "pago"
PRENDO = "prendo"
PASSO = "passo"

CHIAMO = "chiamo"
SOLO_FORZATO = "solo_forzato"

FATTO_E = "fatto_e"
SCOMMESSA = "scommessa"
RIVANTO = "rivanto"

SOLO = "solo"
BENE = "bene"
SOLO_IO = "solo_io"
MISCHIO = "mischio"
TENGO = "tengo"
VANTO = "vanto"

TALK_WORDS: Mapping[str, str] = {
    VADO_SOLO: N_("“Vado solo.” I go alone against the others."),
    ALTRE_CINQUE: N_("“Altre cinque.” Deal five more cards to each."),
    PAGO: N_("“Pago.” I pay one point if the deal is given up."),
    PRENDO: N_("“Prendo.” I give the deal up and take all that has been offered."),
    PASSO: N_("“Passo” or “mischio.” I give the deal up and neither pay nor take."),
    FATTO_E: N_("“Fatto è.” It is done: three cards are laid away for good."),
    SCOMMESSA: N_("The soloist bets that he will have all three tens at the end."),
    RIVANTO: N_("An opponent doubles what the last trick is worth, whoever wins it."),
}

CALLING_WORDS: Mapping[str, str] = {
    VADO_SOLO: TALK_WORDS[VADO_SOLO],
    CHIAMO: N_("“Chiamo X.” The holder of this trump is my partner."),
    PASSO: N_("“Passo.” I neither go alone nor call."),
    FATTO_E: TALK_WORDS[FATTO_E],
    RIVANTO: TALK_WORDS[RIVANTO],
    SCOMMESSA: N_("The declarer bets that his party will have all three tens at the end."),
    SOLO_FORZATO: N_("“Solo forzato.” The called trump lies in the talon: I am alone."),
}

PRIZE_WORDS: Mapping[str, str] = {
    "pigliate": N_("An aria or the Picciotti won in a trick from the other party."),
    "vanto": N_("The last trick."),
    "rimatura": N_("Most of the card points: 55 or more of 109."),
    "arie": N_("All four arie from 19 to 16; with the Giove they are worth two."),
    "quattro_re": N_("All four Kings."),
}

CARD_WORDS: Mapping[str, str] = {
    "giove": N_("The highest trump; it counts 10."),
    "arie": N_("The five highest trumps; the Giove counts 10, the four below it 5 each."),
    "picciotti": N_("The lowest trump but one; it counts 10."),
    "miseria": N_(
        "The lowest trump, below the Picciotti; it is an ordinary trump and counts 1."
    ),
    "fuggitivo": N_("The Fool: it frees its owner once from following suit and trumping."),
    "decine": N_("The three cards that count 10: Giove, Picciotti and Fuggitivo."),
    "cinquine": N_(
        "The cards that count 5: the four trumps below the Giove and the four Kings."
    ),
}


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
        never={never_clause: CINQUINE | DECINE},
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
    tricks: Sequence[Trick], side: Sequence[int], captured: frozenset[str] = ARIE | {PICCIOTTI}
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
    """Return what lies face up in a view, by the seats of each side that has such cards."""
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
        pack=Always(pack),
        dealing=Always(Dealing((dealt,) * own["seats"], talon, stock)),
        vocabulary=Vocabulary(
            card_names, glossary, spoken, prompts, language="it", languages=languages
        ),
        trick_rules=lambda _options: trick_rules,
        terms=terms if callable(terms) else lambda _outcome, _options: terms,
        counting=sicilian_counting,
        fool_goes=fuggitivo_goes,
        **own,
    )


BOTTOM_CARD, DEALER = "bottom_card", "dealer"


def bottom_card_option(clause: str) -> Option:
    """The option by which the dealer sees the bottom card before he deals, or nobody does."""
    about = N_("Who sees the bottom card of the pack, one of the talon, before the deal.")
    return choice(BOTTOM_CARD, clause, about, nobody=N_("nobody"), dealer=N_("the dealer"))


def dealer_may_look(table: Table) -> None:
    """Let the dealer look at the bottom card if the option says so."""
    if table.options[BOTTOM_CARD] == DEALER:
        look_at_bottom(table, table.dealer)


def take_and_lay_away(table: Table, seat: int, rule: LayingAway) -> Script[None]:
    """A seat takes the talon into its hand and lays as many cards away."""
    take_talon(table, seat)
    yield from lay_away(table, seat, len(table.setup.deal.talon), rule)


HALF = 55
THIRD_WITH_TALON, THIRD = 37, 36


@dataclass(frozen=True)
class DifferenceToHalf:
    """The declarer's party receives from the others what it has above 55, or pays the rest.

    A soloist settles it with each opponent, a party of two once for each of its players;
    `times` multiplies it. At 55 the row says that nobody pays. `below` and `even` are the
    clauses of fewer than 55 and of just 55 where they are not `clause`.
    """

    item: str
    clause: str
    times: int = 1
    below: str = ""
    even: str = ""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what the declarer's party has above one half, if there is a declarer."""
        if outcome.declarer is not None:
            side = outcome.side[outcome.declarer]
            line = RowLabel(self.item, self.clause, N_("{points} card points"))
            yield PayRule(
                POINTS,
                side,
                earned=paid(outcome, side, self.times),
                table=points_above(outcome, HALF),
                line=line,
                lost=line._replace(clause=self.below or self.clause),
                even=line._replace(clause=self.even or self.clause),
            )


def difference_to_third(item: str, clause: str) -> OverShare:
    """Each for himself: everybody receives what he has above his third, or pays the rest.

    The declarer, who has taken the talon and laid away, has a third of 37, the others of 36.
    """
    return OverShare(item, clause, THIRD, declarers=THIRD_WITH_TALON)


SICILIAN_TRUMPS = range(21)
PIEDMONTESE_NAMES: Mapping[str, str] = {  # every trump one number higher
    **CARD_NAMES,
    **{
        f"T{trump}": " ".join([str(trump + 1), *CARD_NAMES.get(f"T{trump}", "").split()])
        for trump in SICILIAN_TRUMPS
    },
    **dict.fromkeys(JACKS, N_("Jack (Fante)")),
}


def pack_names_option(clause: str) -> Option:
    """The option by which cards are shown with the numbers and names of either pack."""
    about = N_(
        "Whether cards are shown with the Sicilian or the Piedmontese numbers and names."
    )
    return choice(
        "pack_names", clause, about, sicilian=N_("Sicilian"), piedmontese=N_("Piedmontese")
    )


def card_names(options: Options) -> Mapping[str, str]:
    """Return what people call the cards of the pack they play with."""
    return PIEDMONTESE_NAMES if options["pack_names"] == "piedmontese" else CARD_NAMES
