"""A small game for three that is in order, and the same game with one fault planted."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from contract.heard import each_alone
from matto.blocks.play import play_tricks
from matto.engine.cards import KINGS
from matto.engine.errors import Refusal
from matto.engine.events import INTO_HAND, OUT_OF_HAND, SAY, Result
from matto.engine.game import ChoiceSet, Dealing, Game, TrickRules, Vocabulary
from matto.engine.outcome import gather
from matto.engine.scoring import Row, from_each
from matto.engine.table import Asides, Script, Table
from matto.engine.words import text
from matto.games.sicily import FUGGITIVO, SICILIAN
from matto.research.testing.position import Expected, everybody

HAND, TALON, SEATS = 20, 3, 3
TRICKS = TrickRules(
    follow="1.1", trump="1.1", fool=FUGGITIVO, fool_clause="1.1", fool_leads="1.1", turn="1.1"
)
PHRASES = ("good", "bad")
BOAST, SILENCE = "boast", "silence"
ASKED = (
    ChoiceSet("discard", SICILIAN.codes, TALON),
    ChoiceSet("announce", (BOAST, SILENCE), SEATS),
    ChoiceSet(SAY, PHRASES, 0),
)
CLAUSES = frozenset({"toy 1.1", "toy 1.2"})
WHOLE_VALUE = 146

_CALLS = itertools.count()


@dataclass(frozen=True)
class Rules:
    """The parts of the game in which a fault can be planted."""

    laid_away_seen_by: Callable[[Table, int], int | None] = lambda _t, seat: seat
    asked_to_boast: Callable[[Table, int], bool] = lambda _t, _seat: True
    boast_clause: Callable[[Table, int], str] = lambda _t, _seat: "1.2"
    boasts: Callable[[Table, int], tuple[str, ...]] = lambda _t, _seat: (BOAST, SILENCE)
    asides: Callable[[Table, int], tuple[str, ...]] = lambda _t, _seat: PHRASES
    refusal: Callable[[Table, int, str], Refusal] = lambda _t, _seat, word: Refusal(
        "toy 1.2", text("{word} is nothing to say.", word=word)
    )
    taken_moves: int = INTO_HAND
    keeps_laid_away: bool = True
    left: Callable[[int], int] = lambda cards: cards
    points_too_many: int = 0
    paid: Callable[[int], tuple[int, ...]] = lambda winner: from_each(winner, 1, SEATS)
    row_clause: str = "toy 1.1"
    remarks: Callable[[], str] = lambda: "fatto"


class ToyTalk(Asides):
    """What may be said aside in the game."""

    def __init__(self, table: Table, rules: Rules) -> None:
        super().__init__(table)
        self.rules = rules

    def __call__(self, seat: int) -> tuple[str, ...]:
        return self.rules.asides(self.table, seat)

    def refuse(self, seat: int, phrase: str) -> Refusal:
        return Refusal("toy 1.1", text("{phrase} may not be said.", phrase=phrase))


def script_of(rules: Rules) -> Callable[[Table], Script[Result]]:
    """Deal, the dealer takes up and lays away, all may boast, and the cards are played."""

    def script(t: Table) -> Script[Result]:
        t.deal_packet(HAND)
        t.asides = ToyTalk(t, rules)
        t.add(t.dealer, t.setup.deal.talon)
        t.tell("takes", t.dealer, *t.setup.deal.talon, to=t.dealer, moves=rules.taken_moves)
        yield from lay_away(t, rules)
        t.tell("says", t.dealer, rules.remarks())
        for seat in t.all_from(t.after(t.dealer)):
            if rules.asked_to_boast(t, seat):
                yield from boast(t, seat, rules)
        winner = yield from play_tricks(t, TRICKS, t.after(t.dealer))
        piles = gather(t.tricks, t.laid_away, range(SEATS))
        points = [sum(map(t.pack.value_of.__getitem__, pile)) for pile in piles]
        points[winner] += rules.points_too_many
        return t.finish([Row("last trick", rules.row_clause, rules.paid(winner))], points)

    return script


def lay_away(t: Table, rules: Rules) -> Script[None]:
    """The dealer lays away, one card at a time."""
    seat = t.dealer
    for cards in range(TALON, 0, -1):
        hand = t.hand(seat)
        card = yield from t.ask(
            seat,
            "discard",
            hand,
            "1.2",
            explain=lambda word: rules.refusal(t, seat, word),
            secret=True,
            left=rules.left(cards),
        )
        t.remove(seat, [card])
        if rules.keeps_laid_away:
            t.laid_away[seat].append(card)
        seen_by = rules.laid_away_seen_by(t, seat)
        t.tell("laid away", seat, card, to=seen_by, moves=OUT_OF_HAND)


def boast(t: Table, seat: int, rules: Rules) -> Script[None]:
    """A seat boasts or is silent."""
    yield from t.ask(
        seat,
        "announce",
        rules.boasts(t, seat),
        rules.boast_clause(t, seat),
        explain=lambda word: rules.refusal(t, seat, word),
    )


def toy(**planted: object) -> Game:
    """The game, with faults planted in some of its parts."""
    rules = replace(Rules(), **planted)  # type: ignore[arg-type]
    return Game(
        id="toy",
        name="Toy",
        seats=SEATS,
        pack=lambda _options: SICILIAN,
        dealing=lambda _options: Dealing((HAND,) * SEATS, TALON),
        script=script_of(rules),
        questions=lambda _options: ASKED,
        stakes=lambda _options: [from_each(0, 1, SEATS)],
        about="A game to try the checks on.",
        vocabulary=Vocabulary(
            glossary=dict.fromkeys((BOAST, SILENCE, *PHRASES, "fatto"), "a word")
        ),
    )


TOY = Expected(
    totals=lambda _run: frozenset({WHOLE_VALUE}),
    one_of_each=each_alone,
    shows={"play": everybody},
)


def next_seat_has_a_king(t: Table, seat: int) -> bool:
    """A thing that a seat must not know."""
    return bool(KINGS & set(t.hand(t.after(seat))))


def own_king(t: Table, seat: int) -> bool:
    """A thing that the others must not know."""
    return bool(KINGS & set(t.hand(seat)))


LEAKS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    # channel: (what the check must say, the fault planted)
    "event": (
        "event: ",
        {"laid_away_seen_by": lambda t, seat: None},
    ),
    "choices": (
        "choices: ",
        {
            "boasts": lambda t, seat: (
                (BOAST, SILENCE) if next_seat_has_a_king(t, seat) else (SILENCE,)
            )
        },
    ),
    "waiting, kind and seat": ("waiting: ", {"asked_to_boast": own_king}),
    "waiting, clause": (
        "waiting: ",
        {"boast_clause": lambda t, seat: "1.1" if own_king(t, seat) else "1.2"},
    ),
    "asides": (
        "asides: ",
        {"asides": lambda t, seat: PHRASES[: 1 + next_seat_has_a_king(t, seat)]},
    ),
    "refusal": (
        "refusal: ",
        {
            "refusal": lambda t, seat, word: Refusal(
                "toy 1.2",
                text("{word}: {holder}", word=word, holder=str(t.holder(word)))
                if word in t.pack.cards
                else text("no"),
            )
        },
    ),
}


def count_calls() -> str:
    """Something that is different every time, as a clock would be."""
    return f"fatto {next(_CALLS)}"
