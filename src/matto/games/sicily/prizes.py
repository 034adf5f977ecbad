"""What the Sicilian games for prizes have in common, from the talon to the score sheet.

One player takes the talon and plays, alone or with a partner, against the others. The clauses
cited are those that the rulebooks of these games number alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from matto.blocks.announce import announce
from matto.blocks.call import Called, sides
from matto.blocks.discard import lay_away
from matto.blocks.play import TrickRules, play_tricks
from matto.blocks.table_talk import TableTalk, TalkRules
from matto.blocks.talon import take_talon
from matto.blocks.terms import AllOf, Captured, LastTrick, MajorityOfPoints, Wager
from matto.engine.cards import KINGS, cards
from matto.engine.options import Options, choice, switch
from matto.engine.table import Contract, Script, Table
from matto.engine.words import N_
from matto.games.sicily.common import (
    ARIE,
    ARIE_CINQUINE,
    DECINE,
    FUGGITIVO,
    GIOVE,
    PICCIOTTI,
    sicilian_discard,
)
from matto.games.sicily.phrases import BASIC, FURTHER, SHOWING
from matto.games.sicily.vocabulary import CHIAMO, FATTO_E, RIVANTO, SCOMMESSA, VADO_SOLO

SOLO_ROUNDS = choice(
    "solo_rounds",
    "2.8",
    N_("After which packets one may go solo: the first and the last, or every one."),
    first_and_last=N_("after the first and the last"),
    every=N_("after every packet"),
)
LEADER = choice(
    "leader",
    "4.1",
    N_("Who leads to the first trick: the soloist's right neighbour or the soloist."),
    right_of_soloist=N_("the soloist’s right-hand neighbour"),
    soloist=N_("the soloist"),
)
TALK_OPTIONS = (
    choice(
        "table_talk",
        "7.1",
        N_("Which phrases partners may say to each other during the play."),
        basic=N_("the usual ones"),
        off=N_("none"),
        further=N_("the usual ones and some more"),
    ),
    choice(
        "talk_truth",
        "7.10",
        N_("Whether what is said about cards must be true as far as the speaker sees."),
        truthful=N_("they must be true"),
        free=N_("they may be false"),
    ),
    switch("show_card", "7.14", N_("A leader may show his partner a card and ask about it.")),
)

LAYING_AWAY = sicilian_discard(clause="3.5", never_clause="3.6", last_resort_clause="3.7")
LAID_AWAY = 3
TRICKS = TrickRules(
    follow="4.2", trump="4.3", fool=FUGGITIVO, fool_clause="4.8", fool_leads="4.9", turn="4.2"
)
PHRASES = {"off": (), "basic": BASIC, "further": FURTHER}  # 7.1
EARLY = 2  # by what a solo before the last packet multiplies everything
PRIZES = (
    Captured("pigliate", "5.2", cards=ARIE | cards(PICCIOTTI)),
    LastTrick("vanto", "5.3", raised_by=RIVANTO, raised_clause="5.4"),
    MajorityOfPoints("rimatura", "5.5", needs=55),
    AllOf("arie", "5.6", cards=ARIE_CINQUINE, crown=cards(GIOVE), crowned_pays=2),
    AllOf("quattro_re", "5.7", cards=KINGS),
    Wager("scommessa", "5.8", announced=SCOMMESSA, cards=DECINE),
)


def take_and_lay_away(table: Table, seat: int) -> Script[None]:
    """Take the talon up and lay three cards away: 3.4 to 3.9."""
    take_talon(table, seat)
    yield from lay_three_away(table, seat)


def lay_three_away(table: Table, seat: int) -> Script[None]:
    """Lay three cards away and say that it is done: 3.5 to 3.9."""
    yield from lay_away(table, seat, LAID_AWAY, LAYING_AWAY)
    table.tell("says", seat, FATTO_E)


def ask_for_scommessa(table: Table, declarer: int) -> Script[None]:
    """The declarer may bet on the tens: 3.11, 3.14."""
    yield from announce(table, declarer, [SCOMMESSA], clause="3.11", barred={RIVANTO: "3.14"})


def ask_for_rivanto(
    table: Table, seat: int, *, early: bool, barred: Mapping[str, str] | None = None
) -> Script[None]:
    """An opponent may raise the last trick, after an early solo or a late one: 3.12, 3.13.

    `barred` gives the clause by which this one may not, though he is asked like the others.
    """
    words = [] if barred else [RIVANTO]
    clause = "3.13" if early else "3.12"
    never = {SCOMMESSA: "3.11", **(barred or {})}
    yield from announce(table, seat, words, clause=clause, barred=never)


def first_leader(table: Table, declarer: int) -> int:
    """Who leads to the first trick: 4.1."""
    return declarer if table.options["leader"] == "soloist" else table.after(declarer)


def talk_rules(options: Options) -> TalkRules:
    """What may be said during the play: section 7."""
    level = str(options["table_talk"])
    showing = SHOWING if options.on("show_card") and level != "off" else ()
    return TalkRules(
        (*PHRASES[level], *showing),
        truthful=options["talk_truth"] == "truthful",
        who="7.1",
        moment="7.2",
        truth="7.10",
    )


def talk_among(table: Table, partners: Collection[int], leader: int) -> TableTalk:
    """The talk of partners during the play: section 7."""
    return TableTalk(table, tuple(partners), leader, FUGGITIVO, talk_rules(table.options))


def contract_of(
    declarer: int,
    side: Sequence[int],
    leader: int,
    word: str,
    *,
    times: int = 1,
    called: str = "",
) -> Contract:
    """Who plays with whom and for how much; a Fuggitivo needs a trick: 4.12."""
    return Contract(
        tuple(side), leader, declarer, times, called, fool_needs_trick=True, word=word
    )


@dataclass(frozen=True)
class Party:
    """Who plays with the declarer; `called` while that is not known to all."""

    declarer: int
    members: frozenset[int]
    called: Called | None = None
    early: bool = False

    def contract(self, seats: int, leader: int) -> Contract:
        """The same as all games say it: 5.10."""
        times, card = EARLY if self.early else 1, self.called.card if self.called else ""
        side = sides(seats, self.members)
        word = CHIAMO if self.called else VADO_SOLO
        return contract_of(self.declarer, side, leader, word, times=times, called=card)


def play_out(table: Table, contract: Contract) -> Script[None]:
    """Play the cards: 4.1 to 4.12."""
    table.contract = contract
    yield from play_tricks(table, TRICKS, contract.leader)


def is_early(options: Options, packet: int, packets: int) -> bool:
    """Tell whether there is a question for a solo after a packet that is not the last: 2.8."""
    return packet < packets and (packet == 1 or options["solo_rounds"] == "every")
