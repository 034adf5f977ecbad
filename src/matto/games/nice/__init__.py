"""The games of Nice: what both have in common, and a file for each.

Their rulebooks number the clauses that they share alike; the numbers here are those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from matto.blocks import bid_prices
from matto.blocks.auction import GoOn, anybody_goes_on
from matto.blocks.declare import Declaring, all_of, declare_one, sizes_of
from matto.blocks.payments import declared
from matto.blocks.play import TrickState, play_trick
from matto.blocks.talon import LayingAway, lay_away, take_talon
from matto.blocks.terms import LastTrickIfLedOn, tell_claim_stands, tell_if_claim_lost
from matto.engine.cards import (
    CAVALIERS,
    FOOL,
    JACKS,
    KINGS,
    QUEENS,
    THE_FOOL,
    TRUMPS,
    Pack,
    cards,
)
from matto.engine.game import ChoiceSet, TrickRules
from matto.engine.options import Option, Options, choice
from matto.engine.outcome import Term
from matto.engine.scoring import ONE_BY_ONE, Counting
from matto.engine.table import Script, Table
from matto.engine.tricks import LEADS_AT_LAST, LEADS_FREELY, FoolRule
from matto.engine.words import N_

PAGAT, ANGEL = "T1", "T20"
HONOURS = cards("F T1 T20")  # 1.7
TAROCCHE = TRUMPS - cards("T0") | THE_FOOL  # 1.6: what counts for ten trumps
PAPOTE = cards("T5 T4 T3 T2")  # 1.5

_LONG, _ROUND = "K Q C J A 10 9 8 7 6 5 4 3 2", "K Q C J A 2 3 4 5 6 7 8 9 10"
_DOWN_TO_VI = " ".join(f"T{trump}" for trump in range(19, 5, -1))
PACK = Pack(
    "Nice, 78 cards",
    suits={"S": _LONG, "B": _LONG, "C": _ROUND, "D": _ROUND},  # 1.2, 1.3
    trumps=f"T20 T21 {_DOWN_TO_VI} T5=T4=T3=T2 T1",  # 1.4, 1.5
    values={  # 1.8
        **dict.fromkeys(KINGS | HONOURS, 4),
        **dict.fromkeys(QUEENS, 3),
        **dict.fromkeys(CAVALIERS, 2),
        **dict.fromkeys(JACKS, 1),
    },
)
START = 10  # 7.2, in chips

TENIR, A_MONTE = "tenir", "a_monte"
TRUMPS_LAID_AWAY = "trumps_laid_away"
TEN, MITIGATTI, QUATRE_REI = "tarocche_10", "mitigatti", "quatre_rei"

LAYING_AWAY = LayingAway(clause="3.2", never={"3.3": KINGS | HONOURS}, last_resort=frozenset())

TEN_SHOWN = sizes_of("tarocche", "4.4", TAROCCHE, {10: 1})
LAST_CARDS = (all_of(MITIGATTI, "4.2", HONOURS, 1), all_of(QUATRE_REI, "4.3", KINGS, 1))
AT_FIRST_CARD = Declaring(TEN_SHOWN, clause="4.5", once_clause="4.1", in_hand_clause="4.8")
AT_LAST_CARD = Declaring(LAST_CARDS, clause="4.6", once_clause="4.1", in_hand_clause="4.6")
EVERY_DECLARATION = Declaring(
    (*TEN_SHOWN, *LAST_CARDS), clause="4.1", once_clause="4.1", in_hand_clause="4.8"
)

PAGAT_PAYS = 2  # 6.3, in chips


# -- options and words ---------------------------------------------------------------------

PAUSE_TALK = choice(
    "pause_talk",
    "2.5",
    N_("Whether all speak in a pause, or the first tenir ends it."),
    all_speak=N_("all speak"),
    until_tenir=N_("the first tenir ends it"),
)
LAID_TRUMPS = choice(
    "laid_trumps",
    "3.4",
    N_("What the dealer says of trumps that he has laid away."),
    number=N_("how many they are"),
    fact=N_("only that there are some"),
    cards=N_("which they are"),
)
FOOL_LEAD = choice(
    "fool_lead",
    "5.11",
    N_("Whether the Fool may be led."),
    next_decides=N_("it may be led, and the next card decides"),
    forbidden=N_("only as one’s last card"),
)
PAGAT_WITHOUT_CLAIM = choice(
    "pagat_without_claim",
    "6.8",
    N_("Whether a Pagat lost in the last trick costs one who has not led his suits on."),
    free=N_("it costs nothing"),
    pays=N_("it costs the same as any other"),
)
OPTIONS: tuple[Option, ...] = (PAUSE_TALK, LAID_TRUMPS, FOOL_LEAD, PAGAT_WITHOUT_CLAIM)

GLOSSARY: Mapping[str, str] = {
    TENIR: N_("I hold: I want to play."),
    A_MONTE: N_("“A monte.” I would rather throw the cards in."),
    TRUMPS_LAID_AWAY: N_("I have laid away trumps: so many, if I say a number."),
    TEN: N_("At least ten trumps, the Fool counted; ten of them are shown."),
    MITIGATTI: N_("All three honours: Fool, Pagat and Angel."),
    QUATRE_REI: N_("All four Kings."),
    AT_FIRST_CARD.done: N_("I declare nothing."),
}
LANGUAGE = "oc"  # the Occitan of Nice
LA_PARTIDA = N_("la partida")
SPOKEN: Mapping[str, str] = {
    "trumps laid away": N_("trumps laid away"),
    "trumps laid away:": N_("trumps laid away: {number}"),
}
CARD_NAMES: Mapping[str, str] = {
    **dict.fromkeys(KINGS, "rei"),
    **dict.fromkeys(QUEENS, "dama"),
    **dict.fromkeys(CAVALIERS, "cavau"),
    **dict.fromkeys(JACKS, "fantin"),
    **{ANGEL: "l’Ange", PAGAT: "bagatte", "F": "lu fuole"},
}


# -- before the play -----------------------------------------------------------------------


COSTLESS = {
    A_MONTE: bid_prices.given_up("2.6"),
    AT_FIRST_CARD.done: bid_prices.nothing_announced("4.1"),
}
TALK = GoOn(TENIR, A_MONTE, clause="2.5", words_clause="2.4")


def questions(packets: Sequence[int], seats: int, spare: int) -> Iterator[ChoiceSet]:
    """All that is asked, in the order of the scripts, but for what one game has of its own."""
    yield TALK.question(seats * len(packets))
    yield LAYING_AWAY.question(PACK, spare)
    yield from EVERY_DECLARATION.questions(PACK, seats + len(LAST_CARDS))


def deal_or_throw_in(t: Table, packets: Sequence[int]) -> Script[bool]:
    """Deal packet after packet, with a pause after each; tells whether somebody holds (2.7)."""
    rules = replace(TALK, first_ends=t.options["pause_talk"] == "until_tenir")
    for size in packets:
        t.deal_packet(size)
        if not (yield from anybody_goes_on(t, rules)):
            return False
    return True


def take_and_lay_away(t: Table) -> Script[None]:
    """The dealer takes the cards over and lays as many away (3.1 to 3.4)."""
    take_talon(t, t.dealer)
    yield from lay_away(t, t.dealer, len(t.setup.deal.talon), LAYING_AWAY)
    trumps = t.pack.sort(TAROCCHE.intersection(t.laid_away[t.dealer]))
    if not trumps:
        return
    how = t.options["laid_trumps"]
    word = f"{TRUMPS_LAID_AWAY}:{len(trumps)}" if how == "number" else TRUMPS_LAID_AWAY
    t.tell("says", t.dealer, word, *(trumps if how == "cards" else ()))


# -- declarations and play -----------------------------------------------------------------


def trick_rules(options: Options) -> TrickRules:
    """Return how the cards are played (section 5)."""
    leads = LEADS_AT_LAST if options["fool_lead"] == "forbidden" else LEADS_FREELY
    return TrickRules(
        follow="5.2",
        trump_led="5.3",
        trump="5.4",
        fool=FoolRule(excuses=1, forced=0, leads=leads),
        fool_clause="5.9",
        fool_leads="5.11",
        turn="5.1",
    )


def play(t: Table) -> Script[None]:
    """Play all tricks, with the declarations at their moments (4.5, 4.6)."""
    tell_claim_stands(t, PAGAT)  # 6.6
    state = TrickState(t, trick_rules(t.options))
    state.after = partial(last_of_its_kind, t)
    leader = t.after(t.dealer)  # 5.1
    while t.plain[leader] or t.tarocks[leader]:
        state.before = None if t.tricks else partial(ten_trumps, t)
        leader = yield from play_trick(t, state, leader)
        tell_if_claim_lost(t, PAGAT)  # 6.6


def ten_trumps(t: Table, seat: int) -> Script[None]:
    """Before his first card a player may show ten trumps (4.5)."""
    yield from declare_one(t, seat, AT_FIRST_CARD)


def last_of_its_kind(t: Table, seat: int, card: str) -> Script[None]:
    """One who has just played the last of the honours or Kings, all himself, may declare."""
    declaration = next((one for one in LAST_CARDS if card in one.all_of), None)
    if declaration is not None and declaration.all_of <= cards_played(t, seat):
        yield from declare_one(t, seat, AT_LAST_CARD, declaration.all_of)


def cards_played(t: Table, seat: int) -> frozenset[str]:
    """Return what a seat has played to the tricks so far."""
    return frozenset(
        event.what[0] for event in t.events if event.kind == "play" and event.seat == seat
    )


# -- payments ------------------------------------------------------------------------------


def counting(_options: Options) -> Counting:
    """Values of cards and one point a trick; the cards laid away are one for the dealer."""
    fool = PACK.value_of[FOOL]
    return Counting(ONE_BY_ONE, each_trick=1, laid_away=1, fool=fool, fool_unplayed=fool)


def declarations_paid(chip: int) -> tuple[Term, ...]:
    """A chip from each for every declaration (6.2)."""
    said = declared(EVERY_DECLARATION)
    return tuple(replace(one, clause="6.2", pays=one.pays * chip) for one in said)


def pagat_ultimo(options: Options, chip: int) -> LastTrickIfLedOn:
    """Two chips from each, or to each, for the Pagat in the last trick (6.3 to 6.8)."""
    return LastTrickIfLedOn(
        item=N_("Pagat ultimo"),
        clause="6.3",
        lost_item=N_("Pagat ultimo lost"),
        lost_clause="6.4",
        card=PAGAT,
        pays=PAGAT_PAYS * chip,
        always_costs=options["pagat_without_claim"] == "pays",
    )
