"""The parts of a game: nouns, options, words, questions, a first lesson, and a script.

A lesson is data of a game. Which step is told follows from what the learner's view has shown:
nothing is kept for it, so that a deal that is looked at again tells the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

from matto.engine.cards import FOOL, TRUMP_SUIT, Pack
from matto.engine.errors import BadDeal, UnknownBounds, UnknownGame, UnknownSeat
from matto.engine.events import INTO_HAND, OUT_OF_HAND, Deal, Result
from matto.engine.options import Option, Options, Value, as_played_before, resolve
from matto.engine.outcome import Outcome, Term, outcome_of
from matto.engine.scoring import ONE_BY_ONE, Counting, FoolGoes, PayRule, Row
from matto.engine.sheet import Bounds, bounds_of, hull, rules_of, score_sheet
from matto.engine.table import Script, Table
from matto.engine.tricks import FoolRule
from matto.engine.view import View
from matto.engine.words import N_, text


@dataclass(frozen=True)
class ChoiceSet:
    """One kind of question of a script, with every word that can be an answer to it.

    `times` is how often it can be asked in a deal, of all seats together. What is said aside
    (kind `say`) is asked of nobody and has no such bound: it counts 0.
    """

    kind: str
    words: tuple[str, ...]
    times: int


def words_by_kind(questions: Iterable[ChoiceSet]) -> Mapping[str, tuple[str, ...]]:
    """Put the words of questions of one kind together, each once, in the order of asking."""
    found: dict[str, dict[str, None]] = {}
    for question in questions:
        if question.words:
            found.setdefault(question.kind, {}).update(dict.fromkeys(question.words))
    return {kind: tuple(words) for kind, words in found.items()}


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game, in English as the catalogues of translations know them.

    `card_names` are the game's own names of cards, or tell them from the options (read them by
    `names_of_cards`); `glossary` explains what is said (choices) in plain language. `spoken`
    gives how a choice, or a part of one, is said where that is another word or another
    language's; what is in the glossary and not here is said as it is typed. `prompts` put a
    question that only words answer, by its kind, as this game puts it. `presets` are named sets
    of variants that are called by no place and no person. `language` is that of the game's own
    words and names of cards (a tag of BCP 47), `languages` that of single ones which are of
    another; what is in `spoken`, and whatever is translated, is in the reader's.
    """

    card_names: Mapping[str, str] | Callable[[Options], Mapping[str, str]] = field(
        default_factory=dict
    )
    glossary: Mapping[str, str] = field(default_factory=dict)
    spoken: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    languages: Mapping[str, str] = field(default_factory=dict)

    def names_of_cards(self, options: Options) -> Mapping[str, str]:
        """The game's own names of cards, by code; cards without one are known by their code."""
        return self.card_names(options) if callable(self.card_names) else self.card_names

    def language_of(self, word: str) -> str:
        """The language of one of the game's own words or items; empty if it is none."""
        own = word in self.languages or word in self.glossary
        return self.languages.get(word, self.language) if own else ""

    def preset(self, name: str) -> str:
        """Return what a preset is called."""
        return self.presets.get(name) or name.replace("_", " ").capitalize()


def as_typed(*words: str) -> dict[str, str]:
    """Words that are said as they are typed, each in the player's language."""
    return {word: word for word in words}


@dataclass(frozen=True)
class Costless:
    """Why a word wins and costs nothing by itself, and the clause that says so."""

    why: str
    clause: str


@dataclass(frozen=True)
class Prospect:
    """One way in which a deal may go on after a word.

    `after` are the parties with all that has been said, `before` the same without the word,
    where they stood already; or the deal may be given up, and `rows` are paid: `if_agreed`
    others have a say in it. Who is a partner still hidden may be any of those left: no price
    hangs on who it is.
    """

    after: Outcome | None = None
    before: Outcome | None = None
    rows: Sequence[Row] = ()
    if_agreed: bool = False


@dataclass(frozen=True)
class Situation:
    """A moment when the learner is asked for a card: the trick so far and his hand.

    `led` is the suit of the first card, empty where he leads or the Fool lies there.
    """

    hand: frozenset[str]
    led: str
    holds_led: bool
    holds_trumps: bool
    leads: bool
    tricks: int

    @property
    def must_trump(self) -> bool:
        """Return whether a plain suit has been led that he lacks, and he has trumps."""
        return bool(self.led) and not self.holds_led and self.holds_trumps


@dataclass(frozen=True)
class LessonStep:
    """One thing to learn, in a sentence or two: its title, its clause, and when it is told."""

    title: str
    says: str
    clause: str
    when: Callable[[Situation], bool]


@dataclass(frozen=True)
class Lesson:
    """The cards of a first deal, who deals, where the learner sits, and what he is told.

    `steps` are told while he plays, each once, at the first moment that fits and at one moment
    no more than one; the `last` when the deal is over.
    """

    deal: Deal
    dealer: int
    learner: int
    steps: Sequence[LessonStep]
    last: LessonStep

    @property
    def length(self) -> int:
        """Return the number of steps."""
        return len(self.steps) + 1

    def is_played_in(self, view: View) -> bool:
        """Return whether a view is the learner's in this very deal."""
        own = [card for seat, card in view.heard("dealt") if seat == self.learner]
        dealt = set(self.deal.hands[self.learner])
        return view.seat == self.learner and len(own) == len(dealt) and dealt == set(own)


def step_of(lesson: Lesson, view: View) -> tuple[int, LessonStep] | None:
    """The number of the step that is told now, from 1, and the step; None for another deal."""
    if not lesson.is_played_in(view):
        return None
    if view.result is not None:
        return lesson.length, lesson.last
    left, told = list(lesson.steps), None
    for situation in _situations(view):
        found = next((step for step in left if step.when(situation)), None)
        if found is not None:
            left.remove(found)
            told = found
    return None if told is None else (lesson.length - 1 - len(left), told)


def _situations(view: View) -> Iterator[Situation]:
    """Each moment at which the learner was asked for a card, and the one at which he is."""
    hand: set[str] = set()
    lying: list[str] = []
    tricks = 0
    for event in view.events:
        if event.kind == "play" and event.seat == view.seat:
            yield _situation(view, frozenset(hand), lying, tricks)
        if event.seat == view.seat and event.moves == INTO_HAND:
            hand.update(event.what)
        elif event.seat == view.seat and event.moves == OUT_OF_HAND:
            hand.difference_update(event.what)
        if event.kind == "play":
            lying.append(event.what[0])
        elif event.kind == "trick":
            tricks, lying = tricks + 1, []
    if view.decision is not None and view.decision.kind == "play":
        yield _situation(view, frozenset(hand), lying, tricks)


def _situation(
    view: View, hand: frozenset[str], lying: Sequence[str], tricks: int
) -> Situation:
    suit_of = view.pack.suit_of
    suits = {suit_of(card) for card in hand if card != FOOL}
    led = suit_of(lying[0]) if lying and lying[0] != FOOL else None
    return Situation(
        hand=hand,
        led="" if led is None else str(led),
        holds_led=led in suits,
        holds_trumps=TRUMP_SUIT in suits,
        leads=not lying,
        tricks=tricks,
    )


@dataclass(frozen=True)
class Dealing:
    """How many cards each hand gets, in order from the dealer's neighbour to the dealer.

    The talon is a `stock` if all draw from it after every trick.
    """

    hands: tuple[int, ...]
    talon: int
    stock: bool = False


@dataclass(frozen=True, kw_only=True)
class DutyClauses:
    """The clauses of the duties: the King following and led, the Cavalier, the Jack."""

    king: str
    king_led: str
    cavalier: str
    jack: str


@dataclass(frozen=True, kw_only=True)
class TrickRules:
    """How the cards are played, with the clauses that say so.

    Some are given only where they are not their neighbour's: `trump_led` (a led trump must be
    followed) is else `follow`; `fool_forced` (who can do nothing else must play the Fool) is
    `fool_clause`; `fool_binds` (the suit played after a led Fool binds) is `fool_leads`;
    `fool_late` (it excuses no more in the last tricks) is `fool_clause`. `fool_word` is said
    aloud when the Fool is laid down. `over` gives the clauses of words that may be said before
    a card is played and no longer now, `duties` those of the courts' duties where they hold.
    """

    follow: str
    trump: str
    fool: FoolRule
    fool_clause: str
    fool_leads: str
    turn: str
    trump_led: str = ""
    fool_forced: str = ""
    fool_binds: str = ""
    fool_late: str = ""
    fool_word: str = ""
    over: Mapping[str, str] = field(default_factory=dict)
    duties: DutyClauses | None = None


ONLY_FOLLOWING = TrickRules(
    follow="", trump="", fool=FoolRule(), fool_clause="", fool_leads="", turn=""
)
"""The rules of a trick where a game says nothing of them."""


OpenCards = Mapping[tuple[int, ...], frozenset[str]]
"""Cards of won tricks that lie face up, by the seats whose heap they lie with."""


def nobody(_view: View) -> frozenset[int]:
    """The friends of one who plays for himself."""
    return frozenset()


def nothing(_view: View) -> OpenCards:
    """Return what lies face up where all won tricks are turned over."""
    return {}


T = TypeVar("T")

RULES_KEPT = 512
"""Of so many deals that begin otherwise a game keeps the pay rules."""

Stake = Outcome | tuple[int, ...]
"""Parties with all that may be paid between them, or what is paid for a deal given up."""


@dataclass(frozen=True)
class Always(Generic[T]):
    """A noun of a game that is the same under all options."""

    value: T

    def __call__(self, _options: Options) -> T:
        """Return the value, whatever the options."""
        return self.value


@dataclass(frozen=True, repr=False)
class Game:
    """One game of the catalogue; `script` is the game, all else are its nouns.

    `id` is its name in addresses, records and commands, `name` and `about` what people read;
    `seats` is how many play, in which `direction`; `pack` and `dealing` follow from `options`,
    of which `presets` are sets with names. `rules_version` rises when old records would replay
    otherwise. `unit_name` is what is won, `single_unit` one of it, `zero` how a result of
    nothing is written, `carried` what the first deal of a match starts from.

    `unit` of the results make one chip or point of the text. `vocabulary` has what people read
    and say, `questions` all that the script can ask, and what can be said aside, but for the
    play of the cards. `friends` tells which other seats a view knows to be on its own side,
    `lying_open` which cards of won tricks a view sees face up.
    `start` is what each has when a match begins, in units. `stakes` gives every way in which
    parties may stand (`matto.engine.outcome.stake`) with seat 0 as the declarer, who has said
    all that he can, and what may be paid, by seat, where a deal is given up; `contracts` are
    the words of all its contracts (`Contract.word`). `prospects` tells what may be played for
    once the seat that is asked has given an answer, as far as its view knows: the prices of
    words are read from it (`matto.engine.bid_prices`). `costless` are the words that have none,
    each with the reason; cards that are named go by the kind of the question. `lesson` is a
    first deal for newcomers.
    The play of the cards as data: `trick_rules`, `terms` (what is paid, as far as what was
    settled and said before the first card tells), `counting` of piles, and whose the Fool is
    (`fool_goes`). What bots know of a game is not here: they find it by its id, with
    defaults (`matto.players.inference.constraints`, `matto.players.advice`).
    """

    id: str
    name: str
    seats: int
    pack: Callable[[Options], Pack]
    dealing: Callable[[Options], Dealing]
    script: Callable[[Table], Script[Result]]
    about: str
    direction: str = "right"
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    rules_version: int = 1
    unit: int = 1
    unit_name: str = N_("points")
    single_unit: str = N_("point")
    zero: str = "0"
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    questions: Callable[[Options], Iterable[ChoiceSet]] = lambda _options: ()
    friends: Callable[[View], frozenset[int]] = nobody
    lying_open: Callable[[View], OpenCards] = nothing
    start: Callable[[Options], int] = lambda _options: 0
    stakes: Callable[[Options], Iterable[Stake]] = lambda _options: ()
    contracts: tuple[str, ...] = ()
    prospects: Callable[[View, str], Iterable[Prospect]] = lambda _view, _word: ()
    costless: Mapping[str, Costless] = field(default_factory=dict)
    lesson: Lesson | None = None
    carried: Mapping[str, int] = field(default_factory=dict)
    trick_rules: Callable[[Options], TrickRules] = lambda _options: ONLY_FOLLOWING
    terms: Callable[[Outcome, Options], Sequence[Term]] = lambda _outcome, _options: ()
    counting: Callable[[Options], Counting] = lambda _options: Counting(ONE_BY_ONE)
    fool_goes: Callable[[Options], FoolGoes] = lambda _options: FoolGoes()

    def __hash__(self) -> int:
        return hash(self.id)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _memo: dict[int, object]) -> Game:
        return self

    def choice_sets(self, options: Options | None = None) -> tuple[ChoiceSet, ...]:
        """Everything that can be asked or said aside in a deal, the cards played last."""
        options = self.resolve() if options is None else options
        asked = tuple(self.questions(options))
        dealing, cards = self.dealing(options), self.pack(options).codes
        laid_away = sum(one.times for one in asked if one.kind == "discard")
        left_over = 0 if dealing.stock else max(dealing.talon, laid_away)
        return *asked, ChoiceSet("play", cards, len(cards) - left_over)

    def __repr__(self) -> str:
        return f"game({self.id!r})"

    def words(self, options: Options | None = None) -> Mapping[str, tuple[str, ...]]:
        """Return every word that can be a choice, by the kind of decision, in a fixed order.

        What can be said aside is of the kind `say`. Cards are words, too: their codes. Under
        other options there may be other words; without options the defaults hold.
        """
        return words_by_kind(self.choice_sets(options))

    def kinds(self, options: Options | None = None) -> tuple[str, ...]:
        """The kinds of decisions that there are, `say` among them where one can speak aside."""
        return tuple(self.words(options))

    def longest(self, options: Options | None = None) -> int:
        """An upper bound of the number of decisions in a deal.

        What is said aside is no decision and not counted.
        """
        return sum(question.times for question in self.choice_sets(options))

    def bounds(
        self, options: Options | None = None, carried: Mapping[str, int] | None = None
    ) -> Bounds:
        """Bounds of one seat's score in a deal, in units: never less, never more.

        `carried` is what the deal starts from, such as a pot; without it, an empty one.
        They hold for deals as the program plays them, where nobody makes mistakes. Raises
        `UnknownBounds` for a game that does not say what it is played for.
        """
        options = self.resolve() if options is None else options
        stakes = list(self.stakes(options))
        if not stakes:
            raise UnknownBounds(
                text("{game} has no bounds: give it `stakes`, all that is paid.", game=self.id)
            )
        return hull(self._bounds(stake, options, carried) for stake in stakes)

    def _bounds(
        self, stake: Stake, options: Options, carried: Mapping[str, int] | None
    ) -> Bounds:
        if not isinstance(stake, Outcome):
            return min(stake), max(stake)
        start = self.carried if carried is None else carried
        spoken = replace(stake, counting=self.counting(options), carried=start)
        rules, silent = (
            self.pay_rules(one, options) for one in (spoken, replace(spoken, said={}))
        )
        return bounds_of(spoken, rules, silent)

    def score(self, outcome: Outcome, options: Options) -> tuple[Row, ...]:
        """Write the score sheet of a finished deal, played here or with real cards."""
        counted = self._counted(outcome, options)
        return score_sheet(counted, self.pay_rules(counted, options), self.id)

    def pay_rules(self, outcome: Outcome, options: Options) -> Sequence[PayRule]:
        """Spell out what all terms pay; of the outcome nothing after the first lead counts.

        A script may settle with the pack of a variant: rules are kept for one pack at a time.
        """
        known, key = self._known_rules, (options, outcome.before_play)
        pack, rules = known.get(key, (None, ()))
        if pack is not outcome.pack:
            if len(known) >= RULES_KEPT:
                known.clear()
            rules = tuple(rules_of(outcome, self.terms(outcome, options)))
            known[key] = outcome.pack, rules
        return rules

    @cached_property
    def _known_rules(self) -> dict[Hashable, tuple[Pack, Sequence[PayRule]]]:
        """The pay rules already built, with their pack, by options and beginning."""
        return {}

    def points(self, outcome: Outcome, options: Options) -> tuple[int, ...]:
        """Count the card points of each seat's party."""
        points_of = self._counted(outcome, options).points_of
        return tuple(points_of[party] for party in outcome.side)

    def _counted(self, outcome: Outcome, options: Options) -> Outcome:
        """The same outcome, counted as this game's are."""
        counting = self.counting(options)
        same = outcome.counting == counting
        return outcome if same else replace(outcome, counting=counting)

    def settle(
        self,
        t: Table,
        outcome: Outcome | None = None,
        *,
        points: Sequence[int] | None = None,
        carried: Mapping[str, int] | None = None,
    ) -> Result:
        """End a deal with its score sheet, and with each party's card points unless given."""
        outcome = self._counted(outcome or outcome_of(t, self.counting(t.options)), t.options)
        points = self.points(outcome, t.options) if points is None else points
        return t.finish(self.score(outcome, t.options), points, carried=carried)

    def resolve(
        self, given: Mapping[str, object] | None = None, preset: str | None = None
    ) -> Options:
        """Return all options with their values; raises `UnknownOption`, `BadOptionValue`."""
        return resolve(self.options, self.presets, given, preset)

    def completed(self, given: Mapping[str, object] | None) -> Options:
        """Return all options with their values, given some of them or all as they are."""
        return given if isinstance(given, Options) else self.resolve(given)

    def recorded(self, given: Mapping[str, object]) -> Options:
        """Return all options of a record, which may be older than some of them."""
        return self.resolve(as_played_before(self.options, given))

    def check_seat(self, seat: int) -> None:
        """Raise `UnknownSeat` unless the game has the seat."""
        if seat not in range(self.seats):
            raise UnknownSeat(
                text("Seats are 0 to {last}, not {seat}.", last=self.seats - 1, seat=str(seat))
            )

    def hand_sizes(self, options: Options, dealer: int) -> tuple[int, ...]:
        """Return how many cards each seat is dealt, by seat number; raises `UnknownSeat`."""
        self.check_seat(dealer)
        sizes = self.dealing(options).hands
        return tuple(sizes[(seat - dealer - 1) % self.seats] for seat in range(self.seats))

    def shuffled(self, options: Options, dealer: int, rng: random.Random) -> Deal:
        """Shuffle and deal; raises `UnknownSeat` if there is no such dealer."""
        chance = rng.random
        cards = sorted(self.pack(options).codes, key=lambda _card: chance())
        return self.deal_from(cards, options, dealer)

    def deal_from(self, cards: Sequence[str], options: Options, dealer: int) -> Deal:
        """Deal from a pack in a given order: seat 0's hand first, the talon last."""
        hands = []
        start = 0
        for size in self.hand_sizes(options, dealer):
            hands.append(tuple(cards[start : start + size]))
            start += size
        return Deal(tuple(hands), tuple(cards[start:]))

    def check_deal(self, deal: Deal, options: Options, dealer: int) -> None:
        """Raise `BadDeal` unless the deal is this game's pack in this game's hand sizes."""
        sizes = self.hand_sizes(options, dealer)
        if not isinstance(deal, Deal):
            raise BadDeal(
                text(
                    "Cards are dealt as a “Deal” of hands and talon, not as {given}.",
                    given=type(deal).__name__,
                )
            )
        found = tuple(len(hand) for hand in deal.hands)
        if found != sizes or len(deal.talon) != self.dealing(options).talon:
            raise BadDeal(
                text(
                    "The hands hold {found} cards and {talon} lie over; "
                    "this game deals {sizes} and {over}.",
                    found="/".join(map(str, found)),
                    talon=len(deal.talon),
                    sizes="/".join(map(str, sizes)),
                    over=self.dealing(options).talon,
                )
            )
        pack = self.pack(options).cards
        dealt = [code for hand in (*deal.hands, deal.talon) for code in hand]
        if len(dealt) != len(pack) or pack.symmetric_difference(dealt):
            wrong = pack.symmetric_difference(dealt)
            twice = {code for code in dealt if dealt.count(code) > 1}
            raise BadDeal(
                text(
                    "These cards are missing, doubled or foreign to the pack: {cards}.",
                    cards=", ".join(sorted(wrong | twice)),
                )
            )


_by_id: list[Callable[[str], Game]] = []


def found_by(find: Callable[[str], Game]) -> None:
    """Let games be named by their ids: a catalogue says how it finds them."""
    _by_id[:] = [find]


def game_of(given: Game | str) -> Game:
    """Return a game that is given itself, or by its id; raises `UnknownGame`."""
    if isinstance(given, Game):
        return given
    if not isinstance(given, str):
        raise UnknownGame(
            text("A game is given as a “Game” or by its id, not as {given}.", given=repr(given))
        )
    if not _by_id:
        raise UnknownGame(
            text("Import “matto.games” first: it knows the game “{name}”.", name=given)
        )
    return _by_id[0](given)
