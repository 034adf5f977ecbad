"""Mitigatti of Nice, for three. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from matto.blocks.bid_prices import declaring, played_for
from matto.engine.events import EACH_FOR_SELF, Contract, Result
from matto.engine.game import Always, Dealing, Game, Prospect, Vocabulary
from matto.engine.options import Options, choice
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.scoring import MOST, PayRule, RowLabel
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_
from matto.games import nice as nizza

ID = "mitigatti-3"
EACH_ALONE = (0, 1, 2)  # 2.1: the party of each seat
SEATS = len(EACH_ALONE)
PACKETS, SPARE = (9, 6, 10), 3  # 2.2
UNIT = 2  # 6.13: two units make a chip, because two winners may share one
A_THIRD = 26  # 6.11
HALF_A_THIRD = 13  # 6.12


@dataclass(frozen=True)
class PartidaOfThree:
    """Who has too few card points pays the player, or the two, with the most (6.10 to 6.14)."""

    chip: int
    two_winners: bool = True

    def pay_rules(self, _outcome: Outcome) -> Iterable[PayRule]:
        """Yield what is paid below a third, and below half of it."""
        line = RowLabel(nizza.LA_PARTIDA, "6.11", N_("{points} card points"))
        yield PayRule(
            MOST,
            amount=self.chip,
            other=2 * self.chip,
            first=A_THIRD,
            second=HALF_A_THIRD,
            shared=self.two_winners,
            line=line,
            lost=line._replace(clause="6.12"),
            even=line._replace(clause="6.13"),
        )


def terms(_outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """All that is paid: 6.2 to 6.14."""
    chip = UNIT * (2 if options["two_winners"] == "doubled" else 1)  # 6.15
    return (
        *nizza.declarations_paid(chip),
        nizza.pagat_ultimo(options, chip),
        PartidaOfThree(chip, options["two_winners"] != "none"),
    )


def script(t: Table) -> Script[Result]:
    """Tell a deal from the first packet to la partida."""
    if not (yield from nizza.deal_or_throw_in(t, PACKETS)):  # 2.2 to 2.7
        return t.throw_in(next_dealer=t.dealer)  # 2.6, 7.1
    yield from nizza.take_and_lay_away(t)  # 3.1 to 3.4
    t.contract = Contract(EACH_ALONE, t.after(t.dealer), word=EACH_FOR_SELF)
    yield from nizza.play(t)  # 4.1 to 5.11
    return GAME.settle(t)  # 6.9, 7.1


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 2.7, 6.2."""
    stands = played_for(view, EACH_ALONE)
    if word == nizza.TENIR:
        yield Prospect(stands)
    else:
        yield from declaring(view, word, nizza.EVERY_DECLARATION, stands)


GAME = Game(
    id=ID,
    name=N_("Mitigatti of Nice, three players"),
    seats=SEATS,
    pack=Always(nizza.PACK),
    dealing=Always(Dealing(hands=(sum(PACKETS),) * SEATS, talon=SPARE)),
    script=script,
    stakes=lambda _options: [
        stake(nizza.PACK, EACH_ALONE, said=nizza.EVERY_DECLARATION.dearest())
    ],
    questions=lambda _options: nizza.questions(PACKETS, SEATS, SPARE),
    contracts=(EACH_FOR_SELF,),
    prospects=prospects,
    costless=nizza.COSTLESS,
    about=N_("Each for himself: combinations, card points, and the Pagat in the last trick."),
    options=(
        *nizza.OPTIONS,
        choice(
            "two_winners",
            "6.13",
            N_("What two players receive who share the most card points."),
            halves=N_("they share, in half chips"),
            none=N_("nothing: the third does not pay"),
            doubled=N_("they share, and everything is paid double"),
        ),
    ),
    unit=UNIT,
    unit_name=N_("chips"),
    single_unit=N_("chip"),
    vocabulary=Vocabulary(
        card_names=nizza.CARD_NAMES,
        glossary=nizza.GLOSSARY,
        spoken=nizza.SPOKEN,
        language=nizza.LANGUAGE,
        languages={nizza.LA_PARTIDA: nizza.LANGUAGE},
    ),
    start=lambda _options: nizza.START * UNIT,  # 7.2
    trick_rules=nizza.trick_rules,
    terms=terms,
    counting=nizza.counting,
)
