"""Tarocchi of Barcellona for three, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from matto.blocks import bid_prices
from matto.blocks.auction import bidding, first_bid
from matto.blocks.bid_prices import played_for
from matto.blocks.call import on_own_side, sides
from matto.blocks.play import play_tricks
from matto.blocks.table_talk import Phrase, TableTalk, TalkRules
from matto.blocks.talk_claims import Both, Claim, HasAll, HasNone, HasSome, SpeakerRole
from matto.blocks.talon import look_at_talon, show_talon
from matto.engine.cards import cards
from matto.engine.events import EACH_FOR_SELF, Contract, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake, TrickRules
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games.sicily import (
    CARD_WORDS,
    FUGGITIVO,
    GIOVE,
    PASSO,
    SICILIAN_WITH_ACE,
    SOLO,
    DifferenceToHalf,
    bottom_card_option,
    dealer_may_look,
    difference_to_third,
    open_to_all,
    sicilian_discard,
    sicilian_game,
    take_and_lay_away,
)

ID = "barcellona-3"
SEATS = 3
PACKETS, PACKET, TALON = 4, 5, 3  # 2.4, 2.5
EACH_ALONE = (0, 1, 2)  # 2.12
RATES = {"double": 2, "single": 1}  # 5.2

OPTIONS = (
    bottom_card_option("2.3"),
    choice(
        "solo_order",
        "2.6",
        N_("Which neighbour of the dealer may go solo before the other."),
        left_first=N_("the left one"),
        right_first=N_("the right one"),
    ),
    switch(
        "dealer_solo",
        "2.10",
        N_("The dealer may go solo when he has seen the talon."),
        default=True,
    ),
    choice(
        "talon",
        "3.1",
        N_("Whether all see the talon."),
        shown=N_("it is shown to all"),
        hidden=N_("only who takes it sees it"),
    ),
    choice(
        "dealers_talon",
        "3.1",
        N_("Whether all see the talon when the dealer goes solo."),
        before="shown",
        shown=N_("it is shown to all"),
        hidden=N_("only the dealer sees it"),
    ),
    choice(
        "leader",
        "4.1",
        N_("Who leads to the first trick: the soloist's right neighbour or the soloist."),
        right_of_soloist=N_("the soloist’s right-hand neighbour"),
        soloist=N_("the soloist"),
    ),
    choice(
        "solo_rate",
        "5.2",
        N_("How often the difference to 55 is paid to and from each opponent of a soloist."),
        double=N_("twice"),
        single=N_("once"),
    ),
    choice(
        "signs",
        "7.1",
        N_("Which signs an opponent of the soloist may give when he leads."),
        basic=N_("the three usual ones"),
        off=N_("none"),
        further=N_("the usual ones and some more"),
    ),
)

TRICKS = TrickRules(
    follow="4.3", trump="4.4", fool=FUGGITIVO, fool_clause="4.8", fool_leads="4.9", turn="4.3"
)
LAYING_AWAY = sicilian_discard(clause="3.3", never_clause="3.4", last_resort_clause="3.5")

NEXT_TO_GIOVE = cards("T19 T18")
FURTHER_TRUMPS = ("T19", "T18", "T17", "T16")  # 7.6


def sign(word: str, means: str, true: Claim) -> Phrase:
    """Return what the leader may say of his hand: 7.1, 7.4."""
    return Phrase(word, means, SpeakerRole.LEADER, true=true)


SIGNS = (  # 7.3
    sign(
        "batto",
        N_("“Batto.” I knock: I hold the 20 and the 19 or the 18, or both."),
        Both(HasAll(cards(GIOVE)), HasSome(NEXT_TO_GIOVE)),
    ),
    sign(
        "ho_il_20",
        N_("“Ho il 20.” I hold the 20, but neither the 19 nor the 18."),
        Both(HasAll(cards(GIOVE)), HasNone(NEXT_TO_GIOVE)),
    ),
    sign(
        "non_batto",
        N_("“Non batto.” I do not knock: I do not hold the 20."),
        HasNone(cards(GIOVE)),
    ),
)
FURTHER_SIGNS = tuple(
    sign(
        f"ho_il_{card[1:]}",
        N_("“Ho il X.” I hold the trump of this number."),
        HasAll(cards(card)),
    )
    for card in FURTHER_TRUMPS
)
LEVELS = {"off": (), "basic": SIGNS, "further": (*SIGNS, *FURTHER_SIGNS)}  # 7.1

GLOSSARY: Mapping[str, str] = {
    SOLO: N_("I take the talon and play alone against the two others."),
    EACH_FOR_SELF: N_("Each of the three plays for himself."),
    PASSO: N_("I do not play; when the dealer says it, the cards are thrown in."),
    **CARD_WORDS,
    **{phrase.word: phrase.means for phrase in LEVELS["further"]},
}


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to the payment."""
    t.asides = Asides(t, clause="7.1")  # no sign before a solo is played
    dealer_may_look(t)  # 2.3
    for _ in range(PACKETS):  # 2.4
        t.deal_packet(PACKET)
    bid = yield from first_bid(
        t, asked_first(t), [SOLO], PASSO, clause="2.6", other_clause="2.7"
    )
    if bid is None:
        bid = yield from dealers_choice(t)
    if bid is None:
        return t.throw_in()  # 2.11, 6.1
    taker, said = bid
    if is_shown(t, taker, said):
        show_talon(t)
    yield from take_and_lay_away(t, taker, LAYING_AWAY)  # 3.2, 3.3
    side = sides(SEATS, {taker}) if said == SOLO else EACH_ALONE
    leader = first_leader(t, taker, said)
    t.contract = Contract(side, leader, taker, fool_needs_trick=True, word=said)  # 4.11, 4.12
    if said == SOLO:
        t.asides = signs(t, taker, leader)
    yield from play_tricks(t, TRICKS, leader)
    return GAME.settle(t)


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    return (
        bidding([SOLO, EACH_FOR_SELF], PASSO, SEATS),
        LAYING_AWAY.question(SICILIAN_WITH_ACE, TALON),
        talk_rules(options).question(SICILIAN_WITH_ACE),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid, by parties."""
    parties = (sides(SEATS, {0}), EACH_ALONE)  # 2.12
    return [stake(SICILIAN_WITH_ACE, side, 0) for side in parties]


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 2.6 to 2.12."""
    seat = view.asked.seat
    if word != PASSO:
        side = sides(SEATS, {seat}) if word == SOLO else EACH_ALONE
        yield Prospect(played_for(view, side, seat))


def asked_first(t: Table) -> tuple[int, ...]:
    """The dealer's two neighbours, the left one first: 2.6."""
    right, left = t.others(t.dealer)
    return (left, right) if t.options["solo_order"] == "left_first" else (right, left)


def dealers_choice(t: Table) -> Script[tuple[int, str] | None]:
    """The dealer looks at the talon and throws in, goes solo, or has each play for himself."""
    look_at_talon(t, t.dealer)  # 2.8
    may_go_solo = t.options.on("dealer_solo")
    words = [SOLO, EACH_FOR_SELF] if may_go_solo else [EACH_FOR_SELF]
    barred = {} if may_go_solo else {SOLO: "2.10"}
    return (yield from first_bid(t, [t.dealer], words, PASSO, clause="2.9", barred=barred))


def is_shown(t: Table, taker: int, said: str) -> bool:
    """Return whether all see the talon: 3.1."""
    dealers = taker == t.dealer and said == SOLO
    hidden = dealers and t.options["dealers_talon"] == "hidden"
    return t.options["talon"] == "shown" and not hidden


def first_leader(t: Table, taker: int, said: str) -> int:
    """Return who leads to the first trick: 4.1, 4.2."""
    if said == SOLO:
        return taker if t.options["leader"] == "soloist" else t.after(taker)
    return t.after(t.dealer)


def talk_rules(options: Options) -> TalkRules:
    """Return which signs may be given: 7.1 to 7.4."""
    level = LEVELS[str(options["signs"])]
    return TalkRules(
        level, truthful=True, who="7.1", moment="7.2", truth="7.4", to_the_last=True
    )


def signs(t: Table, soloist: int, leader: int) -> TableTalk:
    """The two opponents of a soloist may give signs when they lead: section 7."""
    rules = talk_rules(t.options)
    return TableTalk(t, t.others(soloist), leader, FUGGITIVO, rules)


def terms(outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """Return what is paid for a solo, and for each for self."""
    if len(outcome.sides) == SEATS:
        return (difference_to_third(N_("each for self"), "5.5"),)
    rate = RATES[str(options["solo_rate"])]
    return (DifferenceToHalf(N_("solo"), "5.2", times=rate, below="5.3", even="5.4"),)


def soloists(view: View) -> frozenset[int]:
    """Return who plays alone against the others, if anybody does: 2.12."""
    return frozenset(seat for seat, word in view.heard("bid") if word == SOLO)


def friends(view: View) -> frozenset[int]:
    """The partner of an opponent of the soloist: 2.12."""
    return on_own_side(view, soloists(view) or None)


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 4.10, 4.13."""
    alone = soloists(view)
    side = sides(SEATS, alone) if alone else EACH_ALONE  # 2.12
    return open_to_all(view, side, frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Barcellona, three players"),
    seats=SEATS,
    pack=SICILIAN_WITH_ACE,
    dealt=PACKETS * PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(SOLO, EACH_FOR_SELF),
    prospects=prospects,
    costless={PASSO: bid_prices.passing("2.7")},
    about=N_("One alone against two, or each for himself, as the dealer's talon has it."),
    options=OPTIONS,
    glossary=GLOSSARY,
    spoken={"each for self": N_("each for self")},
    friends=friends,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=terms,
)
