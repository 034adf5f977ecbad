"""Tarocchi of Calatafimi for four, 63 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from matto.blocks import bid_prices
from matto.blocks.auction import bidding, first_bid
from matto.blocks.bid_prices import one_of, played_for
from matto.blocks.call import (
    BETTER_COURTS,
    COINS_FIRST,
    HELD,
    LAID_AWAY,
    OTHER_COURT,
    SHORTEST,
    VOID_COINS_FIRST,
    VOID_LAST,
    Called,
    ShortestSuitCall,
    call_one_of,
    calling,
    on_own_side,
    party_known_to_all,
    party_of_called,
    sides,
    sides_as_known,
)
from matto.blocks.play import play_tricks
from matto.blocks.talon import look_at_bottom, show_talon
from matto.engine.cards import COURTS, TRUMPS
from matto.engine.errors import Refusal
from matto.engine.events import SAY, Contract, Result
from matto.engine.game import ChoiceSet, OpenCards, Prospect, Stake, TrickRules
from matto.engine.options import Options, choice
from matto.engine.outcome import Outcome, Term, stake
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_, Text, text
from matto.games.sicily import (
    CARD_WORDS,
    CINQUINE,
    DECINE,
    FUGGITIVO,
    GIOVE,
    PASSO,
    SICILIAN,
    SOLO,
    DifferenceToHalf,
    bargain,
    card_names,
    open_to_all,
    pack_names_option,
    sicilian_discard,
    sicilian_game,
    take_and_lay_away,
)

PALLA = "T19"
HIGHEST = (GIOVE, PALLA)
BATTO = "batto"
NAMING: Mapping[str, frozenset[str]] = {
    "batto_giove": frozenset({GIOVE}),
    "batto_palla": frozenset({PALLA}),
    "batto_giove_e_palla": frozenset(HIGHEST),
}
"""Ways to say it that name the cards, and the cards that they name."""

BATTO_WORDS: Mapping[str, str] = {
    BATTO: N_(
        "“Batto.” I knock: I hold a highest trump, the Giove or the Palla while one is out."
    ),
    "batto_giove": N_("I knock, and I hold the highest trump, the Giove."),
    "batto_palla": N_("I knock, and I hold the second highest trump, the Palla."),
    "batto_giove_e_palla": N_("I knock, and I hold both the Giove and the Palla."),
}


def knocking(times: int | None) -> ChoiceSet:
    """All that can be said by one who may say it so often; see `Batto`."""
    return ChoiceSet(SAY, () if times == 0 else tuple(BATTO_WORDS), 0)


@dataclass(frozen=True)
class BattoClauses:
    """The clauses: who may say it, which cards, later on, truth, how often, nothing else."""

    who: str
    which: str
    later: str
    truth: str
    times: str
    nothing_else: str


class Batto(Asides):
    """Who may knock now; `times` is how often each may in a deal, None for no limit.

    A trump that one has laid away oneself is not out, or is with `own_out`.
    """

    def __init__(
        self, table: Table, times: int | None, clauses: BattoClauses, *, own_out: bool = False
    ) -> None:
        super().__init__(table)
        self.own_out = own_out
        self.times = times
        self.clauses = clauses
        self.opened = len(table.events)

    def __call__(self, seat: int) -> tuple[str, ...]:
        """Return what a seat may say, by its own cards and what has been played."""
        if self._has_said_enough(seat):
            return ()
        held = {card for card in HIGHEST if self.table.holds(seat, card)}
        if held:
            return (BATTO, *(word for word, cards in NAMING.items() if cards <= held))
        return (BATTO,) if self._holds_highest_left(seat) else ()

    def refuse(self, seat: int, phrase: str) -> Refusal:
        """Say whether it is untrue, too often, or nothing that may be said."""
        clause, sentence = self._reason(seat, phrase)
        return Refusal(self.table.clause(clause), sentence)

    def _reason(self, seat: int, phrase: str) -> tuple[str, Text]:
        clauses = self.clauses
        if phrase not in BATTO_WORDS:
            return clauses.nothing_else, text("Nothing but batto may be said.")
        if self.times == 0:
            return clauses.who, text("Batto has been switched off.")
        if self._has_said_enough(seat):
            return clauses.times, text("You have said batto {times} times.", times=self.times)
        if phrase in NAMING and self(seat):
            return clauses.truth, text("That is not true: say what you hold, or only batto.")
        if set(HIGHEST) <= self._played():
            return clauses.later, text(
                "Both highest trumps are gone, and you do not hold the highest that is out."
            )
        return clauses.which, text(
            "You hold neither {giove} nor {palla}.", giove=GIOVE, palla=PALLA
        )

    def _has_said_enough(self, seat: int) -> bool:
        if self.times is None:
            return False
        events = self.table.events[self.opened :]
        return sum(event.kind == SAY and event.seat == seat for event in events) >= self.times

    def _played(self) -> set[str]:
        """All cards that have been played, those that lie included."""
        events = self.table.events[self.opened :]
        return {event.what[0] for event in events if event.kind == "play"}

    def _holds_highest_left(self, seat: int) -> bool:
        """Return whether both highest trumps are gone and a seat holds the next that is out."""
        gone = self._played()
        if not set(HIGHEST) <= gone:
            return False
        out = self.table.pack.sort(TRUMPS & self.table.pack.cards - gone)
        own_away = () if self.own_out else self.table.laid_away[seat]
        highest = next((card for card in out if card not in own_away), None)
        return highest is not None and self.table.holds(seat, highest)


ID = "calatafimi-4"
SEATS = 4
PACKETS_BEFORE, PACKETS, TALON = 2, 3, 3  # 2.4, 2.19
VENTI, QUINDICI, ZERO = "venti", "quindici", "zero"  # 3.9, 3.12
TWENTY, FIFTEEN = 20, 15  # 3.10, 3.13
BATTO_TIMES = {"twice": 2, "any": None, "off": 0}  # 7.1, 7.5

OPTIONS = (
    pack_names_option("1.10"),
    *bargain.BARGAIN_OPTIONS,  # 2.6, 2.16
    choice(
        "call_laid_away",
        "3.22",
        N_("Whether a court is called that the caller has laid away himself."),
        before="called",
        called=N_("yes: he plays alone"),
        passed_over=N_("no, it counts as held"),
    ),
    choice(
        "batto",
        "7.1",
        N_("How often each player may say batto in a deal."),
        twice=N_("at most twice"),
        any=N_("as often as one likes"),
        off=N_("never"),
    ),
    choice(
        "batto_laid_away",
        "7.3",
        N_("Whether a trump that one has laid away oneself counts as still out."),
        before="gone",
        gone=N_("no, it is gone"),
        out=N_("yes, it is out"),
    ),
)
TRICKS = TrickRules(
    follow="4.2", trump="4.3", fool=FUGGITIVO, fool_clause="4.7", fool_leads="4.8", turn="4.2"
)
LAYING_AWAY = sicilian_discard(clause="3.5", never_clause="3.6", last_resort_clause="3.7")
KNOCKING = BattoClauses(
    who="7.1", which="7.2", later="7.3", truth="7.4", times="7.5", nothing_else="7.6"
)
CALL_RULES: Mapping[str, str] = {
    HELD: "3.15",
    LAID_AWAY: "3.22",
    OTHER_COURT: "3.15",
    SHORTEST: "3.16",
    BETTER_COURTS: "3.17",
    COINS_FIRST: "3.18",
    VOID_LAST: "3.19",
    VOID_COINS_FIRST: "3.19",
}
FOUR_KINGS = "3.20"

GLOSSARY: Mapping[str, str] = {
    **bargain.NEGOTIATION_WORDS,
    SOLO: N_("I take the talon and play alone against the three others."),
    PASSO: N_("I do not play alone."),
    VENTI: N_("“20.” I hold fives and tens worth 20 or more and want to play with a partner."),
    QUINDICI: N_("“15.” I hold fives and tens worth exactly 15 and am the twenty's partner."),
    ZERO: N_("“0.” I do not hold what is asked for, or do not say."),
    **BATTO_WORDS,
    **CARD_WORDS,
}


def script(t: Table) -> Script[Result]:
    """The deal from the bottom card to the payment."""
    t.asides = Asides(t, clause="7.1")  # no signal before the play
    look_at_bottom(t, t.dealer)  # 2.3
    said = yield from bargain.deal_and_bargain(t, PACKETS_BEFORE)  # 2.4 to 2.19
    if said.agreed:
        return t.throw_in(bargain.bought_out(t, said))  # 2.14, 2.18
    soloist = yield from solo(t)
    if soloist is not None:
        t.contract = contract_of(soloist, {soloist}, SOLO)
    else:
        yield from take_and_lay_away(t, t.dealer, LAYING_AWAY)  # 3.3
        twenty = yield from who_says(t, VENTI, t.all_from(t.after(t.dealer)))
        if twenty is None:
            return t.throw_in()  # 3.11
        t.contract = yield from with_partner(t, twenty)
    times, own_out = BATTO_TIMES[str(t.options["batto"])], t.options["batto_laid_away"] == "out"
    t.asides = Batto(t, times, KNOCKING, own_out=own_out)
    yield from play_tricks(t, TRICKS, t.contract.leader)
    return GAME.settle(t)


def questions(options: Options) -> Iterable[ChoiceSet]:
    """All that is asked and said, in the order of the script."""
    return (
        bargain.bargaining(options).question(SEATS),
        bidding([SOLO], PASSO, SEATS),
        LAYING_AWAY.question(SICILIAN, TALON),
        bidding([VENTI, QUINDICI], ZERO, 2 * SEATS - 1),
        calling(SICILIAN, COURTS),
        knocking(BATTO_TIMES[str(options["batto"])]),
    )


def stakes(options: Options) -> Iterable[Stake]:
    """All that may be paid, by parties or for a deal given up."""
    parties = [{0, partner} for partner in range(SEATS)]
    played = [stake(SICILIAN, sides(SEATS, party), 0) for party in parties]
    return *played, bargain.most_bought_out(options, SEATS)


def solo(t: Table) -> Script[int | None]:
    """The first who plays alone takes the talon, shown unless he deals: 3.1, 3.2, 3.4."""
    bid = yield from first_bid(t, t.all_from(t.after(t.dealer)), [SOLO], PASSO, clause="3.1")
    if bid is None:
        return None
    soloist, _ = bid
    if soloist != t.dealer:
        show_talon(t)
    yield from take_and_lay_away(t, soloist, LAYING_AWAY)
    return soloist


def worth(t: Table, seat: int) -> int:
    """Return what the fives and tens in a hand are worth: 3.10."""
    return sum(t.pack.value_of[card] for card in (CINQUINE | DECINE).intersection(t.hand(seat)))


HOLDS: Mapping[str, tuple[str, str, str, Callable[[int], bool]]] = {
    # word: the round's clause, the clause and sentence of who may say it, whether he may
    VENTI: (
        "3.9",
        "3.10",
        N_("Your fives and tens are worth {worth}: with less than 20 say zero."),
        lambda value: value >= TWENTY,
    ),
    QUINDICI: (
        "3.12",
        "3.13",
        N_("Your fives and tens are worth {worth}: only with exactly 15 say quindici."),
        lambda value: value == FIFTEEN,
    ),
}


def who_says(t: Table, word: str, order: Sequence[int]) -> Script[int | None]:
    """Ask in turn who says what his fives and tens are worth; gives the first who does."""
    clause, may_clause, reason, may_say = HOLDS[word]
    for seat in order:
        value = worth(t, seat)
        words = (word, ZERO) if may_say(value) else (ZERO,)

        def refuse(said: str, value: int = value, bids: str = ", ".join(words)) -> Refusal:
            if said == word:
                return Refusal(t.clause(may_clause), text(reason, worth=value))
            sentence = text("“{word}” is no bid here. Say {bids}.", word=said, bids=bids)
            return Refusal(t.clause(clause), sentence)

        if (yield from t.ask(seat, "bid", words, clause, explain=refuse)) == word:
            return seat
    return None


def contract_of(declarer: int, party: Collection[int], word: str, called: str = "") -> Contract:
    """Return who plays with whom; a Fuggitivo needs a trick: 3.23, 4.10."""
    leader = (declarer + 1) % SEATS  # 4.1
    side = sides(SEATS, party)
    return Contract(side, leader, declarer, called=called, fool_needs_trick=True, word=word)


def with_partner(t: Table, twenty: int) -> Script[Contract]:
    """The twenty plays with one who holds 15, else with the holder of a called card, if any."""
    fifteen = yield from who_says(t, QUINDICI, t.others(twenty))
    if fifteen is not None:
        return contract_of(twenty, {twenty, fifteen}, QUINDICI)  # 3.14
    card = yield from call(t, twenty)
    holder = t.holder(card)
    party = {twenty} if holder is None else {twenty, holder}  # 3.21, 3.22
    return contract_of(twenty, party, VENTI, card)


def call(t: Table, twenty: int) -> Script[str]:
    """The twenty calls the King, or a lower court, that his hand commands: 3.15 to 3.20."""
    passes = t.options["call_laid_away"] == "passed_over"  # 3.22
    rules = ShortestSuitCall(t.hand(twenty), t.laid_away[twenty] if passes else ())

    def why(word: str) -> tuple[str, Text]:
        clause = CALL_RULES[rules.barred_by(word)]
        other = clause == "3.15" and word not in rules.hand and rules.rank != "K"
        return (FOUR_KINGS if other else clause), rules.why_not(word)

    return (yield from call_one_of(t, twenty, rules.cards, clause="3.15", why=why))


def terms(outcome: Outcome, _options: Options) -> tuple[Term, ...]:
    """Return what is paid: the difference to one half."""
    alone = len(outcome.members(0)) == 1  # 5.5, 5.6
    item = N_("alone against three") if alone else N_("two against two")
    return (DifferenceToHalf(item, "5.2", below="5.3", even="5.4"),)


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for, alone or with a partner: 3.1 to 3.23."""
    seat = view.asked.seat
    alone, pair = ({seat}, {seat, one_of(view, seat)})
    if word == bargain.HOLD:  # what is then played for is still open
        for party in (pair, alone):
            yield Prospect(played_for(view, sides(SEATS, party), seat))
    elif word == SOLO or any(word == away for _, away in view.heard("laid away")):  # 3.22
        yield Prospect(played_for(view, sides(SEATS, alone), seat))
    elif word == VENTI or word in COURTS:
        yield Prospect(played_for(view, sides(SEATS, pair), seat))
    elif word == QUINDICI:  # 3.14
        twenty = next(one for one, said in view.heard("bid") if said == VENTI)
        yield Prospect(played_for(view, sides(SEATS, {twenty, seat}), twenty))
    else:
        yield from bargain.prospects(view, word)


def party_known(view: View) -> frozenset[int] | None:
    """The soloist, or the twenty and his partner, as all know them: 3.14, 3.21, 3.23."""
    said: Mapping[str, int] = {word: seat for seat, word in view.heard("bid")}
    if SOLO in said:
        return frozenset({said[SOLO]})
    if QUINDICI in said:
        return frozenset({said[VENTI], said[QUINDICI]})
    for caller, card in view.heard("call"):
        return party_known_to_all(view.events, SEATS, Called(caller, card))
    return None


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side: 3.14, 3.21, 3.23."""
    for caller, card in view.heard("call"):
        if any(card == away for _, away in view.heard("laid away")):
            return on_own_side(view, frozenset({caller}))
        return on_own_side(view, party_of_called(view, caller, card))
    return on_own_side(view, party_known(view))


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick of its party, as far as all know it: 4.9, 4.11."""
    return open_to_all(view, sides_as_known(SEATS, party_known(view)), frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Calatafimi, four players"),
    seats=SEATS,
    dealt=PACKETS * bargain.PACKET,
    talon=TALON,
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=(VENTI, QUINDICI, SOLO),
    prospects=prospects,
    costless={
        **bargain.COSTLESS,
        PASSO: bid_prices.passing("3.1"),
        ZERO: bid_prices.passing("3.9"),
    },
    about=N_("Bargaining, then one alone, or a strong hand and the partner whom it finds."),
    options=OPTIONS,
    card_names=card_names,  # 1.10
    glossary=GLOSSARY,
    friends=friends,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=terms,
)
