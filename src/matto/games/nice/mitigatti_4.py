"""Mitigatti of Nice, for four. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from matto.blocks import bid_prices
from matto.blocks.auction import bidding, first_bid
from matto.blocks.bid_prices import declaring, one_of, played_for
from matto.blocks.call import call_one_of, calling, on_own_side, party_of_called, sides
from matto.blocks.payments import Penalty
from matto.blocks.talon import DEMAND, LAID_AWAY, Demanding, demand_a_card
from matto.blocks.terms import by_points
from matto.engine.cards import KINGS, NUMBER, THE_FOOL
from matto.engine.events import Contract, Result
from matto.engine.game import Always, ChoiceSet, Dealing, Game, Prospect, Stake, Vocabulary
from matto.engine.options import Options, choice
from matto.engine.outcome import Outcome, Term, card_points, stake
from matto.engine.scoring import POINTS, PayRule, RowLabel, between, from_each
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_, Text, text
from matto.games import nice as nizza

ID = "mitigatti-4"
SEATS = 4
PACKETS, SPARE = (9, 10), 2  # 2.2
VA_SOLETE, PASS, SANS_PRENDRE = "va_solete", "pass", "sans_prendre"  # 3.6, 3.7
GAVE_UP = "gave_up"  # 8.2

DECLARERS = 0  # the side of the dealer or of who goes alone
HALF = 36  # 6.10
A_QUARTER = 18  # 6.11
SANS_PRENDRE_TIMES = 2  # 6.15

GIVEN_UP = Penalty(N_("given up"), "8.2", fault=GAVE_UP, costs=1, once=True)


@dataclass(frozen=True)
class PartidaOfPairs:
    """The party with fewer card points pays, between pairs (6.10 to 6.15)."""

    draw: bool

    def clause(self, points: int) -> str:
        """Return the clause that pays for so many card points of the declarers."""
        if points == HALF:
            return "6.12"
        return "6.11" if min(points, 2 * HALF - points) < A_QUARTER else "6.10"

    def pays(self, clause: str, points: int) -> int:
        """Return how many chips the declarers win by a clause, negative if they lose."""
        if self.clause(points) != clause or (points == HALF and self.draw):
            return 0
        return (2 if clause == "6.11" else 1) * (1 if points > HALF else -1)

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Return what the declarers win by their points, alone or between each pair."""
        clauses = ("6.10", "6.11") if self.draw else ("6.10", "6.11", "6.12")
        for clause in clauses:
            table = by_points(outcome, partial(self.pays, clause))
            line = LaPartida(clause)
            for amounts in settled(outcome, outcome.times):
                yield PayRule(POINTS, DECLARERS, earned=amounts, table=table, line=line)


@dataclass(frozen=True)
class LaPartida:
    """Return its name with the points of the two parties."""

    clause: str

    def __call__(self, outcome: Outcome) -> RowLabel:
        """The label of a finished deal."""
        points, others = (card_points(outcome, side) for side in outcome.sides)
        note = text("{points} to {others} card points", points=points, others=others)
        return RowLabel(nizza.LA_PARTIDA, self.clause, note)


def settled(outcome: Outcome, amount: int) -> Iterable[tuple[int, ...]]:
    """Return what declarers receive, from all three (6.13) or one opponent each (6.14)."""
    caller = outcome.declarer or 0
    if outcome.members(DECLARERS) == (caller,):
        yield from_each(caller, amount, SEATS)
        return
    around = [(caller + step) % SEATS for step in range(SEATS)]
    own, theirs = ([s for s in around if outcome.side[s] == side] for side in outcome.sides)
    for one, other in zip(own, theirs, strict=True):
        yield between(one, other, amount, SEATS)


def terms(outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """All that is paid: 6.2 to 6.15; less if one gives up by 8.1 and 8.2, a fault `gave_up`."""
    if any(outcome.faults.get(GAVE_UP, ())):
        return (*nizza.declarations_paid(1), GIVEN_UP)
    return (
        *nizza.declarations_paid(1),
        nizza.pagat_ultimo(options, 1),
        PartidaOfPairs(draw=options["at_36"] == "draw"),
    )


def script(t: Table) -> Script[Result]:
    """Tell a deal from the first packet to la partida."""
    if not (yield from nizza.deal_or_throw_in(t, PACKETS)):  # 2.2 to 2.7
        return t.throw_in(next_dealer=t.dealer)  # 2.6, 7.1
    yield from nizza.take_and_lay_away(t)  # 3.1 to 3.4
    order = t.all_from(t.after(t.dealer))
    bid = yield from first_bid(t, order, [VA_SOLETE], PASS, clause="3.6")
    if bid is None:
        called = yield from call(t)
        holder = t.holder(called)
        party = {t.dealer} if holder is None else {t.dealer, holder}  # 3.13, 3.15
        t.contract = Contract(
            sides(SEATS, party), order[0], t.dealer, called=called, word="call"
        )
    else:
        alone, _ = bid
        demanded = yield from demand_a_card(t, alone, demanding(t.options))
        times = SANS_PRENDRE_TIMES if demanded == SANS_PRENDRE else 1
        word = SANS_PRENDRE if demanded == SANS_PRENDRE else VA_SOLETE
        t.contract = Contract(sides(SEATS, {alone}), order[0], alone, times, word=word)
    yield from nizza.play(t)  # 4.1 to 5.11
    return GAME.settle(t)  # 6.9, 7.1


def questions(options: Options) -> Iterator[ChoiceSet]:
    """All that is asked, in the order of the script."""
    yield from nizza.questions(PACKETS, SEATS, SPARE)
    yield bidding([VA_SOLETE], PASS, SEATS)
    yield from demanding(options).questions(nizza.PACK, SPARE)
    yield calling(nizza.PACK, KINGS | ever_called(options))


def stakes(_options: Options) -> Iterator[Stake]:
    """All that may be paid: by parties, and by what is declared."""
    said = nizza.EVERY_DECLARATION.dearest()
    yield stake(nizza.PACK, sides(SEATS, {0}), 0, said=said, times=SANS_PRENDRE_TIMES)
    for partner in range(1, SEATS):
        yield stake(nizza.PACK, sides(SEATS, {0, partner}), 0, said=said)


def demanding(options: Options) -> Demanding:
    """Return what the lone player may demand, and what he gives back: 3.7 to 3.11."""
    return Demanding(
        clause="3.8",
        back_clause="3.10",
        never=THE_FOOL,
        never_clause="3.8",
        instead=(SANS_PRENDRE,),
        away_clause="3.11",
        again=options["demand_laid_away"] == "again",
    )


def prospects(view: View, word: str) -> Iterator[Prospect]:
    """Yield what a word is played for: 3.6 to 3.16, 6.2."""
    seat, dealer = view.asked.seat, view.dealer
    alone = played_for(view, sides(SEATS, {seat}), seat)
    pair = played_for(view, sides(SEATS, {dealer, one_of(view, dealer, seat)}), dealer)
    if word == nizza.TENIR:  # 2.7: who plays with whom is still open
        yield Prospect(pair)
        yield Prospect(alone)
    elif word == VA_SOLETE:  # 6.13
        yield Prospect(alone, pair)
    elif word == SANS_PRENDRE:  # 6.15
        yield Prospect(replace(alone, times=SANS_PRENDRE_TIMES), alone)
    elif view.asked.kind == "call":  # 3.13, 3.15
        away = any(word == card for _, card in view.heard("laid away"))
        yield Prospect(*((alone, pair) if away else (pair, alone)))
    else:
        yield from declaring(view, word, nizza.EVERY_DECLARATION, pair)


def call(t: Table) -> Script[str]:
    """The dealer calls a King, or with all four the highest trump: 3.12 to 3.16."""
    kings = KINGS.difference(t.hand(t.dealer))
    clause = "3.12" if kings else "3.15"

    def why(word: str) -> tuple[str, Text]:
        if word in t.hand(t.dealer):
            return "3.16", text("You hold {card} yourself.", card=word)
        if word in t.laid_away[t.dealer] and t.options["call_laid_away"] == "passed_over":
            return clause, text("You have laid {card} away: nobody holds it.", card=word)
        if clause == "3.15":
            return clause, text("You hold all four Kings: call the highest trump you lack.")
        return clause, text("Call a King that you do not hold.")

    return (
        yield from call_one_of(
            t, t.dealer, kings or highest_trumps_abroad(t), clause="3.12", why=why
        )
    )


def highest_trumps_abroad(t: Table) -> frozenset[str]:
    """The highest trump, or equal trumps, that the dealer neither holds nor has laid away."""
    barred = {*t.hand(t.dealer)}
    if t.options["call_laid_away"] == "passed_over":  # 3.15
        barred.update(t.laid_away[t.dealer])
    return highest_of(nizza.TAROCCHE - barred)


def highest_of(trumps: frozenset[str]) -> frozenset[str]:
    """The highest of some trumps, or the highest equals."""
    strength = nizza.PACK.strength
    highest = max(strength[NUMBER[card]] for card in trumps)
    return frozenset(card for card in trumps if strength[NUMBER[card]] == highest)


def ever_called(options: Options) -> frozenset[str]:
    """The trumps that may be called: all above them are the dealer's, with four Kings: 3.15."""
    left = sum(PACKETS) - len(KINGS)
    left += SPARE if options["call_laid_away"] == "passed_over" else 0
    found, rest = frozenset[str](), nizza.TAROCCHE
    while len(found) <= left:
        found |= highest_of(rest)
        rest -= found
    return found


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side for la partida: 3.6, 3.14."""
    alone = {seat for seat, word in view.heard("bid") if word == VA_SOLETE}
    if alone:
        return on_own_side(view, frozenset(alone))
    for caller, card in view.heard("call"):
        return on_own_side(view, party_of_called(view, caller, card))
    return frozenset()


GLOSSARY: Mapping[str, str] = {
    **nizza.GLOSSARY,
    VA_SOLETE: N_("I go alone, against the three others."),
    PASS: N_("I do not go alone."),
    SANS_PRENDRE: N_("I demand no card: card points and Pagat count double."),
    LAID_AWAY: N_("The demanded card lies among those that I have laid away."),
}
GAME = Game(
    id=ID,
    name=N_("Mitigatti of Nice, four players"),
    seats=SEATS,
    pack=Always(nizza.PACK),
    dealing=Always(Dealing(hands=(sum(PACKETS),) * SEATS, talon=SPARE)),
    script=script,
    questions=questions,
    stakes=stakes,
    contracts=("call", VA_SOLETE, SANS_PRENDRE),
    prospects=prospects,
    costless={
        **nizza.COSTLESS,
        PASS: bid_prices.passing("3.6"),
        DEMAND: bid_prices.demanding("3.8"),
    },
    about=N_(
        "One goes alone, or the dealer calls a King; combinations and Pagat are one's own."
    ),
    options=(
        *nizza.OPTIONS[:2],
        choice(
            "demand_laid_away",
            "3.11",
            N_("What follows when the demanded card lies among those laid away."),
            no_exchange=N_("it is played without an exchange"),
            again=N_("another card is demanded"),
        ),
        choice(
            "call_laid_away",
            "3.15",
            N_("Which trump is called when the highest one not held has been laid away."),
            before="passed_over",
            passed_over=N_("the next one below it"),
            called=N_("that one: the dealer plays alone"),
        ),
        *nizza.OPTIONS[2:],
        choice(
            "at_36",
            "6.12",
            N_("What 36 to 36 card points mean."),
            draw=N_("nobody pays"),
            declarer_loses=N_("the lone player loses"),
        ),
    ),
    unit_name=N_("chips"),
    single_unit=N_("chip"),
    vocabulary=Vocabulary(
        card_names=nizza.CARD_NAMES,
        glossary=GLOSSARY,
        spoken={**nizza.SPOKEN, PASS: N_("pass")},
        language=nizza.LANGUAGE,
        languages={SANS_PRENDRE: "fr", nizza.LA_PARTIDA: nizza.LANGUAGE},
    ),
    friends=friends,
    start=lambda _options: nizza.START,  # 7.2
    trick_rules=nizza.trick_rules,
    terms=terms,
    counting=nizza.counting,
)
