"""Priestertarock of the Ticino, for five with 78 cards.

Marks such as 3.1 are clauses of rulebook/priestertarock.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.auction import first_bid
from matto.blocks.call import hand_over, on_own_side, party_of_called, sides
from matto.blocks.outcome import Outcome, outcome_of, single_points
from matto.blocks.play import TrickRules, play_tricks
from matto.blocks.talon import show_talon
from matto.cards import (
    CAVALIERS,
    FOOL,
    JACKS,
    KINGS,
    NUMBER,
    QUEENS,
    SUITS,
    THE_FOOL,
    Pack,
    cards,
)
from matto.errors import Refusal
from matto.game import Dealing, Game
from matto.options import Options, choice, number, switch
from matto.scoring import Row, from_each
from matto.table import INTO_HAND, OUT_OF_HAND, Result, Script, Table, View
from matto.tricks import (
    BINDS_ALWAYS,
    BINDS_NEVER,
    BINDS_UNTIL_TRUMP,
    LEADS_FOR_TRUMP,
    FoolRule,
)
from matto.words import N_, Text, text

ID = "priestertarock"
SEATS = 5
PACKETS, PACKET, OPEN = 5, 3, 3

PACK = Pack(
    "Piedmontese, 78 cards",
    dict.fromkeys(SUITS, "K Q C J 10 9 8 7 6 5 4 3 2 A"),  # 1.2
    " ".join(f"T{trump}" for trump in range(21, 0, -1)),  # 1.3
    {  # 1.5
        **dict.fromkeys(KINGS | cards("T21 T1") | THE_FOOL, 5),
        **dict.fromkeys(QUEENS, 4),
        **dict.fromkeys(CAVALIERS, 3),
        **dict.fromkeys(JACKS, 2),
    },
)

CHIAMO, PASSO = "chiamo", "passo"
DEMAND = "demand"
REVOKE = "revoke"
CALO_IL_MATTO = "calo_il_matto"

FOOL_IN_TIME = 10  # the last trick to which the Fool keeps its points
ALONE, WITH_PARTNER = 4, 2  # what the caller wins or loses
CALLERS, OPPONENTS = 0, 1  # the sides

OPTIONS = (
    switch(
        "dealer_calls_open",
        "3.7",
        N_("A dealer who is the caller may call an open card; he then plays alone."),
        default=True,
    ),
    switch("demand_open", "3.13", N_("The open cards may be demanded, too.")),
    switch(
        "pay_open",
        "3.14",
        N_("A dealer who demands a card may pay for it with one of the open cards."),
    ),
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
        "until_trump",
        "always",
        "never",
    ),
    number(
        "fool_in_open",
        "5.4",
        N_("What the Fool is worth when it lies among the open cards."),
        PACK.value[NUMBER[FOOL]],
        values=range(0, PACK.value[NUMBER[FOOL]] + 1, PACK.value[NUMBER[FOOL]]),
    ),
    choice(
        "revoke_score",
        "7.4",
        N_("A revoke's penalty is written instead of the score of the deal, or besides it."),
        "instead",
        "besides",
    ),
)
BINDS: Mapping[object, int] = {
    "until_trump": BINDS_UNTIL_TRUMP,
    "always": BINDS_ALWAYS,
    "never": BINDS_NEVER,
}


def trick_rules(options: Options) -> TrickRules:
    """How the cards are played: section 4."""
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
        fool_word=CALO_IL_MATTO,  # 4.15
        turn="4.2",
    )


def script(t: Table) -> Script[Result]:
    """Tell the game in the order of the text."""
    for _ in range(PACKETS):  # 2.3
        t.deal_packet(PACKET)
    show_talon(t)  # 2.5
    open_cards(t).extend(t.setup.deal.talon)
    in_turn = t.all_from(t.after(t.dealer))
    bid = yield from first_bid(
        t, in_turn, [CHIAMO], PASSO, "2.6", explain=lambda _: refuse_bid(t)
    )  # 2.6, 2.7
    if bid is None:
        return t.throw_in()  # 2.9, 6.2
    caller, _ = bid
    party = yield from call_or_demand(t, caller)  # 3
    yield from play_tricks(t, trick_rules(t.options), t.after(t.dealer))  # 4.1
    finished = outcome_of(t, sides(SEATS, party), declarer=caller)
    points = tuple(party_points(finished, side, t.options) for side in finished.side)
    return t.finish(score(finished, t.options), points)  # 5, 6.2


def open_cards(t: Table) -> list[str]:
    """The three cards that lie open before the dealer and count for his party: 2.5, 5.2."""
    return t.laid_away[t.dealer]


def call_or_demand(t: Table, caller: int) -> Script[set[int]]:
    """The caller names a card, or demands one; gives the seats of his party."""
    barred = set()
    if caller == t.dealer and not t.options.on("dealer_calls_open"):
        barred = set(open_cards(t))
    callable_cards = [card for card in t.pack.codes if card not in barred]  # 3.2

    def refuse(word: str) -> Refusal:
        if word in barred:
            return no(t, "3.7", text("The dealer may not call one of his open cards."))
        return no(t, "3.1", text("Call any one card by its name, or demand one."))

    called = yield from t.ask(caller, "call", [*callable_cards, DEMAND], "3.1", explain=refuse)
    if called == DEMAND:
        yield from demand_a_card(t, caller)
        return {caller}  # 3.8
    if called in open_cards(t):
        return {caller, t.dealer}  # 3.5, 3.7
    partner = t.holder(called)
    return {caller} if partner is None else {caller, partner}  # 3.3, 3.6


def demand_a_card(t: Table, caller: int) -> Script[None]:
    """The caller, alone, demands a card and gives one back: 3.8 to 3.15."""
    may_take = set(open_cards(t)) if t.options.on("demand_open") else set()
    wanted = [
        card
        for card in t.pack.codes
        if card in may_take or t.holder(card) not in (caller, None)
    ]

    def refuse(word: str) -> Refusal:
        if word in open_cards(t):
            return no(t, "3.13", text("The open cards may not be demanded."))
        if word in t.hand(caller):
            return no(t, "3.9", text("You hold {card} yourself.", card=word))
        return no(t, "3.9", text("Demand a card that another player holds."))

    card = yield from t.ask(caller, "demand", wanted, "3.9", explain=refuse)
    if card in open_cards(t):
        yield from change_open_card(t, caller, card)
    else:
        yield from change_with_holder(t, caller, card)


def change_open_card(t: Table, caller: int, card: str) -> Script[None]:
    """The caller takes an open card and lays one of his own in its place: 3.13."""
    take_open(t, caller, card)
    back = yield from t.ask(
        caller, "give", t.hand(caller), "3.13", explain=lambda word: refuse_give(t, word)
    )
    lay_open(t, caller, back)


def change_with_holder(t: Table, caller: int, card: str) -> Script[None]:
    """The holder gives the demanded card and gets another, face down: 3.10 to 3.12."""
    giver = t.holder(card)
    if giver is None:
        raise ValueError(f"nobody holds {card}")
    hand_over(t, giver, caller, card)
    may_pay_open = caller == t.dealer and t.options.on("pay_open")
    options = [*t.hand(caller), *(t.pack.sort(open_cards(t)) if may_pay_open else ())]
    back = yield from t.ask(
        caller, "give", options, "3.11", explain=lambda word: refuse_give(t, word), secret=True
    )
    if back in open_cards(t):  # 3.14
        take_open(t, caller, back)
        hand_over(t, caller, giver, back)
        lay_open(t, caller, card)
    else:
        hand_over(t, caller, giver, back, hidden=True)


def take_open(t: Table, seat: int, card: str) -> None:
    """A seat takes one of the open cards into its hand."""
    open_cards(t).remove(card)
    t.add(seat, [card])
    t.tell("takes", seat, card, moves=INTO_HAND)


def lay_open(t: Table, seat: int, card: str) -> None:
    """A seat lays a card with the open ones, which are shown anew."""
    t.remove(seat, [card])
    t.tell("lays open", seat, card, moves=OUT_OF_HAND)
    open_cards(t).append(card)
    t.tell("talon", t.dealer, *open_cards(t))


def no(t: Table, clause: str, sentence: Text) -> Refusal:
    """Refuse a choice."""
    return Refusal(t.clause(clause), sentence)


def refuse_bid(t: Table) -> Refusal:
    """The bid names no form."""
    return no(t, "2.8", text("Say chiamo or passo; what you play is told afterwards."))


def refuse_give(t: Table, card: str) -> Refusal:
    """Only a card of the hand goes back, unless the dealer may pay with an open card."""
    if card in open_cards(t):
        return no(t, "3.14", text("You may not pay with an open card: give one of your hand."))
    return no(t, "3.11", text("{card} is not in your hand.", card=card))


def fool_points(outcome: Outcome, options: Options) -> int:
    """What the Fool is worth: 5.3, 5.4."""
    for trick_number, trick in enumerate(outcome.tricks, start=1):
        if FOOL in trick.cards:
            return PACK.value[NUMBER[FOOL]] if trick_number <= FOOL_IN_TIME else 0
    return options.number("fool_in_open")


def party_points(outcome: Outcome, side: int, options: Options) -> int:
    """The card points of a party: 5.1."""
    pile = outcome.pile(side)
    fool = fool_points(outcome, options) if FOOL in pile else 0
    return single_points(pile - THE_FOOL, outcome.pack) + fool


def winning_side(outcome: Outcome, options: Options) -> int:
    """The majority wins, 36 of 71 or 34 of 66; at 33:33 the side without the Fool: 5.5–5.8."""
    callers = party_points(outcome, CALLERS, options)
    opponents = party_points(outcome, OPPONENTS, options)
    if callers == opponents:
        return OPPONENTS if FOOL in outcome.pile(CALLERS) else CALLERS
    return CALLERS if callers > opponents else OPPONENTS


def game_row(outcome: Outcome, options: Options) -> Row:
    """What the deal itself is worth to each: 5.9, 5.10."""
    party = outcome.members(CALLERS)
    alone = len(party) == 1
    own = ALONE if alone else WITH_PARTNER
    sign = 1 if winning_side(outcome, options) == CALLERS else -1
    amounts = tuple(
        sign * (own if seat == outcome.declarer else 1 if seat in party else -1)
        for seat in range(SEATS)
    )
    note = text(
        "{callers} to {opponents} card points",
        callers=party_points(outcome, CALLERS, options),
        opponents=party_points(outcome, OPPONENTS, options),
    )
    item, clause = (N_("alone"), "5.10") if alone else (N_("with a partner"), "5.9")
    return Row(item, f"{ID} {clause}", amounts, note)


def score(outcome: Outcome, options: Options) -> tuple[Row, ...]:
    """Write the score sheet; `outcome.faults["revoke"]` counts each seat's revokes: 7.2–7.5."""
    revokes = tuple(
        Row(N_("revoke"), f"{ID} 7.2", from_each(seat, -1, SEATS))
        for seat, times in enumerate(outcome.faults.get(REVOKE, ()))
        if times
    )
    if revokes and options["revoke_score"] == "instead":
        return revokes
    return (game_row(outcome, options), *revokes)


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side: 3.4 to 3.8."""
    calls = view.heard("call")
    if not calls:
        return frozenset()
    caller, called = calls[0]
    if called == DEMAND:
        party: frozenset[int] | None = frozenset({caller})
    elif called in {card for _, card in view.heard("talon")}:
        party = frozenset({caller, view.dealer})
    else:
        party = party_of_called(view, caller, called)
    return on_own_side(view, party)


GAME = Game(
    id=ID,
    name="Priestertarock",
    seats=SEATS,
    pack=lambda _options: PACK,
    dealing=lambda _options: Dealing(hands=(PACKETS * PACKET,) * SEATS, talon=OPEN),
    script=script,
    about=N_("One calls a card whose holder is his secret partner, or plays alone."),
    direction="left",
    options=OPTIONS,
    unit_name=N_("score points"),
    zero="=",
    card_names={
        FOOL: "Matto",
        **{
            f"{suit}{rank}": name
            for suit in SUITS
            for rank, name in (
                ("K", N_("King")),
                ("Q", N_("Queen")),
                ("C", N_("Cavall")),
                ("J", N_("Jack")),
            )
        },
    },
    glossary={
        CHIAMO: N_("I call: I play for more card points, with a partner or alone."),
        PASSO: N_("I pass."),
        DEMAND: N_("I play alone and have a card given to me against one of mine."),
        CALO_IL_MATTO: N_("I lay down the Fool."),
        REVOKE: N_("Not following or not trumping when one must."),
    },
    friends=friends,
)
