"""Vanto of Tortorici in the 1930s, for three. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from matto.blocks import bid_prices
from matto.blocks.auction import SILENCE, announce, announcing, bidding, first_bid
from matto.blocks.bid_prices import announced, played_for, said_in
from matto.blocks.call import on_own_side, sides, sides_as_known
from matto.blocks.declare import Declaring, all_of, declare_one
from matto.blocks.payments import POT, Pot, Said
from matto.blocks.play import TrickState, play_trick
from matto.blocks.talon import show_talon
from matto.blocks.terms import AllOf, Captured, CapturedByOne, Wager
from matto.engine.cards import KINGS, cards
from matto.engine.errors import BadDeal
from matto.engine.events import Contract, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake, TrickRules
from matto.engine.options import Options, choice
from matto.engine.outcome import Outcome, Term, outcome_of, stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.games.sicily import (
    ARIE_CINQUINE,
    BENE,
    CARD_WORDS,
    CHIAMO,
    CINQUINE,
    DECINE,
    FUGGITIVO,
    SICILIAN,
    VANTO,
    DifferenceToHalf,
    bottom_card_option,
    dealer_may_look,
    difference_to_third,
    open_to_all,
    sicilian_discard,
    sicilian_game,
    take_and_lay_away,
)

ID = "tortorici-1930"
SEATS = 3
PACKETS, PACKET, TALON = 4, 5, 3  # 2.5
EACH_ALONE = (0, 1, 2)  # 2.12
STAKE = 10  # 2.4
SOLOS = {"solo_da_cinque": 3, "solo_da_dieci": 2, "solo_da_quindici": 1}  # 2.6
SCOMMESSE = {"scommessa_15": 15, "scommessa_10": 10, "scommessa_5": 5}  # 2.9
PAUSES = dict(enumerate(zip(SOLOS, SCOMMESSE, strict=True), start=1))
TERNONE, RUN = "ternone", cards("T13 T14 T15")  # 4.14
A_FIVE, THE_RUN = 5, 5  # 5.11, 5.15
ALL_FOUR = {"from_each": 10, "in_all": 5}  # 5.13, 5.17: what each of two pays for all four

OPTIONS = (
    bottom_card_option("2.3"),
    choice(
        "talon",
        "3.1",
        N_("Whether all see the talon."),
        hidden=N_("only who takes it sees it"),
        shown=N_("it is shown to all"),
    ),
    choice(
        "leader",
        "4.2",
        N_("Who leads to the first trick of a solo: the soloist or his right neighbour."),
        soloist=N_("the soloist"),
        right_of_soloist=N_("the soloist’s right-hand neighbour"),
    ),
    choice(
        "pot_doubled_by",
        "5.9",
        N_("Who doubles the pot when an announced vanto is lost: the soloist, or all three."),
        soloist=N_("the soloist alone"),
        all=N_("all three"),
    ),
    choice(
        "fives_captured",
        "5.11",
        N_("For which fives lost in a trick is paid."),
        before="any",
        any=N_("for any"),
        by_trump=N_("only for those that a trump has won"),
    ),
    choice(
        "all_four_in_solo",
        "5.13",
        N_("What all four arie or Kings bring in a solo: 10 points from each, or 10 in all."),
        before="from_each",
        from_each=N_("10 points from each"),
        in_all=N_("10 points in all"),
    ),
    choice(
        "all_four_in_chiamo",
        "5.17",
        N_("What all four arie or Kings bring in a chiamo: 10 points from each, or 10 in all."),
        from_each=N_("10 points from each"),
        in_all=N_("10 points in all"),
    ),
)
TRICKS = TrickRules(
    follow="4.3", trump="4.4", fool=FUGGITIVO, fool_clause="4.8", fool_leads="4.9", turn="4.3"
)
SOLO_TRICKS = replace(TRICKS, over={VANTO: "3.6", **dict.fromkeys(SCOMMESSE, "2.10")})
CHIAMO_TRICKS = replace(TRICKS, over=dict.fromkeys((VANTO, *SCOMMESSE), "3.7"))
LAYING_AWAY = sicilian_discard(clause="3.2", never_clause="3.3", last_resort_clause="3.4")
THE_TERNONE = Declaring(
    (all_of(TERNONE, "4.14", RUN, THE_RUN),),
    clause="4.14",
    once_clause="4.14",
    in_hand_clause="4.14",
    done=SILENCE,
)

GLOSSARY: Mapping[str, str] = {
    "solo_da_cinque": N_(
        "I play alone, with five cards in hand: the difference to 55 counts three times."
    ),
    "solo_da_dieci": N_(
        "I play alone, with ten cards in hand: the difference to 55 counts twice."
    ),
    "solo_da_quindici": N_("I play alone, with fifteen cards in hand."),
    BENE: N_("“Bene.” I pass."),
    "scommessa_15": N_("I bet 15 points that I will have all three tens at the end."),
    "scommessa_10": N_("I bet 10 points that I will have all three tens at the end."),
    "scommessa_5": N_("I bet 5 points that I will have all three tens at the end."),
    VANTO: N_("I will win the last trick: for the pot, or else it is doubled."),
    TERNONE: N_("I hold the trumps 13, 14 and 15."),
    SILENCE: N_("I say nothing."),
    CHIAMO: N_("Each plays for himself, the forehand with the talon."),
    POT: N_("What all have paid in, for who announces the last trick and wins it."),
    "pigliate": N_("A King or one of the trumps 19 to 16 won from another party."),
    "quattro_re": N_("All four Kings."),
    **CARD_WORDS,
    "arie": N_("All four arie from 19 to 16; the 20, an aria too, is not needed."),
}


def pot_of(options: Options) -> Pot:
    """The pot, and the vanto that is played for it: 2.4, 5.8, 5.9."""
    return Pot(
        clause="2.4",
        stake=STAKE,
        announced=VANTO,
        won_clause="5.8",
        lost_clause="5.9",
        all_double=options["pot_doubled_by"] == "all",
    )


def script(t: Table) -> Script[Result]:
    """The deal from the pot to the payment."""
    t.asides = Asides(t, clause="7.1")  # nothing is said aside
    pot = pot_of(t.options)
    t.tell(POT, t.dealer, str(in_equal_parts(pot.filled(t.setup.carried, SEATS))))  # 2.4
    dealer_may_look(t)  # 2.3
    soloist = None
    for packet in range(1, PACKETS + 1):
        t.deal_packet(PACKET)  # 2.5
        if packet in PAUSES:
            soloist = yield from pause(t, packet, soloist)
    taker = t.after(t.dealer) if soloist is None else soloist  # 2.11
    if t.options["talon"] == "shown":  # 3.1
        show_talon(t)
    yield from take_and_lay_away(t, taker, LAYING_AWAY)  # 3.1 to 3.5
    if soloist is not None:
        yield from announce(t, soloist, [VANTO], clause="3.6")
    side = EACH_ALONE if soloist is None else sides(SEATS, {soloist})  # 2.12
    leader = first_lead(t, soloist)
    word = next((word for word in SOLOS if t.said.get(word)), CHIAMO)
    t.contract = Contract(side, leader, taker, fool_needs_trick=True, word=word)  # 4.11, 4.12
    yield from play(t, CHIAMO_TRICKS if soloist is None else SOLO_TRICKS, leader)
    outcome = outcome_of(t)
    return GAME.settle(t, outcome, carried=pot.left(outcome))  # 5.1, 5.5, 6.2


def questions(_options: Options) -> Iterable[ChoiceSet]:
    """All that is asked, in the order of the script."""
    return (
        bidding([*SOLOS], BENE, SEATS * len(PAUSES)),
        announcing([*SCOMMESSE, VANTO], len(PAUSES) + 1),
        LAYING_AWAY.question(SICILIAN, TALON),
        *THE_TERNONE.questions(SICILIAN, 1),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid: by parties, and by what is said; of the bets one is made."""
    said: dict[str, tuple[int, ...]] = {TERNONE: (0,)}
    yield stake(SICILIAN, EACH_ALONE, 0, said=said)
    for solo in SOLOS:
        for bet in SCOMMESSE:
            more = dict.fromkeys((solo, bet, VANTO), (0,))
            yield stake(SICILIAN, sides(SEATS, {0}), 0, said=said | more)


def in_equal_parts(pot: int) -> int:
    """Return what lies in the pot, if it can lie there: 5.16."""
    if pot < 0 or pot % SEATS:
        raise BadDeal(
            text("No pot has {points} points: three equal parts have filled it.", points=pot)
        )
    return pot


def pause(t: Table, packet: int, soloist: int | None) -> Script[int | None]:
    """Somebody may go solo, and the soloist may bet on the tens; gives the soloist, if any."""
    solo, scommessa = PAUSES[packet]
    clause = "2.10"
    if soloist is None:
        order = t.all_from(t.after(t.dealer))
        bid = yield from first_bid(t, order, [solo], BENE, clause="2.7", other_clause="2.6")
        if bid is None:
            return None
        soloist, clause = bid[0], "2.9"  # 2.8
        t.note(solo, soloist)
    if t.said.keys().isdisjoint(SCOMMESSE):
        yield from announce(t, soloist, [scommessa], clause=clause)
    return soloist


def first_lead(t: Table, soloist: int | None) -> int:
    """Return who leads to the first trick: 4.1, 4.2."""
    if soloist is None:
        return t.after(t.dealer, 2)
    return soloist if t.options["leader"] == "soloist" else t.after(soloist)


def play(t: Table, rules: TrickRules, leader: int) -> Script[None]:
    """Play all tricks; whoever plays the first of the three trumps may have the ternone."""

    def ternone(seat: int, card: str) -> Script[None]:
        if card in RUN and may_have_the_run(t, seat):
            yield from declare_one(t, seat, THE_TERNONE, frozenset({*t.hand(seat), card}))

    state = TrickState(t, rules)
    state.after = ternone
    while t.plain[leader] or t.tarocks[leader]:
        leader = yield from play_trick(t, state, leader)


def may_have_the_run(t: Table, seat: int) -> bool:
    """Return whether a seat may hold the rest, by the cards played: 4.15."""
    played = [e.what[0] for e in t.events if e.kind == "play" and e.what[0] in RUN]
    return len(played) == 1 and len(t.hand(seat)) >= len(RUN) - 1


def terms(outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """Return what is paid for a solo or a chiamo, and in both."""
    solo = next((word for word in SOLOS if outcome.has_said(word)), None)
    by_trump = options["fives_captured"] == "by_trump"
    if solo is None:
        each = ALL_FOUR[str(options["all_four_in_chiamo"])]
        own: tuple[Term, ...] = (
            difference_to_third(CHIAMO, "5.5"),
            CapturedByOne("pigliate", "5.12", cards=CINQUINE, pays=A_FIVE, by_trump=by_trump),
            AllOf("arie", "5.17", cards=ARIE_CINQUINE, pays=each),
            AllOf("quattro_re", "5.17", cards=KINGS, pays=each),
        )
    else:
        each = ALL_FOUR[str(options["all_four_in_solo"])]
        own = (
            DifferenceToHalf(solo, "5.2", times=SOLOS[solo], even="5.3"),
            *(
                Wager(word, "5.6", announced=word, cards=DECINE, pays=pays)
                for word, pays in SCOMMESSE.items()
            ),
            Captured("pigliate", "5.11", cards=CINQUINE, pays=A_FIVE, by_trump=by_trump),
            AllOf("arie", "5.13", cards=ARIE_CINQUINE, pays=each),
            AllOf("quattro_re", "5.14", cards=KINGS, pays=each),
        )
    return (pot_of(options), *own, Said(TERNONE, "5.15", said=TERNONE, pays=THE_RUN))


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 2.6, 2.9, 3.6, 4.14."""
    seat, alone = view.asked.seat, party(view)
    chiamo = played_for(view, EACH_ALONE, (view.dealer + 1) % SEATS)  # 2.11
    said = {own: by for own, by in said_in(view, "bid", "announce").items() if own != BENE}
    stands = chiamo
    if alone is not None:
        stands = played_for(view, sides(SEATS, alone), *alone, said=said)
    if word in SOLOS:
        solo = played_for(view, sides(SEATS, {seat}), seat, said={word: (seat,)})
        yield Prospect(solo, chiamo)
    elif word in {*SCOMMESSE, VANTO, TERNONE}:
        yield announced(stands, seat, word)


def party(view: View) -> frozenset[int] | None:
    """The soloist, once somebody has said so; None as long as each is for himself: 2.12."""
    alone = next((seat for seat, word in view.heard("bid") if word != BENE), None)
    return None if alone is None else frozenset({alone})


def friends(view: View) -> frozenset[int]:
    """The two opponents of a soloist: 2.12."""
    return on_own_side(view, party(view))


def lying_open(view: View) -> OpenCards:
    """Captured fives, and a Fuggitivo that waits for a trick: 4.10, 4.13."""
    return open_to_all(view, sides_as_known(view.seats, party(view)), CINQUINE)


GAME = sicilian_game(
    id=ID,
    name=N_("Vanto of Tortorici in the 1930s"),
    seats=SEATS,
    dealt=PACKETS * PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(CHIAMO, *SOLOS),
    prospects=prospects,
    costless={BENE: bid_prices.passing("2.6"), SILENCE: bid_prices.nothing_announced("3.6")},
    about=N_(
        "Go alone before you have seen all your cards, or each for himself; and win the pot."
    ),
    options=OPTIONS,
    glossary=GLOSSARY,
    friends=friends,
    lying_open=lying_open,
    carried={POT: 0},
    trick_rules=TRICKS,
    terms=terms,
)
