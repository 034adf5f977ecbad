"""A small game for three of which nobody has written advice or constraints."""

from __future__ import annotations

from matto.blocks.auction import SILENCE, announce, announcing
from matto.blocks.play import play_tricks
from matto.blocks.talon import LayingAway, lay_away, take_talon
from matto.blocks.terms import Captured, LastTrick
from matto.engine.cards import KINGS, SUITS, Pack
from matto.engine.events import Contract, Result
from matto.engine.game import Dealing, Game, TrickRules, Vocabulary
from matto.engine.outcome import stake
from matto.engine.table import Script, Table
from matto.engine.tricks import LEADS_AT_LAST, FoolRule

HAND, OVER, BOAST = 7, 2, "boast"
PACK = Pack(
    "Bare, 23 cards",
    suits=dict.fromkeys(SUITS, "K Q J"),
    trumps=" ".join(f"T{trump}" for trump in range(10, 0, -1)),
    values={},
)
TRICKS = TrickRules(
    follow="4.2",
    trump="4.2",
    fool=FoolRule(leads=LEADS_AT_LAST),
    fool_clause="4.3",
    fool_leads="4.3",
    turn="4.1",
)
NO_KINGS = LayingAway(clause="3.1", never={"3.2": KINGS}, last_resort_clause="3.2")
SCORE = (Captured("King taken", "5.1", KINGS), LastTrick("last trick", "5.2"))


def script(t: Table) -> Script[Result]:
    t.deal_packet(HAND)
    take_talon(t, t.dealer)
    yield from lay_away(t, t.dealer, OVER, NO_KINGS)
    leader = t.after(t.dealer)
    yield from announce(t, leader, [BOAST], clause="3.3")
    t.contract = Contract((0, 1, 2), leader)
    yield from play_tricks(t, TRICKS, leader)
    return BARE.settle(t)


BARE = Game(
    id="bare",
    name="Bare",
    seats=3,
    pack=lambda _options: PACK,
    dealing=lambda _options: Dealing((HAND,) * 3, OVER),
    script=script,
    stakes=lambda _options: [stake(PACK, (0, 1, 2))],
    questions=lambda _options: (NO_KINGS.question(PACK, OVER), announcing([BOAST], 1)),
    about="Nothing is known of how to play it.",
    vocabulary=Vocabulary(glossary={BOAST: "I boast.", SILENCE: "I say nothing."}),
    trick_rules=lambda _options: TRICKS,
    terms=lambda _outcome, _options: SCORE,
)
