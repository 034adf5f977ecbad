"""Grosstarock, for three. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from matto.blocks import all_or_none, payments, tarot_sets, tarots
from matto.blocks.cancelling import Cancelling
from matto.blocks.declare import Declaration, Declaring, all_of, declare_one, sizes_of
from matto.blocks.discard import LayingAway, lay_away
from matto.blocks.fool_exchange import FoolExchange, piles_after_exchange
from matto.blocks.outcome import Outcome, lot_points, outcome_of, trick_pile
from matto.blocks.play import TrickRules, TrickState, play_trick
from matto.blocks.terms import Term, settle
from matto.blocks.ventures import Ventures, ask_for_ventures, has_failed_none
from matto.cards import CAVALIERS, COURTS, FOOL, JACKS, KINGS, QUEENS, THE_FOOL, TRUMPS, cards
from matto.game import Dealing, Game
from matto.games._grosstarock_words import CARD_NAMES, OPTIONS, PRESETS, glossary
from matto.games.hints.grosstarock import THUMB, friends
from matto.options import Options
from matto.scoring import Row
from matto.table import Result, Script, Stakes, Table
from matto.tricks import FoolRule
from matto.words import N_

ID = "grosstarock"
SUITS = tarots.FRENCH_PACK.suit_names  # 1.1
EACH_ALONE = (0, 1, 2)  # 2.1: the party of each seat
PACKETS, PACKET, LAST_PACKET = 4, 5, (5, 5, 8)  # 2.4
SKAT, FEW_TAROCKS = 3, 3  # 3.1, 3.3
MIDDLE, LAST_EXCUSE, TRICKS = 13, 21, 25  # 5.4, 4.7, 4.1
A_THIRD = 26  # 5.3
MOND, PAGAT = "T21", "T1"
ER_LIEGT = "er_liegt"
TOO_MANY = N_("Only who holds three tarocks or fewer may lay {card} away.")
NOT_THREE = N_("Only who holds three tarocks, neither more nor fewer, may lay {card} away.")

WHOLE, NEIGHBOURS, APART = ("KQCJ",), ("KQC", "QCJ"), ("KQJ", "KCJ")  # 3.18, 3.20
RANKS = {"queens": QUEENS, "kavals": CAVALIERS, "jacks": JACKS}
KINGDOM, SKUES_KINGDOM, KINGDOM_SKUES = "kingdom", "skues_kingdom", "kingdom_skues"
DECLARATIONS = (
    *tarot_sets.the_three_and_more("matadors", "matadors", "3.14", 10, 5),
    *tarot_sets.the_three_and_more("matadors_kings", "matadors", "3.15", 15, 5, kings=3),
    *tarot_sets.trumps_unseen("tarocks", "3.16", 10, 5, 10, ("with_pagat", "without_pagat")),
    *tarot_sets.courts_of_suits(("cavalry", "cavalry_skues"), "3.18", 10, SUITS, WHOLE),
    *tarot_sets.courts_of_suits(
        ("half_cavalry", "half_cavalry_skues"), "3.19", 5, SUITS, NEIGHBOURS + APART
    ),
    *sizes_of("kings", "3.21", tarots.TAROTS, {3: 5, 4: 10, 5: 15, 6: 20, 7: 25}),
    all_of(KINGDOM, "3.22", KINGS, 10),
    Declaration(SKUES_KINGDOM, KINGDOM, "3.22", 5, THE_FOOL, KINGS, 3),
    *(
        one
        for name, rank in RANKS.items()
        for one in tarot_sets.rank_with_fool(name, "3.23", rank, 5, "skues")
    ),
)
ABOVE_ALL = Declaration(KINGDOM_SKUES, KINGDOM, "3.22", 20, KINGS | THE_FOOL)
LATONS = {size: 10 + 5 * (size - 16) for size in range(16, 26)}  # 3.25
LATONS_SHOWN = {
    value: sizes_of("latons", "3.25", empty | THE_FOOL, LATONS)
    for value, empty in (("latons", tarots.LATONS), ("all", tarots.EMPTY))
}
CAVALRIES = {one.word for one in DECLARATIONS if one.clause == "3.18"}
HALVES_APART = [one.word for one in DECLARATIONS if one.word.endswith(APART)]
KINGDOMS = (KINGDOM, SKUES_KINGDOM, KINGDOM_SKUES)
THREE_WITH_SKUES = [f"three_{name}_skues" for name in RANKS]

NULLO, ALLSTICH, THROW_IN, PLAY_ON = "nullo", "allstich", "throw_in", "play_on"
NO_TRICK = all_or_none.Venture(NULLO, TRICKS, {1: 36, MIDDLE: 31, 0: 26})  # 5.10
ALL_TRICKS = all_or_none.Venture(ALLSTICH, TRICKS, {1: 52, MIDDLE: 38, 19: 31, 0: 26})  # 5.11
VENTURES = Ventures(NO_TRICK, ALL_TRICKS, "4.13", "4.14", "4.15", "4.16")
DEDUCTED = {"less_tricks": 2, "once": 1}  # 5.14: halves of his card points
WRONG_SKAT, PREMATURE = "wrong_skat", "premature"
TRICK_RULES = TrickRules(
    "4.2", "4.3", FoolRule(until=LAST_EXCUSE), "4.7", "4.11", "4.1", fool_late="4.12"
)


@cache
def declaring(options: Options) -> Declaring:
    """What may be announced (3.8), and whether only in the largest size (3.13)."""
    more = (ABOVE_ALL,) if options.number("kingdom_with_skues") == ABOVE_ALL.amount else ()
    able = (*DECLARATIONS, *more, *LATONS_SHOWN[str(options["empty_cards"])])
    largest = frozenset(one.kind for one in able) if options.on("largest") else frozenset()
    return Declaring(able, "3.8", "3.12", "3.11", largest, "3.13", "pass")


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to the card points."""
    forehand = t.after(t.dealer)  # 2.3
    for _ in range(PACKETS):  # 2.4
        t.deal_packet(PACKET)
    for seat, size in zip(t.all_from(forehand), LAST_PACKET, strict=True):
        t.deal_packet(size, (seat,))
    yield from lay_away(t, t.dealer, SKAT, skat(t))  # 3.1
    t.tell("says", t.dealer, ER_LIEGT)  # 3.6
    for seat in t.all_from(forehand):  # 3.7
        while (yield from declare_one(t, seat, allowed(t, seat, forehand))):
            pass
    payments.pay_for_words(t, t.dealer, (announcements(t.options),))  # 3.26
    t.stakes = Stakes(EACH_ALONE)
    yield from play(t, forehand)  # 4.1
    outcome = gathered(t)
    points = [counted(outcome, seat, t.options) for seat in EACH_ALONE]
    return t.finish(score(outcome, t.options), points)  # 6.1: the next seat deals


def skat(t: Table) -> LayingAway:
    """What the dealer may lay away (3.2 to 3.5)."""
    held = sum(card in TRUMPS for card in t.hand(t.dealer))
    exactly = t.options["skat_tarocks"] == "exactly_three"
    few = held == FEW_TAROCKS or (held < FEW_TAROCKS and not exactly)
    never = KINGS | {MOND}  # 3.4: three other cards are always left
    says = NOT_THREE if exactly else TOO_MANY
    return LayingAway("3.1", never, "3.2", cards("") if few else TRUMPS, "3.3", says)


def allowed(t: Table, seat: int, forehand: int) -> Declaring:
    """What a seat may announce after what has been announced (3.20, 3.24)."""
    barred: dict[str, str] = {}
    cavalries_of = {one for word in CAVALRIES for one in t.said.get(word, ())}
    whose = cavalries_of - ({seat} if t.options["cavalry_bars"] == "others" else set())
    if seat != forehand and whose:
        barred |= dict.fromkeys(HALVES_APART, "3.20")
    kings_of = {one for word in KINGDOMS for one in t.said.get(word, ())}
    if kings_of if t.options["kingdom_bars"] == "anybody" else seat in kings_of:
        barred |= dict.fromkeys(THREE_WITH_SKUES, "3.24")
    return replace(declaring(t.options), barred=barred)


def play(t: Table, leader: int) -> Script[None]:
    """Play all tricks, or until a failed Nullo is thrown in."""
    state = TrickState(t, TRICK_RULES)
    skues = FoolExchange(t, LAST_EXCUSE, tarots.EMPTY)
    must = t.options["skues_in_skat"] == "announced" and FOOL in t.laid_away[t.dealer]
    while t.plain[leader] or t.tarocks[leader]:
        bound = {t.dealer: "3.5"} if must and not t.tricks else {}
        yield from ask_for_ventures(t, leader, VENTURES, bound)  # 4.13 to 4.16
        leader = yield from play_trick(t, state, leader)
        skues.after_trick()  # 4.8, 4.9
        if len(t.tricks) < TRICKS and has_failed_none(t, VENTURES):  # 4.17
            words = (PLAY_ON, THROW_IN)
            if (yield from t.ask(leader, "announce", words, "4.17")) == THROW_IN:
                t.note(THROW_IN, leader)
                return


def gathered(t: Table) -> Outcome:
    """The finished deal, with the Sküs where it belongs (4.8 to 4.10, 4.12)."""
    piles = piles_after_exchange(t.tricks, t.laid_away, LAST_EXCUSE, tarots.EMPTY)
    return replace(outcome_of(t), piles=piles)


def counted(outcome: Outcome, seat: int, options: Options, *, skat: bool = True) -> int:
    """The card points of a player, with the skat if it is his or without (5.2, 5.14)."""
    pile = outcome.piles[seat] if skat else trick_pile(outcome, seat)
    count = lot_points if options["count"] == "lots" else tarots.points_less_missing
    return count(pile, outcome.pack)


def announcements(options: Options) -> Cancelling:
    """What the announcements earn (3.26), where equal ones cancel (3.27)."""
    void = options["equal_announcements"] == "void"
    return Cancelling(declaring(options).declarations, void, PREMATURE)  # 7.2


def in_tricks(options: Options, *, whole: bool) -> tuple[Term, ...]:
    """What Pagat, Kings and Mond earn and cost in tricks (5.4 to 5.9)."""
    home = {MIDDLE: 10, TRICKS: 20, payments.ANY_OTHER: options.number("pagat_home")}
    lost = {MIDDLE: 10, TRICKS: 20, payments.ANY_OTHER: 5}
    king_lost = (N_("King lost in the last trick"), "5.7", options.number("king_lost"))
    ultimo = (
        payments.LastTrickWith(N_("King in the last trick"), "5.6", KINGS, 10, *king_lost),
        payments.LastTrickWith(N_("Mond in the last trick"), "5.8", cards(MOND), 10),
    )
    captured = {**dict.fromkeys(KINGS, 5), PAGAT: 10}
    own_too = options["captured"] == "all"
    return (
        payments.HomeOrLost(N_("Pagat won"), "5.4", PAGAT, home, N_("Pagat lost"), "5.5", lost),
        *(ultimo if whole else ()),
        payments.SetOff(N_("captured Kings and Pagat"), "5.9", captured, own_too),
    )


def special_results(options: Options) -> tuple[Term, ...]:
    """What Allstich and Nullo earn and cost (5.10 to 5.12, 5.15, 5.16)."""
    high = COURTS | cards(f"T{n}" for n in range(options.number("high_tarocks"), 22))
    points = partial(counted, options=options, skat=False)
    price = all_or_none.FailedNone(N_("failed Nullo"), "5.15", NO_TRICK, THROW_IN)
    return (
        all_or_none.TookAll(ALLSTICH, "5.11", ALL_TRICKS),
        all_or_none.TookNone(NULLO, "5.10", NO_TRICK),
        *((price,) if options["failed_nullo"] == "price" else ()),
        all_or_none.ThrownIn(N_("Nullo thrown in"), "5.16", THROW_IN, points, high),
    )


def failed_allstich(options: Options) -> Term:
    """What a failed Allstich costs: its price less all, half or none of the points (5.14)."""
    part = DEDUCTED.get(str(options["failed_allstich"]), 0)
    points = partial(counted, options=options, skat=False)
    return all_or_none.FailedAll(
        N_("failed Allstich"), "5.14", ALL_TRICKS, points, lambda halves: halves * part // 2
    )


def score(outcome: Outcome, options: Options) -> tuple[Row, ...]:
    """Write the sheet; faults are `wrong_skat` and `premature` by seat (7.1, 7.2)."""

    def rows(*terms: Term) -> list[Row]:
        return settle(outcome, terms, lambda clause: f"{ID} {clause}")

    whole = not outcome.has_said(THROW_IN)
    sheet = rows(announcements(options), *in_tricks(options, whole=whole))
    if any(outcome.faults.get(WRONG_SKAT, ())):  # 7.1
        costs = options.number("wrong_skat")
        loses = payments.Penalty(N_("wrong skat"), "7.1", WRONG_SKAT, costs, once=True)
        return (*sheet, *rows(loses))
    special, failed = rows(*special_results(options)), rows(failed_allstich(options))
    besides = options["failed_allstich"] == "card_points"
    instead = special if besides else [*special, *failed]
    sheet += [*special, *failed]
    if whole and (not instead or options["special_results"] == "besides"):  # 5.13
        points = partial(counted, options=options)
        sheet += rows(payments.OverShare(N_("card points"), "5.3", points, A_THIRD))
    return tuple(sheet)


GAME = Game(
    id=ID,
    name=N_("Grosstarock"),
    seats=3,
    pack=lambda _options: tarots.FRENCH_PACK,
    dealing=lambda _options: Dealing((25, 25, 28), talon=0),  # 2.4
    script=script,
    about=N_("Each for himself: much is announced, the Pagat is held back, all or none taken."),
    options=OPTIONS,
    presets=PRESETS,
    card_names=CARD_NAMES,
    glossary=glossary(one.name for one in (*DECLARATIONS, ABOVE_ALL, *LATONS_SHOWN["all"])),
    thumb=THUMB,
    friends=friends,
)
