"""Labelled positions: what a seat saw and what choices would have brought, in shards.

After the choice all seats speak, lay away and play by the rule of thumb, each by what it sees
itself: a bid that is judged with open cards is misjudged.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import CODES, NUMBER
from matto.engine.events import SAY, Decision
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.heuristic import scales_of
from matto.kernel.layout import Plan
from matto.kernel.network import Room, Seated, room_for
from matto.kernel.network_playouts import label_again
from matto.kernel.playouts import OUT_OF, FirstLead, Labels, label_deal
from matto.kernel.primitives import rng_from
from matto.players.encoding import Encoding, encoding_of
from matto.players.encoding.suits import SuitOrders
from matto.players.learned.model import Layers, promise_inputs
from matto.players.learned.playouts import judging_of, suits_of
from matto.players.playouts import scores_by_rule
from matto.players.positions import PLAY, advised_plan
from matto.players.seeds import derived
from matto.players.simple_bots import Advisor, RuleBot, asking
from matto.records import write_whole
from matto.research.batch.deals import Deals, NumberedDeals, PreparedDeals
from matto.research.parallel import Resources, spread
from matto.research.training.recipe import CARDS, WORDS, TrainingRecipe

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class Labelled(NamedTuple):
    """Some positions, one a row.

    `observations`: `[m, length]`. `values`: `[m, actions]`, what a choice has brought the seat
    in the smallest unit, NaN where it was not tried. `promised`: `[m, actions]`, what the rule
    of thumb weighs a card by, NaN for all else. `usual`: `[m]`, what it would choose. `deals`:
    `[m]`, of which deal each is.
    """

    observations: Bytes
    values: Floats
    promised: Floats
    usual: Integers
    deals: Integers


class Inputs(NamedTuple):
    """The inputs of a network that are not 0, row by row: row k begins at `begins[k]`."""

    begins: Integers
    entries: Integers
    weights: Floats


class Packed(NamedTuple):
    """The same without all that is 0, or neither tried nor promised: a tenth of the size.

    `entries` and `counts` are what is not 0 in the observations, row by row: those of row k
    begin at `begins[k]` and end before `begins[k + 1]`. `tried`, `values`, `promised` and
    `tried_from` are the same for the choices. `size`: `[length, actions]`.
    """

    begins: Integers
    entries: NDArray[np.uint16]
    counts: Bytes
    tried_from: Integers
    tried: NDArray[np.uint16]
    values: Floats
    promised: Floats
    usual: Integers
    deals: Integers
    size: Integers

    def unpacked(self, rows: Integers) -> Labelled:
        """Return some of the rows in full."""
        observations = np.zeros((len(rows), self.size[0]), np.uint8)
        row, place = _places(self.begins, rows)
        observations[row, self.entries[place]] = self.counts[place]
        values, promised = (self._of_choices(rows, of) for of in (self.values, self.promised))
        return Labelled(observations, values, promised, self.usual[rows], self.deals[rows])

    def values_of(self, rows: Integers) -> Floats:
        """Return the values of some of the rows in full: `[m, actions]`."""
        return self._of_choices(rows, self.values)

    def choices_of(self, rows: Integers) -> NDArray[np.bool_]:
        """Tell of some of the rows what could be chosen, tried or not: `[m, actions]`."""
        found = np.zeros((len(rows), self.size[1]), np.bool_)
        row, place = _places(self.tried_from, rows)
        found[row, self.tried[place]] = True
        return found

    def inputs(self, rows: Integers, scale: Floats) -> Inputs:
        """Return what a network gets for some of the rows; its last input is always 1."""
        length, actions = self.size.tolist()
        row, place = _places(self.begins, rows)
        entries, own = self.entries[place].astype(np.int64), np.arange(len(rows))
        promised = promise_inputs(self._of_choices(rows, self.promised))
        promises = promised.nonzero()
        ones = np.ones(len(rows), np.float32)
        parts: Sequence[tuple[np.ndarray, ...]] = (
            (row, entries, self.counts[place] * scale[entries]),
            (own, length + self.usual[rows], ones),
            (promises[0], length + actions + promises[1], promised[promises]),
            (own, np.full(len(rows), length + 2 * actions), ones),
        )
        which, found, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        order = np.argsort(which, kind="stable")
        begins = _begins(which, len(rows))[:-1]
        return Inputs(begins, found[order], weights[order].astype(np.float32))

    def _of_choices(self, rows: Integers, of: Floats) -> Floats:
        found = np.full((len(rows), self.size[1]), np.nan, np.float32)
        row, place = _places(self.tried_from, rows)
        found[row, self.tried[place]] = of[place]
        return found


def packed(labelled: Labelled, orders: SuitOrders) -> Packed:
    """Pack positions, with the names of alike suits exchanged so that few are left of many."""
    observations, values, promised, usual, deals = labelled
    rows, entries = observations.nonzero()
    tried_rows, tried = (~np.isnan(values) | ~np.isnan(promised)).nonzero()
    counts, usual = observations[rows, entries], usual.copy()
    which = np.zeros(len(usual), np.intp)
    found = list(orders.of_rows(observations))
    for number, (order, own) in enumerate(found):
        which[own], usual[own] = number, order.places[usual[own]]
    entry_of = np.array([np.argsort(order.entries) for order, _ in found], np.intp)
    action_of = np.array([order.places for order, _ in found], np.intp)
    entry_of = entry_of.reshape(len(found), observations.shape[1])
    action_of = action_of.reshape(len(found), values.shape[1])
    return Packed(
        _begins(rows, len(usual)),
        entry_of[which[rows], entries].astype(np.uint16),
        counts,
        _begins(tried_rows, len(usual)),
        action_of[which[tried_rows], tried].astype(np.uint16),
        values[tried_rows, tried],
        promised[tried_rows, tried],
        usual,
        deals,
        np.array([observations.shape[1], values.shape[1]]),
    )


def together(parts: Sequence[Packed]) -> Packed:
    """Put some of them together."""
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in Packed._fields
    }
    for name in ("begins", "tried_from"):
        lengths = np.concatenate([np.diff(getattr(part, name)) for part in parts])
        columns[name] = np.concatenate([[0], np.cumsum(lengths)])
    return Packed(**{**columns, "size": parts[0].size})


def _begins(rows: Integers, number: int) -> Integers:
    return np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=number))])


def _places(begins: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """The places of all that some rows have, and to which of these rows each belongs."""
    lengths = begins[rows + 1] - begins[rows]
    row = np.repeat(np.arange(len(rows)), lengths)
    within = np.arange(len(row)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return row, begins[rows][row] + within


class Advised:
    """Deals at their first card; keeps the plans by which the rule of thumb plays them."""

    def __init__(self, deals: Deals) -> None:
        self.game = deals.game
        self.options = deals.options
        self.plans: dict[int, Plan] = {}
        self._deals = deals

    def begun(self, number: int) -> Run:
        run = self._deals.begun(number)
        self.plans[number] = advised_plan(run)
        return run


class FirstLeads:
    """The first of some deals at their first lead, prepared for compiled play."""

    def __init__(self, deals: Deals, size: int) -> None:
        advised = Advised(deals)
        self.encoding = encoding_of(deals.game, deals.options)
        prepared = PreparedDeals(advised, self.encoding, size)
        prepared.slot_of(np.arange(size))
        slots = prepared.slots
        self.seen = slots.seen
        self.writing = prepared.writing
        self.dealt = [
            FirstLead(slots.states[slot], plan, scales_of(plan), slots.stocks[slot])
            for slot, plan in sorted(advised.plans.items())
        ]


def deals_by_rule(recipe: TrainingRecipe, seed: int) -> NumberedDeals:
    """Deals whose words the rule of thumb says; those that come to no card are left out."""
    game, options = recipe.found_game()
    return NumberedDeals(game, options, seed, "rule", first_card=True)


def label_cards(recipe: TrainingRecipe, shard: int) -> Labelled:
    numbers = recipe.deals_of(CARDS, shard)
    deals = deals_by_rule(recipe, derived(recipe.seed, CARDS, shard))
    leads = FirstLeads(deals, len(numbers))
    found = [_labelled(recipe, leads, slot, number) for slot, number in enumerate(numbers)]
    return labelled_of(leads.encoding, numbers, found)


def labelled_of(
    encoding: Encoding, numbers: Sequence[int], found: Sequence[Labels]
) -> Labelled:
    """Put the labels of deals of some numbers together."""
    rows = sum(len(labels.values) for labels in found)
    shape, cards = (rows, len(encoding.actions)), slice(len(encoding.cards))
    values, promised = (np.full(shape, np.nan, np.float32) for _ in range(2))
    values[:, cards] = np.concatenate([labels.values for labels in found])
    promised[:, cards] = np.concatenate([labels.promised for labels in found])
    observations = np.concatenate([labels.observations for labels in found])
    usual = np.concatenate([labels.usual for labels in found])
    return Labelled(observations, values, promised, usual, _numbered(numbers, found))


def _numbered(numbers: Sequence[int], found: Sequence[Labels]) -> np.ndarray:
    return np.repeat(np.array(numbers), [len(labels.values) for labels in found])


def _labelled(recipe: TrainingRecipe, leads: FirstLeads, slot: int, number: int) -> Labels:
    room, columns = len(CODES), len(leads.encoding.cards)
    labels = Labels(
        np.empty((room, leads.encoding.shape[0]), np.uint8),
        np.empty((room, columns), np.float32),
        np.empty((room, columns), np.float32),
        np.empty(room, np.int64),
    )
    rng = rng_from(derived(recipe.seed, "chance", number))
    chance = round(recipe.chance * OUT_OF) * (number % 2)
    dealt = leads.dealt[slot]
    filled = label_deal(dealt, leads.seen, slot, leads.writing, chance, rng, labels)
    observations, values, promised, usual = labels
    return Labels(observations[:filled], values[:filled], promised[:filled], usual[:filled])


ASKED = 3
"""So many questions of a deal are labelled at most, of different kinds if there are."""

FAVOURITES, OTHERS = 4, 2
"""Of more choices than these together, those that rules would take, and some by chance."""


class Tried:
    """The choices tried at one question: what each has brought the seat."""

    def __init__(self, run: Run, rule: Advisor, rng: random.Random) -> None:
        assert run.decision is not None
        self.asked = run.decision
        self.view = run.view(self.asked.seat)
        self.usual = rule(self.view)
        self.values = {
            choice: scores_by_rule(after(run, choice), rule)[self.asked.seat]
            for choice in some_of(self.asked, rule, self.view, rng)
        }


def label_words(recipe: TrainingRecipe, shard: int) -> Labelled:
    game, options = recipe.found_game()
    found, numbers = list[Tried](), list[int]()
    for number in recipe.deals_of(WORDS, shard):
        rng = random.Random(derived(recipe.seed, WORDS, number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        rule = RuleBot(game, rng.random().hex()).choose
        asked = questions(run, rule, recipe.chance, rng)
        found += [Tried(moment, rule, rng) for moment in asked]
        numbers += [number] * len(asked)
    return _in_rows(encoding_of(game, options), found, numbers)


def questions(run: Run, rule: Advisor, chance: float, rng: random.Random) -> list[Run]:
    """Play a deal up to its first card, here and there by chance; gives some questions."""
    found: dict[str, list[int]] = {}
    while (asked := run.decision) is not None and asked.kind != PLAY:
        if len(asked.options) > 1 and asked.kind != SAY:
            found.setdefault(asked.kind, []).append(run.done)
        by_chance = rng.random() < chance
        run.do(rng.choice(asked.options) if by_chance else rule(run.view(asked.seat)))
    places = [rng.choice(of_kind) for of_kind in found.values()]
    spare = [place for of_kind in found.values() for place in of_kind if place not in places]
    rng.shuffle(places)
    rng.shuffle(spare)
    return [run.fork(place) for place in (*places, *spare)[:ASKED]]


def some_of(asked: Decision, rule: Advisor, view: View, rng: random.Random) -> Sequence[str]:
    """The choices that are tried: all, or likely ones and some by chance."""
    if len(asked.options) <= FAVOURITES + OTHERS:
        return asked.options
    likely = favourites(view, asked, FAVOURITES, rule)
    left = [choice for choice in asked.options if choice not in likely]
    return (*likely, *rng.sample(left, OTHERS))


def favourites(view: View, decision: Decision, most: int, advisor: Advisor) -> tuple[str, ...]:
    """The choices to think about, at most so many, in the order of the rule of thumb.

    Where words and cards stand side by side, both are among them.
    """
    words = [option for option in decision.options if option not in NUMBER]
    cards = [option for option in decision.options if option in NUMBER]
    first = advisor(view)
    few = _best_first(view, words, min(len(words), most // 2 if cards else most), advisor)
    rest = _best_first(view, cards, min(len(cards), most - len(few)), advisor)
    both = (*few, *rest)
    return (first, *(choice for choice in both if choice != first))[:most]


def _best_first(
    view: View, options: Sequence[str], most: int, advisor: Advisor
) -> tuple[str, ...]:
    left, ordered = list(options), list[str]()
    while left and len(ordered) < most:
        best = advisor(asking(view, left)) if len(left) > 1 else left[0]
        ordered.append(best)
        left.remove(best)
    return tuple(ordered)


def after(run: Run, choice: str) -> Run:
    ahead = run.fork()
    ahead.do(choice)
    return ahead


def _in_rows(encoding: Encoding, found: Sequence[Tried], deals: Sequence[int]) -> Labelled:
    shape = len(found), len(encoding.actions)
    values = np.full(shape, np.nan, np.float32)
    observations = np.empty((len(found), encoding.shape[0]), np.uint8)
    usual = np.empty(len(found), np.int64)
    for row, tried in enumerate(found):
        encoding.observe(tried.view, observations[row])
        usual[row] = encoding.number(tried.asked, tried.usual)
        for choice, value in tried.values.items():
            values[row, encoding.number(tried.asked, choice)] = value
    promised = np.full(shape, np.nan, np.float32)
    return Labelled(observations, values, promised, usual, np.array(deals, np.int64))


DEALS = 400


def sigma_of(recipe: TrainingRecipe) -> float:
    """Play deals by the rule of thumb; gives the root of the mean square of a result."""
    game, options = recipe.found_game()
    squares = []
    for number in range(DEALS):
        rng = random.Random(derived(recipe.seed, "sigma", number))
        run = Run.shuffled(game, seed=rng, dealer=number % game.seats, options=options)
        rule = RuleBot(game, rng.random().hex()).choose
        squares.append(np.mean(np.square(scores_by_rule(run, rule))))
    return float(np.sqrt(np.mean(squares))) or 1.0


LABELLING: Mapping[str, Callable[[TrainingRecipe, int], Labelled]] = {
    CARDS: label_cards,
    WORDS: label_words,
}


def make_shards(
    recipe: TrainingRecipe, subject: str, folder: Path, resources: Resources
) -> Generator[int, None, None]:
    """Make the shards of a subject that a folder lacks; gives how many there are after each."""
    yield from make_files(recipe, subject, folder, resources, partial(_shard, recipe, subject))


def make_files(
    recipe: TrainingRecipe,
    subject: str,
    folder: Path,
    resources: Resources,
    shard: Callable[[int], tuple[int, bytes]],
) -> Generator[int, None, None]:
    """Make the files that a folder lacks, each by what makes a shard."""
    (folder / subject).mkdir(parents=True, exist_ok=True)
    wanted = range(recipe.shards(subject))
    paths = {number: path_of(recipe, subject, folder, number) for number in wanted}
    left = [number for number in wanted if not paths[number].exists()]
    done = len(wanted) - len(left)
    yield done
    with closing(spread(shard, left, resources)) as finished:
        for number, content in finished:
            write_whole(paths[number], content)
            done += 1
            yield done


def read_shards(recipe: TrainingRecipe, subject: str, folder: Path) -> Packed:
    """Read all positions of a subject."""
    parts = []
    for number in range(recipe.shards(subject)):
        with np.load(path_of(recipe, subject, folder, number), allow_pickle=False) as file:
            parts.append(Packed(*(file[name] for name in Packed._fields)))
    return together(parts)


_orders: dict[str, SuitOrders] = {}
"""Found out once a process: by all that they depend on."""


def orders_of(recipe: TrainingRecipe) -> SuitOrders:
    """The orders of alike suits, in which positions are packed."""
    key = f"{recipe.game} {sorted(recipe.options.items())}"
    if key not in _orders:
        game, options = recipe.found_game()
        encoding = encoding_of(game, options)
        _orders[key] = SuitOrders(game, options, encoding.names, encoding.actions)
    return _orders[key]


def path_of(recipe: TrainingRecipe, subject: str, folder: Path, shard: int) -> Path:
    deals = recipe.deals_of(subject, shard)
    return folder / subject / f"{deals.start:07}-{deals.stop:07}.npz"


def _shard(recipe: TrainingRecipe, subject: str, number: int) -> tuple[int, bytes]:
    labelled = packed(LABELLING[subject](recipe, number), orders_of(recipe))
    target = io.BytesIO()
    np.savez(target, allow_pickle=False, **labelled._asdict())
    return number, target.getvalue()


MARGIN = 0.03
"""By so many σ a card must promise more than that of the rule of thumb to be played."""

NEAR = 0.05
"""Cards that promise so much less than the best, in σ, are not tried."""

MOST = 64
"""More choices than that nobody has in a deal."""


def again_shard(
    recipe: TrainingRecipe, layers: Layers, number: int, shard: int
) -> tuple[int, bytes]:
    """Label the deals of a shard in a round, as the content of a file."""
    labelled = packed(label_cards_again(recipe, layers, number, shard), orders_of(recipe))
    target = io.BytesIO()
    np.savez(target, allow_pickle=False, **labelled._asdict())
    return shard, target.getvalue()


def label_cards_again(
    recipe: TrainingRecipe, layers: Layers, number: int, shard: int
) -> Labelled:
    """Label the choices of a network in each seat of a shard's deals, in a round."""
    deals = recipe.deals_of("again", shard)
    dealt_by = deals_by_rule(recipe, derived(recipe.seed, "again", number, shard))
    leads = FirstLeads(dealt_by, len(deals))
    encoding = leads.encoding
    suits = suits_of(orders_of(recipe), len(encoding.actions))
    judging = judging_of(layers, encoding, MARGIN)
    room, other = (room_for(encoding.shape[0], len(encoding.cards), judging) for _ in range(2))
    found = []
    for slot, dealt in enumerate(leads.dealt):
        seated = Seated(dealt, leads.seen, slot, leads.writing, suits, judging)
        for guest in range(encoding.game.seats):
            found.append(_labels(seated, room, other, guest))
    numbers = np.repeat(np.array(deals), encoding.game.seats)
    return labelled_of(encoding, numbers.tolist(), found)


def _labels(seated: Seated, room: Room, other: Room, guest: int) -> Labels:
    columns = len(room.promised)
    labels = Labels(
        np.empty((MOST, len(room.row)), np.uint8),
        np.empty((MOST, columns), np.float32),
        np.empty((MOST, columns), np.float32),
        np.empty(MOST, np.int64),
    )
    filled = label_again(seated, room, other, guest, NEAR, labels)
    observations, values, promised, usual = labels
    return Labels(
        observations[:filled].copy(),
        values[:filled].copy(),
        promised[:filled].copy(),
        usual[:filled].copy(),
    )
