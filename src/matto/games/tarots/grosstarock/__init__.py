"""Grosstarock, for three. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from matto.blocks import all_or_none, auction, bid_prices, payments
from matto.blocks.all_or_none import (
    Ventures,
    ask_for_ventures,
    has_failed_none,
    noted,
    venturing,
)
from matto.blocks.bid_prices import announced, played_for, said_in
from matto.blocks.bid_prices import declaring as declaring_now
from matto.blocks.call import on_own_side
from matto.blocks.declare import declare_one
from matto.blocks.play import TrickState, play_trick
from matto.blocks.talon import FoolExchange, LayingAway, lay_away
from matto.engine.cards import COURTS, FOOL, KINGS, THE_FOOL, TRUMPS, cards, words
from matto.engine.events import EACH_FOR_SELF, Contract, Result
from matto.engine.game import (
    Always,
    ChoiceSet,
    Dealing,
    Game,
    Prospect,
    Stake,
    TrickRules,
    Vocabulary,
)
from matto.engine.options import Options
from matto.engine.outcome import Outcome, Term, outcome_of, piles_after_exchange, stake
from matto.engine.scoring import EXCHANGED, LESS_MISSING, LOTS, Counting, FoolGoes
from matto.engine.sheet import rules_of, score_sheet
from matto.engine.table import Script, Table
from matto.engine.tricks import FoolRule
from matto.engine.view import View
from matto.engine.words import N_
from matto.games import tarots
from matto.games.tarots.grosstarock.announcements import (
    CARD_NAMES,
    GLOSSARY,
    SPOKEN,
    allowed,
    announcements,
    declaring,
)
from matto.games.tarots.grosstarock.options import OPTIONS, PRESETS

ID = "grosstarock"
EACH_ALONE = (0, 1, 2)  # 2.1: the party of each seat
PACKETS, PACKET, LAST_PACKET = 4, 5, (5, 5, 8)  # 2.4
SKAT, FEW_TAROCKS = 3, 3  # 3.1, 3.3
IN_THE_SKAT = LayingAway(
    clause="3.1",
    never={"3.2": KINGS | cards("T21")},  # 3.4: three other cards are always left
    last_resort_clause="3.3",
)
MIDDLE, LAST_EXCUSE, TRICKS = 13, 21, 25  # 5.4, 4.7, 4.1
A_THIRD = 26  # 5.3
MOND, PAGAT = "T21", "T1"
THE_MOND = N_("Mond in the last trick")
ER_LIEGT = "er_liegt"
TOO_MANY = N_("Only who holds three tarocks or fewer may lay {card} away.")
NOT_THREE = N_("Only who holds three tarocks, neither more nor fewer, may lay {card} away.")

NULLO, ALLSTICH, THROW_IN, PLAY_ON = "nullo", "allstich", "throw_in", "play_on"
NO_TRICK = all_or_none.Venture(NULLO, TRICKS, {1: 36, MIDDLE: 31, 0: 26})  # 5.10
ALL_TRICKS = all_or_none.Venture(ALLSTICH, TRICKS, {1: 52, MIDDLE: 38, 19: 31, 0: 26})  # 5.11
VENTURES = Ventures(
    NO_TRICK,
    ALL_TRICKS,
    clause="4.13",
    none_clause="4.14",
    all_clause="4.15",
    once_clause="4.16",
)
UNPAID = "unpaid"
BARRING = (  # an option, the word that it bars, its clause, and the cards in the hand that do
    ("nullo_with_matadors", NULLO, "4.14", tarots.THE_THREE),
    ("allstich_with_skues", ALLSTICH, "4.15", THE_FOOL),
)
DEDUCTED = {"less_tricks": 2, "once": 1}  # 5.14: halves of his card points
WRONG_SKAT = "wrong_skat"
TRICK_RULES = TrickRules(
    follow="4.2",
    trump="4.3",
    fool=FoolRule(until=LAST_EXCUSE),
    fool_clause="4.7",
    fool_leads="4.11",
    turn="4.1",
    fool_late="4.12",
)


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
        while (yield from declare_one(t, seat, allowed(t.said, t.options, seat, forehand))):
            pass
    payments.pay_for_words(t, t.dealer, (announcements(t.options),))  # 3.26
    t.contract = Contract(EACH_ALONE, forehand, word=EACH_FOR_SELF)
    yield from play(t, forehand)  # 4.1
    return GAME.settle(t, gathered(t))  # 5.2; 6.1: the next seat deals


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked, in the order of the script."""
    pack, seats, rules = tarots.FRENCH_PACK, len(EACH_ALONE), declaring(options)
    return (
        IN_THE_SKAT.question(pack, SKAT),
        *rules.questions(pack, seats * (len(rules.kinds) + 1)),
        VENTURES.question(seats),
        ChoiceSet(auction.ANNOUNCE, (PLAY_ON, THROW_IN), seats),
    )


def stakes(options: Options) -> Iterable[Stake]:
    """All that may be paid, with all that one can announce and with a Nullo thrown in."""
    ventures = (NULLO, ALLSTICH, *(all_or_none.word_at(one, 1) for one in (NULLO, ALLSTICH)))
    said = declaring(options).dearest() | dict.fromkeys(ventures, (0,))
    every = (said, said | {THROW_IN: (0,)})
    return [stake(tarots.FRENCH_PACK, EACH_ALONE, said=one) for one in every]


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Return what announcements, and a Nullo thrown in, earn and cost: 3.26, 5.10 to 5.16."""
    seat, trick = view.asked.seat, len(view.tricks) + 1
    stands = played_for(view, EACH_ALONE, said=announced_so_far(view))
    if word in {NULLO, ALLSTICH}:
        yield announced(stands, seat, word, all_or_none.word_at(word, trick))
    elif word == PLAY_ON:  # 5.15
        thrown = {**stands.said, THROW_IN: (seat,)}
        yield Prospect(stands, replace(stands, said=thrown))
    elif word == THROW_IN:  # 5.16
        outcome = thrown_in(view, seat)
        rules = rules_of(outcome, special_results(view.options))
        yield Prospect(rows=score_sheet(outcome, rules, ID))
    else:
        yield from declaring_now(view, word, declaring(view.options), stands)


def announced_so_far(view: View) -> dict[str, tuple[int, ...]]:
    """Return who has announced Nullo and Allstich, and before which trick."""
    return said_in(view, "announce") | noted(view, {NULLO, ALLSTICH})


def thrown_in(view: View, seat: int) -> Outcome:
    """The deal as it ends if a seat throws its Nullo in now."""
    away: list[list[str]] = [[] for _ in EACH_ALONE]
    piles = piles_after_exchange(view.tricks, away, LAST_EXCUSE, tarots.EMPTY)
    said = announced_so_far(view) | {THROW_IN: (seat,)}
    now = played_for(view, EACH_ALONE, said=said)
    return replace(now, tricks=view.tricks, piles=piles, counting=counting(view.options))


def skat(t: Table) -> LayingAway:
    """Return what the dealer may lay away (3.2 to 3.5)."""
    held = sum(card in TRUMPS for card in t.hand(t.dealer))
    exactly = t.options["skat_tarocks"] == "exactly_three"
    few = held == FEW_TAROCKS or (held < FEW_TAROCKS and not exactly)
    says = NOT_THREE if exactly else TOO_MANY
    last_resort = cards("") if few else TRUMPS
    return replace(IN_THE_SKAT, last_resort=last_resort, last_resort_says=says)


def play(t: Table, leader: int) -> Script[None]:
    """Play all tricks, or until a failed Nullo is thrown in."""
    state = TrickState(t, TRICK_RULES)
    skues = FoolExchange(t, LAST_EXCUSE, tarots.EMPTY)
    must = t.options["skues_in_skat"] == "announced" and FOOL in t.laid_away[t.dealer]
    while t.plain[leader] or t.tarocks[leader]:
        bound = {t.dealer: "3.5"} if must and not t.tricks else {}
        barred = partial(barred_by_cards, t)
        yield from ask_for_ventures(t, leader, VENTURES, bound, barred)  # 4.13 to 4.16
        leader = yield from play_trick(t, state, leader)
        skues.after_trick()  # 4.8, 4.9
        if len(t.tricks) < TRICKS and has_failed_none(t, VENTURES):  # 4.17
            words = (PLAY_ON, THROW_IN)
            if (yield from t.ask(leader, auction.ANNOUNCE, words, "4.17")) == THROW_IN:
                t.note(THROW_IN, leader)
                return


def barred_by_cards(t: Table, seat: int) -> dict[str, str]:
    """Return what the cards in a hand keep it from announcing, with the clause (4.14, 4.15)."""
    return {
        word: clause
        for option, word, clause, barring in BARRING
        if t.options[option] in {"barred", UNPAID} and not barring.isdisjoint(t.hand(seat))
    }


def gathered(t: Table) -> Outcome:
    """The finished deal, with the Sküs where it belongs (4.8 to 4.10, 4.12)."""
    piles = piles_after_exchange(t.tricks, t.laid_away, LAST_EXCUSE, tarots.EMPTY)
    return replace(outcome_of(t), piles=piles)


def in_tricks(options: Options, *, whole: bool) -> tuple[Term, ...]:
    """Return what Pagat, Kings and Mond earn and cost in tricks (5.4 to 5.9)."""
    if not whole and options["thrown_in_pays"] == "tricks_only":  # 5.16
        return ()
    home = {MIDDLE: 10, TRICKS: 20, payments.ANY_OTHER: options.number("pagat_home")}
    lost = {MIDDLE: 10, TRICKS: 20, payments.ANY_OTHER: 5}
    captured = {**dict.fromkeys(KINGS, 5), PAGAT: 10}
    own_too = options["captured"] == "all"
    return (
        payments.HomeOrLost(
            N_("Pagat won"),
            "5.4",
            card=PAGAT,
            wins=home,
            lost_item=N_("Pagat lost"),
            lost_clause="5.5",
            costs=lost,
        ),
        *(in_the_last_trick(options) if whole else ()),
        payments.SetOff(
            N_("captured Kings and Pagat"), "5.9", values=captured, own_too=own_too
        ),
    )


def in_the_last_trick(options: Options) -> tuple[Term, ...]:
    """Return what a King and the Mond earn and cost there (5.6 to 5.8)."""
    king = payments.LastTrickWith(
        N_("King in the last trick"),
        "5.6",
        cards=KINGS,
        wins=10,
        lost_item=N_("King lost in the last trick"),
        lost_clause="5.7",
        costs=options.number("king_lost"),
    )
    if options["mond_last"] == "card_points":
        return (king,)
    return king, payments.LastTrickWith(THE_MOND, "5.8", cards=cards(MOND), wins=10)


def in_cards(options: Options) -> tuple[Term, ...]:
    """Return what is settled by card points (5.3), and a Mond that counts more (5.8)."""
    points = payments.OverShare(N_("card points"), "5.3", share=A_THIRD)
    if options["mond_last"] == "from_each":
        return (points,)
    return points, payments.MorePointsLast(THE_MOND, "5.8", cards=cards(MOND), more=5)


def special_results(options: Options) -> tuple[Term, ...]:
    """Return what Allstich and Nullo earn and cost (5.10 to 5.12, 5.15, 5.16)."""
    high = COURTS | cards(f"T{n}" for n in range(options.number("high_tarocks"), 22))
    unpaid = options["nullo_with_matadors"] == UNPAID  # 4.14
    not_with = tarots.THE_THREE if unpaid else cards("")
    price = all_or_none.FailedNone(
        N_("failed Nullo"), "5.15", venture=NO_TRICK, thrown_in=THROW_IN
    )
    return (
        all_or_none.TookAll(ALLSTICH, "5.11", venture=ALL_TRICKS),
        all_or_none.TookNone(
            NULLO, "5.10", venture=NO_TRICK, thrown_in=THROW_IN, not_with=not_with
        ),
        *((price,) if options["failed_nullo"] == "price" else ()),
        all_or_none.ThrownIn(
            N_("Nullo thrown in"), "5.16", venture=NO_TRICK, said=THROW_IN, high=high
        ),
    )


def failed_allstich(options: Options) -> Term:
    """Return the cost of a failed Allstich: less all, half or none of the points (5.14)."""
    part = DEDUCTED.get(str(options["failed_allstich"]), 0)
    return all_or_none.FailedAll(
        N_("failed Allstich"),
        "5.14",
        venture=ALL_TRICKS,
        deducted=lambda halves: halves * part // 2,
    )


def terms(outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """All that is paid; faults are `wrong_skat` and `premature` by seat (7.1, 7.2)."""
    whole = not outcome.has_said(THROW_IN)
    before = (announcements(options), *in_tricks(options, whole=whole))
    if any(outcome.faults.get(WRONG_SKAT, ())):  # 7.1
        costs = options.number("wrong_skat")
        return *before, payments.Penalty(
            N_("wrong skat"), "7.1", fault=WRONG_SKAT, costs=costs, once=True
        )
    special, failed = special_results(options), failed_allstich(options)
    if not whole:
        return *before, *special, failed
    by_points = in_cards(options)
    if options["special_results"] == "besides":  # 5.13
        return *before, *special, failed, *by_points
    if options["failed_allstich"] == "card_points":  # 5.14
        return *before, all_or_none.InsteadOfPoints(special, (failed,), by_points)
    return *before, all_or_none.InsteadOfPoints((*special, failed), (), by_points)


def counting(options: Options) -> Counting:
    """Return how cards are counted: 5.2."""
    return tarots.counting(LOTS if options["count"] == "lots" else LESS_MISSING)


def fool_goes(_options: Options) -> FoolGoes:
    """The Sküs is exchanged: 4.8 to 4.10, 4.12."""
    return FoolGoes(EXCHANGED, LAST_EXCUSE, *words(tarots.EMPTY))


def friends(view: View) -> frozenset[int]:
    """The other opponent of who has announced Nullo or Allstich and not failed: 4.19."""
    return on_own_side(view, venturing(view, NULLO, ALLSTICH))


GAME = Game(
    id=ID,
    name=N_("Grosstarock"),
    seats=3,
    pack=Always(tarots.FRENCH_PACK),
    dealing=Always(Dealing((25, 25, 28), talon=0)),  # 2.4
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(EACH_FOR_SELF,),
    prospects=prospects,
    costless={
        "pass": bid_prices.nothing_announced("3.8"),
        auction.SILENCE: bid_prices.nothing_announced("4.13"),
    },
    about=N_("Each for himself: much is announced, the Pagat is held back, all or none taken."),
    options=OPTIONS,
    presets=PRESETS,
    vocabulary=Vocabulary(
        card_names=CARD_NAMES,
        glossary=GLOSSARY,
        spoken=SPOKEN,
        presets={"by_the_letter": N_("By the letter")},
        language="de",
    ),
    friends=friends,
    trick_rules=lambda _options: TRICK_RULES,
    terms=terms,
    counting=counting,
    fool_goes=fool_goes,
)
