"""Priestertarock of the Ticino, for five. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from matto.blocks import bid_prices
from matto.blocks.auction import bidding, first_bid
from matto.blocks.bid_prices import one_of, played_for
from matto.blocks.call import DEMAND, call_a_card, calling, on_own_side, party_of_called, sides
from matto.blocks.payments import Penalty
from matto.blocks.play import play_tricks
from matto.blocks.talon import Demanding, demand_a_card, lay_talon_open, open_cards
from matto.blocks.terms import KindOfGame, MorePoints
from matto.engine.cards import CAVALIERS, FOOL, JACKS, KINGS, QUEENS, SUITS, Pack, cards
from matto.engine.events import Contract, Result
from matto.engine.game import (
    Always,
    ChoiceSet,
    Dealing,
    Game,
    Prospect,
    Stake,
    TrickRules,
    Vocabulary,
    as_typed,
)
from matto.engine.options import Options, Value, choice, number, switch
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.scoring import ONE_BY_ONE, Counting
from matto.engine.table import Asides, Script, Table
from matto.engine.tricks import (
    BINDS_ALWAYS,
    BINDS_NEVER,
    BINDS_UNTIL_TRUMP,
    LEADS_FOR_TRUMP,
    FoolRule,
)
from matto.engine.view import View
from matto.engine.words import N_

ID = "priestertarock"
SEATS = 5
PACKETS, PACKET, OPEN = 5, 3, 3  # 2.3, 2.5
CHIAMO, PASSO = "chiamo", "passo"
CALO_IL_MATTO = "calo_il_matto"
REVOKE = "revoke"

FOOL_POINTS = 5
FOOL_IN_TIME = 10  # 5.3: the last trick to which the Fool keeps its points
A_PAIR = KindOfGame(N_("with a partner"), "5.9", 2)
A_SOLO = KindOfGame(N_("alone"), "5.10", 4)
EACH_OTHER = 1  # 5.9, 5.10

PACK = Pack(
    "Piedmontese, 78 cards",
    suits=dict.fromkeys(SUITS, "K Q C J 10 9 8 7 6 5 4 3 2 A"),  # 1.2
    trumps=" ".join(f"T{trump}" for trump in range(21, 0, -1)),  # 1.3
    values={  # 1.5
        **dict.fromkeys(KINGS | cards("T21 T1"), 5),
        **dict.fromkeys(QUEENS, 4),
        **dict.fromkeys(CAVALIERS, 3),
        **dict.fromkeys(JACKS, 2),
        FOOL: FOOL_POINTS,
    },
)
CARD_NAMES: Mapping[str, str] = {
    FOOL: "Matto",
    **dict.fromkeys(KINGS, N_("King")),
    **dict.fromkeys(QUEENS, N_("Queen")),
    **dict.fromkeys(CAVALIERS, N_("Cavall")),
    **dict.fromkeys(JACKS, N_("Jack")),
}
OPTIONS = (
    switch(
        "dealer_calls_open",
        "3.7",
        N_("A dealer who is the caller may call an open card; he then plays alone."),
        default=True,
    ),
    switch("demand_open", "3.13", N_("The open cards may be demanded, too.")),
    switch("pay_open", "3.14", N_("The dealer may pay for a demanded card with an open one.")),
    switch(
        "fool_forced",
        "4.14",
        N_("Who can neither follow nor trump must play the Fool if he holds it."),
        default=True,
    ),
    choice(
        "fool_led_follow",
        "4.18",
        N_("How long the card next after a led Fool binds those without trumps to its suit."),
        until_trump=N_("until a trump has fallen"),
        always=N_("always"),
        never=N_("never"),
    ),
    number(
        "fool_in_open",
        "5.4",
        N_("What the Fool is worth when it lies among the open cards."),
        FOOL_POINTS,
        values=range(0, FOOL_POINTS + 1, FOOL_POINTS),
    ),
    choice(
        "revoke_score",
        "7.4",
        N_("A revoke's penalty is written instead of the score of the deal, or besides it."),
        instead=N_("instead of the score"),
        besides=N_("besides the score"),
    ),
    choice(
        "revokes_counted",
        "7.5",
        N_("Whether an offender is penalised once in a deal or for each of his revokes."),
        once=N_("once, however many they are"),
        each=N_("every one"),
    ),
)
BINDS: Mapping[Value, int] = {  # 4.18
    "until_trump": BINDS_UNTIL_TRUMP,
    "always": BINDS_ALWAYS,
    "never": BINDS_NEVER,
}
GLOSSARY: Mapping[str, str] = {
    CHIAMO: N_("I call: I play for more card points, with a partner or alone."),
    PASSO: N_("I do not want to play."),
    DEMAND: N_("I play alone and have a card given to me against one of mine."),
    CALO_IL_MATTO: N_("I lay down the Fool."),
    REVOKE: N_("Not following, or not trumping, though one must."),
}


def trick_rules(options: Options) -> TrickRules:
    """Return how the cards are played: section 4."""
    return TrickRules(
        follow="4.3",
        trump_led="4.4",
        trump="4.5",
        fool=FoolRule(
            excuses=0,
            forced=int(options.on("fool_forced")),
            leads=LEADS_FOR_TRUMP,
            binds=BINDS[options["fool_led_follow"]],
        ),
        fool_clause="4.12",
        fool_forced="4.14",
        fool_leads="4.16",
        fool_binds="4.18",
        turn="4.2",
        fool_word=CALO_IL_MATTO,  # 4.15
    )


def demanding(options: Options) -> Demanding:
    """Return what may be demanded and given back: 3.8 to 3.15."""
    return Demanding(
        clause="3.9",
        back_clause="3.11",
        open_clause="3.13",
        pay_clause="3.14",
        takes_open=options.on("demand_open"),
        pays_open=options.on("pay_open"),
    )


def script(t: Table) -> Script[Result]:
    """Tell a deal from the first packet to the last amount."""
    t.asides = Asides(t, clause="7.1")  # nothing is said aside
    for _ in range(PACKETS):  # 2.3
        t.deal_packet(PACKET)
    lay_talon_open(t)  # 2.5
    bid = yield from first_bid(  # 2.6 to 2.8
        t, t.all_from(t.after(t.dealer)), [CHIAMO], PASSO, clause="2.6", other_clause="2.8"
    )
    if bid is None:
        return t.throw_in()  # 2.9, 6.2
    caller, _ = bid
    t.contract = yield from call_or_demand(t, caller)  # 3.1
    yield from play_tricks(t, trick_rules(t.options), t.after(t.dealer))  # 4.1
    return GAME.settle(t)  # 5.1, 5.2, 6.2


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked, in the order of the script."""
    return (
        bidding([CHIAMO], PASSO, SEATS),
        calling(PACK, PACK.cards, DEMAND),
        *demanding(options).questions(PACK),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid, by parties."""
    parties = [{0, partner} for partner in range(SEATS)]
    return [stake(PACK, sides(SEATS, party), 0) for party in parties]


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for, alone or with a partner: 3.1 to 3.8, 5.9, 5.10."""
    seat = view.asked.seat
    alone = word == DEMAND or word in view.hand
    partner = view.dealer if word in open_to_all(view) else one_of(view, seat)
    called = view.asked.kind == "call" or word == CHIAMO
    if called and not alone:
        yield Prospect(played_for(view, sides(SEATS, {seat, partner}), seat))
    if called and (alone or word == CHIAMO):
        yield Prospect(played_for(view, sides(SEATS, {seat}), seat))


def call_or_demand(t: Table, caller: int) -> Script[Contract]:
    """The caller names a card or demands one; gives who plays with whom."""
    leader = t.after(t.dealer)
    barred = caller == t.dealer and not t.options.on("dealer_calls_open")
    own_open = open_cards(t) if barred else ()
    called = yield from call_a_card(
        t, caller, clause="3.1", own_open=own_open, open_clause="3.7"
    )
    if called == DEMAND:
        yield from demand_a_card(t, caller, demanding(t.options))
        return Contract(sides(SEATS, {caller}), leader, caller, word=DEMAND)  # 3.8
    if called in open_cards(t):
        party = {caller, t.dealer}
        return Contract(sides(SEATS, party), leader, caller, word=CHIAMO)  # 3.5, 3.7
    party = {caller, t.sure_holder(called)}
    side = sides(SEATS, party)
    return Contract(side, leader, caller, called=called, word=CHIAMO)  # 3.3, 3.6


def terms(outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """Return what is written; `outcome.faults["revoke"]` has revokes by seat (7.2 to 7.5)."""
    once = options["revokes_counted"] == "once"  # 7.5
    revokes = Penalty(REVOKE, "7.2", fault=REVOKE, costs=EACH_OTHER, once=once)
    if any(outcome.faults.get(REVOKE, ())) and options["revoke_score"] == "instead":
        return (revokes,)
    return (MorePoints(A_SOLO, A_PAIR, EACH_OTHER), revokes)  # 5.5 to 5.8


def counting(options: Options) -> Counting:
    """Return how cards are counted: 5.1, 5.3, 5.4."""
    unplayed = options.number("fool_in_open")
    return Counting(ONE_BY_ONE, 0, 0, 0, FOOL_POINTS, FOOL_IN_TIME, unplayed)


def open_to_all(view: View) -> set[str]:
    """The cards that lie open before the dealer: 2.5."""
    return {card for _, card in view.heard("talon")}


def party_known(view: View) -> frozenset[int] | None:
    """The caller's party as far as the view knows it, None while it is hidden: 3.4 to 3.8."""
    calls = view.heard("call")
    if not calls:
        return None
    caller, called = calls[0]
    if called == DEMAND:
        return frozenset({caller})
    if called in open_to_all(view):
        return frozenset({caller, view.dealer})
    return party_of_called(view, caller, called)


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side: 3.4 to 3.8."""
    return on_own_side(view, party_known(view))


GAME = Game(
    id=ID,
    name=N_("Priestertarock of the Ticino"),
    seats=SEATS,
    pack=Always(PACK),
    dealing=Always(Dealing(hands=(PACKETS * PACKET,) * SEATS, talon=OPEN)),
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(CHIAMO, DEMAND),
    prospects=prospects,
    costless={PASSO: bid_prices.passing("2.6"), DEMAND: bid_prices.demanding("3.9")},
    about=N_("One calls a card whose holder is his secret partner, or plays alone."),
    direction="left",
    options=OPTIONS,
    unit_name=N_("score points"),
    single_unit=N_("score point"),
    zero="=",
    vocabulary=Vocabulary(
        card_names=CARD_NAMES,
        glossary=GLOSSARY,
        spoken=as_typed(N_("revoke")),
        language="it",
        languages={"Cavall": "de"},
    ),
    friends=friends,
    trick_rules=trick_rules,
    terms=terms,
    counting=counting,
)
