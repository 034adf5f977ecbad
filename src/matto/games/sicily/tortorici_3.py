"""Vanto of Tortorici, for three, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from matto.blocks import bid_prices
from matto.blocks.auction import bidding as bids_in
from matto.blocks.bid_prices import played_for
from matto.blocks.call import on_own_side, sides
from matto.blocks.play import play_tricks
from matto.engine.errors import Refusal
from matto.engine.events import Contract, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake, TrickRules
from matto.engine.options import Options, switch
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.games.sicily import (
    BENE,
    CARD_WORDS,
    CHIAMO,
    FUGGITIVO,
    SICILIAN_WITH_ACE,
    SOLO,
    SOLO_IO,
    DifferenceToHalf,
    bottom_card_option,
    dealer_may_look,
    difference_to_third,
    open_to_all,
    sicilian_discard,
    sicilian_game,
    take_and_lay_away,
)

ID = "tortorici-3"
SEATS = 3
PACKETS, PACKET, TALON = 4, 5, 3  # 2.4, 2.5
EACH_ALONE = (0, 1, 2)  # 2.12
WORDS = (CHIAMO, SOLO, BENE)  # 2.7

OPTIONS = (
    bottom_card_option("2.3"),
    switch("forehand_passes", "2.8", N_("The forehand may pass instead of bidding.")),
)
TRICKS = TrickRules(
    follow="4.3", trump="4.4", fool=FUGGITIVO, fool_clause="4.8", fool_leads="4.9", turn="4.3"
)
LAYING_AWAY = sicilian_discard(clause="3.2", never_clause="3.3", last_resort_clause="3.4")

GLOSSARY: Mapping[str, str] = {
    CHIAMO: N_("“Chiamo.” I take the talon, and each plays for himself."),
    SOLO: N_("“Solo.” I take the talon and play alone against the two others."),
    BENE: N_("“Bene.” I pass."),
    SOLO_IO: N_("“Solo io.” The forehand takes the solo from the one who has bid it."),
    **CARD_WORDS,
}


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to the payment."""
    t.asides = Asides(t, clause="7.1")  # nothing is said aside
    dealer_may_look(t)  # 2.3
    for _ in range(PACKETS):  # 2.4
        t.deal_packet(PACKET)
    bid = yield from bidding(t)
    if bid is None:
        return t.throw_in()  # 2.10
    bidder, word = bid
    alone = word == SOLO
    yield from take_and_lay_away(t, bidder, LAYING_AWAY)  # 3.1 to 3.5
    side = sides(SEATS, {bidder}) if alone else EACH_ALONE  # 2.12
    leader = bidder if alone else t.after(bidder)
    t.contract = Contract(side, leader, bidder, fool_needs_trick=True, word=word)  # 4.11, 4.12
    yield from play_tricks(t, TRICKS, leader)  # 4.1, 4.2
    return GAME.settle(t)


def questions(_options: Options) -> Iterable[ChoiceSet]:
    """All that is asked, in the order of the script."""
    return (
        bids_in([CHIAMO, SOLO, SOLO_IO], BENE, SEATS + 1),
        LAYING_AWAY.question(SICILIAN_WITH_ACE, TALON),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid, by parties."""
    parties = (sides(SEATS, {0}), EACH_ALONE)  # 2.12
    return [stake(SICILIAN_WITH_ACE, side, 0) for side in parties]


def bidding(t: Table) -> Script[tuple[int, str] | None]:
    """All bid in turn, the forehand first; gives who plays what, None if all have passed."""
    forehand = t.after(t.dealer)
    caller = None
    for seat in t.all_from(forehand):  # 2.6
        bids = bids_open(t, caller)
        word = yield from t.ask(seat, "bid", bids, "2.6", explain=refusing(t, bids))
        if word == SOLO and caller is not None:
            return (yield from solo_over_chiamo(t, seat, forehand))
        if word == SOLO:
            return seat, SOLO  # 2.9
        if word == CHIAMO:
            caller = seat
    return None if caller is None else (caller, CHIAMO)


def bids_open(t: Table, caller: int | None) -> tuple[str, ...]:
    """Return what may be bid: no chiamo after another (2.9); before one, no bene (2.8)."""
    if caller is not None:
        return SOLO, BENE
    return WORDS if t.options.on("forehand_passes") else (CHIAMO, SOLO)


def solo_over_chiamo(t: Table, soloist: int, forehand: int) -> Script[tuple[int, str]]:
    """The forehand may take a solo that has topped a chiamo: 2.11."""
    answers = (SOLO_IO, BENE)

    def refuse(word: str) -> Refusal:
        sentence = text("A solo has been bid over the chiamo: say solo_io, or bene.")
        return Refusal(t.clause("2.11" if word in WORDS else "2.7"), sentence)

    word = yield from t.ask(forehand, "bid", answers, "2.11", explain=refuse)
    return (forehand if word == SOLO_IO else soloist), SOLO


def refusing(t: Table, bids: Sequence[str]) -> Callable[[str], Refusal]:
    """Say why a word may not be bid now."""
    reasons = {
        CHIAMO: ("2.9", text("Somebody has said chiamo: only a solo is higher.")),
        BENE: ("2.8", text("The forehand does not pass: say chiamo or solo.")),
        SOLO_IO: ("2.11", text("Solo io is the forehand's answer to a solo over a chiamo.")),
    }

    listed = ", ".join(bids)

    def refuse(word: str) -> Refusal:
        other = "2.7", text("“{word}” is no bid here. Say {bids}.", word=word, bids=listed)
        clause, sentence = reasons.get(word, other)
        return Refusal(t.clause(clause), sentence)

    return refuse


def terms(outcome: Outcome, _options: Options) -> tuple[Term, ...]:
    """Return what is paid for a chiamo, and for a solo."""
    if len(outcome.sides) == SEATS:
        return (difference_to_third(CHIAMO, "5.5"),)
    return (DifferenceToHalf(SOLO, "5.2", below="5.3", even="5.4"),)


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 2.7 to 2.12."""
    seat = view.asked.seat
    if word != BENE:
        side = EACH_ALONE if word == CHIAMO else sides(SEATS, {seat})
        yield Prospect(played_for(view, side, seat))
    elif SOLO_IO in view.asked.options:  # 2.11: the other plays his solo
        soloist = next(one for one, said in view.heard("bid") if said == SOLO)
        yield Prospect(played_for(view, sides(SEATS, {soloist}), soloist))


def soloist_of(view: View) -> int | None:
    """Return who plays alone, once the bidding is over; None in a chiamo: 2.12."""
    if view.waiting is not None and view.waiting.kind == "bid":
        return None
    alone = [seat for seat, word in view.heard("bid") if word in {SOLO, SOLO_IO}]
    return alone[-1] if alone else None


def friends(view: View) -> frozenset[int]:
    """The two opponents of a soloist, once the bidding is over: 2.12."""
    soloist = soloist_of(view)
    return on_own_side(view, None if soloist is None else frozenset({soloist}))


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 4.10, 4.13."""
    soloist = soloist_of(view)
    side = EACH_ALONE if soloist is None else sides(SEATS, {soloist})  # 2.12
    return open_to_all(view, side, frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Vanto of Tortorici, three players"),
    seats=SEATS,
    pack=SICILIAN_WITH_ACE,
    dealt=PACKETS * PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(CHIAMO, SOLO),
    prospects=prospects,
    costless={BENE: bid_prices.passing("2.7")},
    about=N_("The forehand calls, and each plays for himself; or somebody plays alone."),
    options=OPTIONS,
    glossary=GLOSSARY,
    friends=friends,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=terms,
)
