"""Tarocchi of Mineo, three players, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from matto.blocks import bid_prices
from matto.blocks.auction import Pause, announcing
from matto.blocks.call import sides
from matto.engine.events import Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake
from matto.engine.options import Options, choice
from matto.engine.outcome import stake
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games.sicily import (
    PRIZE_WORDS,
    RIVANTO,
    SCOMMESSA,
    SICILIAN,
    TALK_WORDS,
    VADO_SOLO,
    open_to_all,
    prize_games,
    sicilian_game,
)
from matto.games.sicily.phrases import LANGUAGES, MEANINGS

ID = "mineo-3"
SEATS = 3

OPTIONS = (
    prize_games.SOLO_ROUNDS,  # 2.8
    *prize_games.TAKEN_OFFERS,  # 2.16, 2.20
    choice(
        "rivanto",
        "3.12",
        N_("Which opponents may say Rivanto after a solo that follows the last packet."),
        behind=N_("those who speak later"),
        both=N_("both, always"),
        not_passed=N_("whoever has not passed"),
    ),
    prize_games.LEADER,  # 4.1
    *prize_games.TALK_OPTIONS,  # 7.1, 7.10, 7.14
)
PRESETS = {
    "palagonia": {"solo_rounds": "every"},  # 8.1
    "dummett": {"rivanto": "both"},  # 8.2
}


def script(t: Table) -> Script[Result]:
    """Tell the game in the order of the text."""
    talk = prize_games.talk_of(t.options)
    pause = yield from prize_games.deal_and_talk(t, talk)  # 2.3 to 2.22
    if pause.soloist is None:
        return t.throw_in(prize_games.bought_out(t, pause))  # 2.18 to 2.21
    yield from prize_games.play_solo(t, pause.soloist, pause, announcements)  # 3.2 to 4.14
    return GAME.settle(t)  # 5.1 to 5.13


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    return (
        prize_games.talk_of(options).question(SEATS, prize_games.ALL_PAUSES),
        prize_games.LAYING_AWAY.question(SICILIAN, prize_games.LAID_AWAY),
        announcing([SCOMMESSA, RIVANTO], SEATS),
        prize_games.talk_rules(options).question(SICILIAN),
    )


def stakes(_options: Options) -> Iterable[Stake]:
    """All that may be paid: by parties, by what is said, and for a deal given up."""
    said = {RIVANTO: (0,), SCOMMESSA: (0,)}
    return stake(
        SICILIAN, sides(SEATS, {0}), 0, said=said, times=prize_games.EARLY
    ), prize_games.BOUGHT_OUT


def announcements(t: Table, soloist: int, pause: Pause) -> Script[None]:
    """The soloist may bet, then his opponents may raise the last trick: 3.10."""
    yield from prize_games.ask_for_scommessa(t, soloist)  # 3.11
    for seat in t.others(soloist):
        if prize_games.may_say_rivanto(pause, seat, t.options["rivanto"]):  # 3.12, 3.13
            yield from prize_games.ask_for_rivanto(t, seat, early=pause.early)


def lying_open(view: View) -> OpenCards:
    """Captured cards, and a Fuggitivo still waiting for a trick: 4.11, 4.14."""
    return open_to_all(view, sides(view.seats, prize_games.soloists(view)))


def prospects(view: View, word: str) -> Iterable[Prospect]:
    """Return what a word is played for: 2.8 to 2.19, 3.10, 5.10."""
    return prize_games.prospects(view, word, prize_games.talk_of(view.options))


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Mineo, three players"),
    seats=SEATS,
    dealt=prize_games.PACKETS * prize_games.PACKET,
    talon=prize_games.TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(VADO_SOLO,),
    prospects=prospects,
    costless={**prize_games.COSTLESS, RIVANTO: bid_prices.said_before("5.4")},
    about=N_("One plays alone against two for a handful of prizes, after much bargaining."),
    options=OPTIONS,
    presets=PRESETS,
    glossary={**TALK_WORDS, **PRIZE_WORDS, **MEANINGS},
    languages=LANGUAGES,
    friends=prize_games.opponents_together,  # 3.1
    lying_open=lying_open,
    trick_rules=prize_games.TRICKS,
    terms=prize_games.PRIZES,
)
