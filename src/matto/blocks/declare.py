"""Declarations: cards shown for payment or for precedence, one word and one card at a time.

What can be declared is data (`Declaration`); when a seat is asked is the game's affair, who
calls `declare_one` until it gives None. The question is put to every seat whether or not it
has anything to declare, and every card of a choice is asked for even if there is no choice:
otherwise the asking itself would tell what a hand holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property

from matto.blocks.announce import SILENCE
from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import Script, Table
from matto.engine.words import Text, text

__all__ = [
    "DECLARE",
    "NO_MORE",
    "QUIET",
    "SHOW",
    "Declaration",
    "Declaring",
    "all_of",
    "declare_one",
    "explained",
    "runs_of",
    "sizes_of",
]

DECLARE, SHOW = "declare", "show"
NO_MORE = "no_more"
"""What one answers who has nothing to declare, or no more."""
FEW_CARDS = 8
"""So many cards are named where some of them are missing."""
QUIET = frozenset({SILENCE, NO_MORE})
"""Words by which nothing is said."""


@dataclass(frozen=True)
class Declaration:
    """One thing that can be declared, and the cards that prove it.

    Shown are all cards of `all_of` and `count` of those in `some_of`, which the declarer picks;
    `exactly` bars one who holds more of them, `none_of` one who holds any of these. Nothing
    is shown of one that is `unseen`. Of one `kind` only one word is declared. `amount` is what
    it is worth, in the game's own measure, `paid_by` the answer of those who pay it where that
    is not everybody.
    """

    word: str
    kind: str
    clause: str
    amount: int
    all_of: frozenset[str] = frozenset()
    some_of: frozenset[str] = frozenset()
    count: int = 0
    exactly: bool = False
    paid_by: str = ""
    none_of: frozenset[str] = frozenset()
    unseen: bool = False

    @property
    def picks(self) -> bool:
        """Whether the declarer picks cards that he shows, though there may be no choice."""
        return not (self.unseen or self.exactly or self.count == len(self.some_of))

    @property
    def name(self) -> str:
        """The word without what follows a colon: declarations of one name are equal."""
        return self.word.partition(":")[0]

    def fits(self, held: frozenset[str]) -> bool:
        """Tell whether cards held prove it."""
        if not (self.all_of <= held and self.none_of.isdisjoint(held)):
            return False
        found = len(self.some_of & held)
        return found == self.count if self.exactly else found >= self.count


def sizes_of(
    kind: str, clause: str, cards: frozenset[str], amounts: Mapping[int, int]
) -> tuple[Declaration, ...]:
    """So many cards of a set, picked by the declarer: `tarots_4`, `tarots_5` … by size."""
    return tuple(
        Declaration(f"{kind}_{size}", kind, clause, amount=amount, some_of=cards, count=size)
        for size, amount in amounts.items()
    )


def runs_of(
    kind: str, clause: str, cards: Sequence[str], amounts: Mapping[int, int]
) -> tuple[Declaration, ...]:
    """The first so many cards of a sequence, without a gap: `kind_4`, `kind_5` … by size."""
    return tuple(
        Declaration(
            f"{kind}_{size}", kind, clause, amount=amount, all_of=frozenset(cards[:size])
        )
        for size, amount in amounts.items()
    )


def all_of(word: str, clause: str, cards: frozenset[str], amount: int) -> Declaration:
    """All cards of a set; a kind of its own."""
    return Declaration(word, word, clause, amount=amount, all_of=cards)


def explained(words: Iterable[str], sentences: Mapping[str, str]) -> dict[str, str]:
    """Give each word the sentence of its family, that is of the beginning of the word."""
    return {
        word: sentence
        for word in words
        for family, sentence in sentences.items()
        if word.startswith(family)
    }


@dataclass(frozen=True)
class Declaring:
    """What may be declared, the word that ends it, and the clauses of the refusals.

    `largest` names the kinds of which only the word with the highest amount may be declared.
    `barred` gives the clauses of words that may not be declared after what others have said.
    """

    declarations: tuple[Declaration, ...]
    _: KW_ONLY
    clause: str
    once_clause: str
    in_hand_clause: str
    largest: frozenset[str] = frozenset()
    largest_clause: str = ""
    done: str = NO_MORE
    barred: Mapping[str, str] = field(default_factory=dict)

    def open_to(self, held: frozenset[str], made: Iterable[str]) -> tuple[Declaration, ...]:
        """What a seat may still declare that holds some cards and has declared some words."""
        told = self.kinds_of(made)
        able = [
            one
            for one in self.declarations
            if one.kind not in told and one.word not in self.barred and one.fits(held)
        ]
        best = {one.kind: max(b.amount for b in able if b.kind == one.kind) for one in able}
        return tuple(
            one for one in able if one.kind not in self.largest or one.amount == best[one.kind]
        )

    def kinds_of(self, words: Iterable[str]) -> frozenset[str]:
        """The kinds that some words belong to."""
        return frozenset(self._by_word[word].kind for word in words if word in self._by_word)

    def find(self, word: str) -> Declaration | None:
        """The declaration of a word, if there is one."""
        return self._by_word.get(word)

    @property
    def words(self) -> frozenset[str]:
        """All that may be said, besides that one has no more."""
        return frozenset(self._by_word)

    def questions(self, pack: Pack, times: int) -> tuple[ChoiceSet, ChoiceSet]:
        """What can be declared, asked so often at the most, and which cards can be shown.

        A card is shown once for each kind, as it lies in one hand.
        """
        words = (*(one.word for one in self.declarations), self.done)
        picked = [one for one in self.declarations if one.picks]
        shown = {(one.kind, card) for one in picked for card in one.some_of}
        cards = pack.sort({card for _, card in shown})
        return ChoiceSet(DECLARE, words, times), ChoiceSet(SHOW, cards, len(shown))

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of which each seat declares one word at the most."""
        return self.kinds_of(self._by_word)

    def dearest(self, seat: int = 0) -> dict[str, tuple[int, ...]]:
        """What one seat has said at the most: of each kind the word of the highest amount."""
        rising = sorted(self.declarations, key=lambda one: one.amount)
        return {word: (seat,) for word in {one.kind: one.word for one in rising}.values()}

    @cached_property
    def _by_word(self) -> Mapping[str, Declaration]:
        return {one.word: one for one in self.declarations}


def declare_one(
    table: Table, seat: int, rules: Declaring, held: frozenset[str] | None = None
) -> Script[Declaration | None]:
    """Ask a seat for one declaration and the cards that prove it; None when it has no more.

    `held` are the cards that may prove it, the hand unless the game says otherwise (as where
    the last card of a combination has just been played). What is declared is noted under its
    word (`Table.said`), and all see the cards (event `shown`).
    """
    own = frozenset(table.hand(seat)) if held is None else held
    made = [word for word, seats in table.said.items() if seat in seats]

    def refuse(word: str) -> Refusal:
        clause, sentence = _why_not(table, seat, rules, word, own, made)
        return Refusal(table.clause(clause), sentence)

    words = tuple(one.word for one in rules.open_to(own, made))
    answer = yield from table.ask(
        seat, DECLARE, (*words, rules.done), rules.clause, explain=refuse
    )
    declaration = rules.find(answer)
    if declaration is not None:
        table.note(answer, seat)
        if declaration.unseen:
            return declaration
        picked = yield from _pick(table, seat, rules, declaration, own)
        table.tell("shown", seat, *table.pack.sort(declaration.all_of | picked))
    return declaration


def _pick(
    table: Table, seat: int, rules: Declaring, declaration: Declaration, own: frozenset[str]
) -> Script[frozenset[str]]:
    """A seat picks the cards it shows, unless all know that there is nothing to pick from."""
    if not declaration.picks:
        return declaration.some_of & own
    picked: set[str] = set()

    def refuse(card: str) -> Refusal:
        if card not in own:
            return Refusal(
                table.clause(rules.in_hand_clause),
                text("{card} is not among your cards.", card=card),
            )
        return Refusal(
            table.clause(declaration.clause),
            text(
                "{card} proves nothing here, or is shown already: show a card for {word}.",
                card=card,
                word=declaration.word,
            ),
        )

    for left in range(declaration.count, 0, -1):
        options = table.pack.sort(declaration.some_of & own - picked)
        card = yield from table.ask(
            seat, SHOW, options, declaration.clause, explain=refuse, left=left
        )
        picked.add(card)
    return frozenset(picked)


def _why_not(
    table: Table, seat: int, rules: Declaring, word: str, own: frozenset[str], made: list[str]
) -> tuple[str, Text]:
    """Say why a word may not be declared now, and by which clause."""
    one = rules.find(word)
    if one is None:
        return rules.clause, text("“{word}” is nothing that can be declared here.", word=word)
    if one.kind in rules.kinds_of(made):
        return rules.once_clause, text(
            "You have declared this kind already; it is declared once."
        )
    if word in rules.barred:
        return rules.barred[word], text(
            "After what has been declared in this deal {word} may not be.", word=word
        )
    if one.fits(own):
        return rules.largest_clause, text(
            "Your hand allows a higher declaration of this kind: name that or none."
        )
    if one.fits(own | frozenset(table.laid_away[seat])):
        return rules.in_hand_clause, text(
            "A card for {word} lies among those you have laid away.", word=word
        )
    return one.clause, _missing(table.pack, one, own)


def _missing(pack: Pack, one: Declaration, own: frozenset[str]) -> Text:
    """What a hand lacks, or has too much, for a declaration."""
    if not one.all_of <= own:
        lacking = _listed(pack, one.all_of - own)
        if one.all_of.isdisjoint(own):
            return text("For {word} you lack {lacking}.", word=one.word, lacking=lacking)
        cards = _listed(pack, one.all_of)
        return text(
            "{word} needs {cards}; you lack {lacking}.",
            word=one.word,
            cards=cards,
            lacking=lacking,
        )
    if not one.none_of.isdisjoint(own):
        held = _listed(pack, one.none_of & own)
        return text("{word} is not said by one who holds {held}.", word=one.word, held=held)
    found = len(one.some_of & own)
    fill = {"word": one.word, "count": one.count, "found": found}
    if len(one.some_of) > FEW_CARDS:
        return text("{word} needs {count} such cards; you hold {found}.", **fill)
    cards = _listed(pack, one.some_of)
    if one.exactly:
        return text(
            "{word} needs {count} of {cards}, neither more nor fewer; you hold {found}.",
            cards=cards,
            **fill,
        )
    return text("{word} needs {count} of {cards}; you hold {found}.", cards=cards, **fill)


def _listed(pack: Pack, cards: Iterable[str]) -> str:
    return ", ".join(pack.sort(cards))
