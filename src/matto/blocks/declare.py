"""Declarations: cards shown or told of, for payment, for precedence or to help a partner.

What can be declared is data (`Declaration`); when a seat is asked is the game's affair, who
calls `declare_one` until it gives None. The question is put to every seat whether or not it
has anything to declare, and every card of a choice is asked for even if there is no choice:
otherwise the asking itself would tell what a hand holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property

from matto.blocks.auction import SILENCE
from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.game import ChoiceSet
from matto.engine.outcome import Outcome
from matto.engine.scoring import ALWAYS, PayRule, RowLabel
from matto.engine.table import Script, Table
from matto.engine.words import N_, Text, text

DECLARE, SHOW = "declare", "show"
NO_MORE = "no_more"
"""The answer of a seat with nothing to declare, or nothing more."""
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
        """Return whether the declarer picks the cards to show, even if there is no choice."""
        return not (self.unseen or self.exactly or self.count == len(self.some_of))

    @property
    def name(self) -> str:
        """The word without what follows a colon: declarations of one name are equal."""
        return self.word.partition(":")[0]

    def fits(self, held: frozenset[str]) -> bool:
        """Return whether cards held prove it."""
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
    """Return the sentence of each word: that of its family, its beginning."""
    return {
        word: sentence
        for word in words
        for family, sentence in sentences.items()
        if word.startswith(family)
    }


@dataclass(frozen=True)
class Declaring:
    """The declarations, the word that ends them, and the clauses of the refusals.

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
        """Return the declarations still open to a seat with some cards and words."""
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
        """Return the questions: what is declared, asked so often, and what is shown.

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
        """Return the most that one seat can say: of each kind the dearest word."""
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
    """Return what a hand lacks, or has too much, for a declaration."""
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


TELL = "declare"


@dataclass(frozen=True)
class Message:
    """Which cards may be told of, how many at once, and the clauses that say so.

    Of the cards of `few` nobody tells more than `most_few` in a whole deal. A card told in an
    earlier message may be told `again`, but none twice in one.
    """

    cards: frozenset[str]
    most: int
    few: frozenset[str]
    most_few: int
    clause: str
    cards_clause: str
    true_clause: str
    few_clause: str
    again: bool = False

    def question(self, pack: Pack, times: int) -> ChoiceSet:
        """All that can be told, in so many messages at the most."""
        return ChoiceSet(TELL, (*pack.sort(self.cards), SILENCE), self.most * times)


def cards_told(table: Table, seat: int) -> tuple[str, ...]:
    """The cards that a seat has told of in this deal."""
    return tuple(
        event.what[0]
        for event in table.events
        if event.kind == TELL and event.seat == seat and event.what[0] != SILENCE
    )


def tell_of_cards(table: Table, seat: int, message: Message) -> Script[bool]:
    """A seat names cards it holds, one by one, until it keeps silent; tells if it named any."""
    earlier = cards_told(table, seat)

    def gone() -> frozenset[str]:
        told = cards_told(table, seat)
        return frozenset(told[len(earlier) :] if message.again else told)

    def refuse(word: str) -> Refusal:
        clause, sentence = _why_not_told(table, seat, message, word, gone())
        return Refusal(table.clause(clause), sentence)

    for number in range(message.most):
        few_told = message.few.intersection(cards_told(table, seat))
        free = message.cards - gone()
        if len(few_told) == message.most_few:
            free -= message.few - few_told
        options = (*(card for card in table.hand(seat) if card in free), SILENCE)
        word = yield from table.ask(seat, TELL, options, message.clause, explain=refuse)
        if word == SILENCE:
            return number > 0
    return True


def _why_not_told(
    table: Table, seat: int, message: Message, word: str, gone: frozenset[str]
) -> tuple[str, Text]:
    """Say why a card may not be told of, and by which clause."""
    if word not in table.pack.cards:
        return message.clause, text("Name a card that you hold, or say {word}.", word=SILENCE)
    if word not in message.cards:
        return message.cards_clause, text("{card} is not an important card.", card=word)
    if not table.holds(seat, word):
        return message.true_clause, text("{card} is not in your hand.", card=word)
    if word in gone:
        return message.true_clause, text("You have told of {card} already.", card=word)
    return message.few_clause, text(
        "You have told of {most} such cards: of more nobody may tell.", most=message.most_few
    )


EVERYBODY, OWN, OTHERS = "anybody", "own", "others"


@dataclass(frozen=True)
class Bar:
    """Words that do not stand beside those of `by`, said by anybody, oneself, or others."""

    words: frozenset[str]
    by: frozenset[str]
    whose: str
    clause: str

    def bars(self, seat: int, said: Mapping[str, Sequence[int]]) -> bool:
        """Return whether what has been said bars the words to a seat."""
        of = {one for word in self.by for one in said.get(word, ())}
        if self.whose == OWN:
            return seat in of
        return bool(of - {seat} if self.whose == OTHERS else of)


def by_name(one: Declaration) -> str:
    """Equal are declarations of one name, whatever they are worth."""
    return one.name


def by_kind_and_amount(one: Declaration) -> str:
    """Equal are declarations of one kind, in whichever suit, that are worth as much."""
    return f"{one.kind.partition('_')[0]} {one.amount}"


@dataclass(frozen=True)
class Cancelling:
    """The payments for declarations by each other player, where equal ones cancel.

    Those are equal of which `equal` gives the same. If two players have made equal ones neither
    pays the other for as many as both have; any third pays. With `void` he does not pay either:
    as many of a player's are void as that other has made who has made most. A seat with the
    fault `forfeited_by` has declared nothing. What a `bar` bars earns nothing, though it was
    said first.
    """

    declarations: tuple[Declaration, ...]
    void: bool = False
    forfeited_by: str = ""
    equal: Callable[[Declaration], str] = by_name
    bar: Bar | None = None

    @cached_property
    def _of_word(self) -> dict[str, Declaration]:
        return {one.word: one for one in self.declarations}

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Return what equal declarations earn, and nothing for those that are barred."""
        for made in self._made(outcome):
            times = [len(own) for own in made]
            for seat, own in enumerate(made):
                if own:
                    amounts = self._amounts(own[0].amount, seat, times)
                    equal = sum(times) > len(own)
                    note = N_("an equal announcement cancels") if equal else ""
                    line = RowLabel(own[0].name, own[0].clause, note)
                    yield PayRule(ALWAYS, earned=amounts, line=line)
        for word in sorted(self.bar.words) if self.bar else ():
            for seat in outcome.said.get(word, ()):
                if self.bar and self.bar.bars(seat, outcome.said):
                    note = N_("it does not stand beside what else was announced")
                    line = RowLabel(word, self.bar.clause, note)
                    yield PayRule(ALWAYS, earned=(0,) * outcome.seats, line=line)

    def _is_barred(self, seat: int, one: Declaration, outcome: Outcome) -> bool:
        return (
            self.bar is not None
            and one.word in self.bar.words
            and self.bar.bars(seat, outcome.said)
        )

    def _made(self, outcome: Outcome) -> list[list[list[Declaration]]]:
        """For each group of equal declarations those of each seat that count."""
        forfeited = outcome.faults.get(self.forfeited_by, ())
        found: dict[str, list[list[Declaration]]] = {}
        for word, seats in outcome.said.items():
            one = self._of_word.get(word)
            if one is None:
                continue
            made = found.setdefault(self.equal(one), [[] for _ in range(outcome.seats)])
            for seat in seats:
                if not ((forfeited and forfeited[seat]) or self._is_barred(seat, one, outcome)):
                    made[seat].append(one)
        return list(found.values())

    def _amounts(self, amount: int, winner: int, made: Sequence[int]) -> tuple[int, ...]:
        others = [times for seat, times in enumerate(made) if seat != winner]
        owed = [
            amount * max(0, made[winner] - (max(others) if self.void else times))
            for times in made
        ]
        owed[winner] = 0
        return tuple(sum(owed) if seat == winner else -owes for seat, owes in enumerate(owed))
