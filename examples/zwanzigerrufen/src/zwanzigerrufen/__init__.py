"""Zwanzigerrufen, for four with 40 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matto.blocks.auction import SILENCE, announce, announcing, bidding, first_bid
from matto.blocks.call import call_one_of, calling, on_own_side, party_of_called, sides
from matto.blocks.play import play_tricks
from matto.blocks.terms import AllOf, Ultimo, by_points, paid
from matto.engine.cards import (
    CAVALIERS,
    FRENCH_SUITS,
    JACKS,
    KINGS,
    QUEENS,
    THE_FOOL,
    TRUMPS,
    Pack,
    cards,
)
from matto.engine.events import Contract, Result
from matto.engine.game import ChoiceSet, Dealing, Game, Stake, TrickRules, Vocabulary
from matto.engine.options import Options, choice, switch
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.scoring import ONE_BY_ONE, POINTS, Counting, PayRule, RowLabel
from matto.engine.table import Script, Table
from matto.engine.tricks import FOOL_IS_TRUMP
from matto.engine.view import View
from matto.engine.words import N_, Text, text

ID, SEATS = "zwanzigerrufen", 4
PACKET, PACKETS = 5, 2  # 2.1
SOLO, CALL, PASS, PAGAT_ULTIMO = "solo", "call", "pass", "pagat_ultimo"
TO_CALL = ("T20", "T19", "T18", "T17", "T16")  # 3.2
PAGAT, TRULL = cards("T1"), cards("F T21 T1")
DECLARERS, NEEDED = 0, 45  # 5.1
SOLO_TIMES = 2  # 3.1

PACK = Pack(
    "Zwanzigerrufen, 40 cards",
    suits={**dict.fromkeys("SB", "K Q C J 10"), **dict.fromkeys("CD", "K Q C J A")},  # 1.1, 1.2
    trumps="F " + " ".join(f"T{trump}" for trump in (*range(21, 3, -1), 1)),
    values={  # 1.3
        **dict.fromkeys(TRUMPS | THE_FOOL, 1),
        **dict.fromkeys(TRULL | KINGS, 5),
        **dict.fromkeys(QUEENS, 4),
        **dict.fromkeys(CAVALIERS, 3),
        **dict.fromkeys(JACKS, 2),
    },
    suit_names=FRENCH_SUITS,
    trump_name=N_("tarocks"),
)
TRICKS = TrickRules(
    follow="4.2",
    trump="4.2",
    fool=FOOL_IS_TRUMP,
    fool_clause="4.3",
    fool_leads="4.3",
    turn="4.1",
)


def script(t: Table) -> Script[Result]:
    """The deal in the order in which it is told."""
    for _ in range(PACKETS):
        t.deal_packet(PACKET)  # 2.1
    forehand = t.after(t.dealer)
    t.contract = yield from contract(t, forehand)  # 3.1 to 3.4
    yield from announcements(t, t.contract)  # 3.5
    yield from play_tricks(t, TRICKS, forehand)  # 4.1 to 4.3
    return GAME.settle(t)  # 6.1: the neighbour deals next


def questions(_options: Options) -> Iterable[ChoiceSet]:
    """All that is asked, in the order of the script, but for the play of the cards."""
    return (
        bidding([SOLO], PASS, SEATS),
        calling(PACK, TO_CALL),
        announcing([PAGAT_ULTIMO], SEATS),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid: by parties, and by what is announced."""
    said = {PAGAT_ULTIMO: (0,)}
    alone = stake(PACK, sides(SEATS, {0}), 0, said=said, times=SOLO_TIMES)
    pairs = (stake(PACK, sides(SEATS, {0, other}), 0, said=said) for other in range(1, SEATS))
    return alone, *pairs


def contract(t: Table, forehand: int) -> Script[Contract]:
    """A solo, or forehand and whoever holds what he calls: 3.1 to 3.4."""
    bid = yield from first_bid(t, t.all_from(forehand), [SOLO], PASS, clause="3.1")
    if bid is not None:
        alone, _ = bid
        return Contract(sides(SEATS, {alone}), forehand, alone, SOLO_TIMES, word=SOLO)
    called = next((card for card in TO_CALL if not t.holds(forehand, card)), "")
    if not called:
        return Contract(sides(SEATS, {forehand}), forehand, forehand, word=CALL)  # 3.3
    yield from call_one_of(t, forehand, {called}, clause="3.2", why=why_not_called)
    party = {seat for seat in range(SEATS) if seat == forehand or t.holds(seat, called)}
    return Contract(sides(SEATS, party), forehand, forehand, called=called, word=CALL)


def why_not_called(word: str) -> tuple[str, Text]:
    """Clause and reason against calling anything else."""
    return "3.2", text("Call the highest tarock from 20 to 16 that you do not hold.")


def announcements(t: Table, agreed: Contract) -> Script[None]:
    """Pagat ultimo, by who plays for it or by all in turn: 3.5."""
    declarer = agreed.declarer or 0
    for seat in t.all_from(declarer) if t.options["announcing"] == "all" else (declarer,):
        own = not PAGAT.isdisjoint(t.hand(seat))
        barred = {} if own else {PAGAT_ULTIMO: "3.5"}
        yield from announce(t, seat, [PAGAT_ULTIMO] if own else [], clause="3.5", barred=barred)


@dataclass(frozen=True)
class TheGame:
    """The declarers win or lose by their card points: 5.1."""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """One rule: won from 45 points on, else lost."""
        note = N_("{points} card points")
        yield PayRule(
            POINTS,
            DECLARERS,
            earned=paid(outcome, DECLARERS, outcome.times),
            table=by_points(outcome, lambda points: 1 if points >= NEEDED else -1),
            line=RowLabel(N_("game"), "5.1", note),
            lost=RowLabel(N_("game lost"), "5.1", note),
        )


def terms(_outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """All that is paid: 5.1 to 5.5."""
    game = TheGame()
    ultimo = Ultimo(
        N_("Pagat ultimo"),
        N_("Pagat ultimo lost"),
        "5.4",
        PAGAT,
        announced=PAGAT_ULTIMO,
        announced_clause="5.5",
    )
    if not options.on("bonuses"):
        return (game, ultimo)
    trull, kings = (
        AllOf(N_("Trull"), "5.2", cards=TRULL),
        AllOf(N_("four Kings"), "5.3", cards=KINGS),
    )
    return (game, trull, kings, ultimo)


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side: 3.1, 3.3, 3.4."""
    for seat, word in view.heard("bid"):
        if word == SOLO:
            return on_own_side(view, frozenset({seat}))
    for caller, card in view.heard("call"):
        return on_own_side(view, party_of_called(view, caller, card))
    return frozenset()


GAME = Game(
    id=ID,
    name=N_("Zwanzigerrufen, four players"),
    seats=SEATS,
    pack=lambda _options: PACK,
    dealing=lambda _options: Dealing((PACKET * PACKETS,) * SEATS, 0),
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(CALL, SOLO),
    about=N_("Forehand calls the Twenty, and its holder is a partner whom nobody knows."),
    options=(
        choice(
            "announcing",
            "3.5",
            N_("Who is asked to announce Pagat ultimo."),
            declarer=N_("the lone player, or who has called"),
            all=N_("everybody"),
        ),
        switch("bonuses", "5.2", N_("Whether Trull and four Kings are paid."), default=True),
    ),
    vocabulary=Vocabulary(
        card_names={"F": N_("Sküs"), "T21": N_("Mond"), "T1": N_("Pagat")},
        glossary={
            SOLO: N_("I play alone against the three others; all is paid twice."),
            PASS: N_("I play no solo."),
            PAGAT_ULTIMO: N_("The Pagat will win the last trick: two points."),
            SILENCE: N_("I announce nothing."),
        },
        spoken={PAGAT_ULTIMO: "Pagat ultimo"},
        language="de",
        languages={PASS: "en"},
    ),
    friends=friends,
    trick_rules=lambda _options: TRICKS,
    terms=terms,
    counting=lambda _options: Counting(ONE_BY_ONE),
)
