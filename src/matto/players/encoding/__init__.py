"""A seat's view as numbers, and a choice as an index of a fixed table.

An `Encoding` is fixed for a game and a version: whatever the options, a view is a vector of the
same length in which every entry has a name, and a choice one index of the same table.

>>> from matto import Run, catalogue
>>> from matto.players.encoding import encoding_of
>>> run = Run.shuffled(next(iter(catalogue().values())), seed=1)
>>> encoding = encoding_of(run.game)
>>> observation = encoding.observe(run.view(run.decision.seat))
>>> mask = encoding.mask(run.decision)
>>> encoding.choice(run.decision, int(mask.argmax())) in run.decision.options
True

The vector is a summary: it has where cards are known to be, but not in which order they were
played. `information_state` leaves nothing out.

**The planes.** All entries are `uint8`: 0 or 1, or a count (`scale` brings each between 0
and 1). Seats are counted from the viewer on, so that 0 is his own; `C` are the cards of the
game with any of its options, in the order of `cards`; a plane *by seat* has one part for each
seat, one behind the other. First come those that change while cards are played:

===========  =========  ==================================================================
plane        size       what
===========  =========  ==================================================================
`hand`       C          the cards that the viewer holds
`lying`      C          the cards of the trick that is going on
`played`     C by seat  what each seat has played, the cards that lie included
`held`       C by seat  what each other seat is known to hold; his own that all have seen
`void`       5 by seat  suits (S B C D, trumps) in which others have shown themselves void
`ceiling`    6 by seat  the strength of the highest card of each suit that a seat may hold,
                        for all that has been seen and that the cards played prove; last,
                        whether it may hold a Fool that is no trump
`led`        4 by seat  the plain suit that each seat led last
`suits_led`  4          plain suits that were led to a finished trick
`leader`     1 by seat  who leads, or has led, to the trick that is going on
`winning`    1 by seat  whose card is best in it
`tricks`     1 by seat  count of the tricks won
`points`     1 by seat  what the cards in them count, without a Fool that is no trump
`friends`    1 by seat  other seats that the viewer knows to be on his side
`stock`      1          count of the cards that are still to be drawn
`asked`      1 by seat  whose answer is waited for
===========  =========  ==================================================================

then those that are settled before the first card:

==========  =============  =========================================================
plane       size           what
==========  =============  =========================================================
`kind`      kinds          what is asked for, from whomever
`contract`  words + 1 + n  once it is settled: its word, by what all is multiplied,
                           and by seat who is the declarer
`away`      C              what the viewer has laid away
`open`      C              what lies open and will not be played
`talon`     C              what the viewer has seen in the talon
`named`     C              cards that somebody has named aloud
`dealer`    1 by seat
`taker`     1 by seat      who has taken the talon
`said`      words by seat  how often each seat has said each word, up to its colon
`number`    words by seat  the number that stood there last
`options`   all            the options: 1 for the value of each, a number as a count
`carried`   2 each         what is carried on, such as a pot: times 256, and the rest
`ledger`    4 by seat      what each seat had won (two entries, as `carried`) or lost
                           (two) in the match before this deal
==========  =============  =========================================================

What is announced stands among the words said, a called card among those named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import NUMBER
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.engine.view import View
from matto.engine.words import text
from matto.games import game_of
from matto.players.encoding.observation import Observer
from matto.players.encoding.suits import SuitOrder, SuitOrders
from matto.players.encoding.vector_layout import Actions, NotEncoded, layout_of

__all__ = ["Encoding", "NotEncoded", "SuitOrder", "encoding_of"]


def information_state(view: View) -> str:
    """Write a view line by line: what the deal starts from, each event, what is asked now.

    Every event that the seat may see is there in the order in which it happened, its own
    answers among them, so that nothing once known is forgotten.
    """
    options = " ".join(f"{name}={spell(value)}" for name, value in view.options.items())
    carried = " ".join(f"{name}={amount}" for name, amount in sorted(view.carried.items()))
    begun = f"{view.game} seat {view.seat} dealer {view.dealer}"
    lines = [begun, options, carried]
    lines += [f"{event.seat} {event.kind}: {' '.join(event.what)}" for event in view.events]
    waiting = view.waiting
    if waiting is not None:
        others = "".join(f" {seat}" for seat in waiting.others)
        lines.append(f"{waiting.seat}{others} {waiting.kind}?")
    if view.result is not None:
        lines.append(f"scores: {' '.join(map(str, view.result.scores))}")
    return "\n".join(lines)


VERSION = 2
"""The only version that is written; another layout gets another number."""


class Tables:
    """The common part of all encodings of a game, made with the first of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout_of(game)
        self.actions = Actions(self.layout)
        self.observer = Observer(game, self.layout)
        self.orders: dict[Options, SuitOrders] = {}


class Encoding:
    """How the views and choices of one game are written as numbers.

    `game` and `version` fix all of it. `cards` are the cards of the game with any of its
    options; `words` all other choices by the kind of question, `kinds` those kinds; `actions`
    the name of every action by its index. `shape` is that of an observation, `planes` says
    where each part of it lies and `names` what each entry is called; `scale` brings every entry
    between 0 and 1. `options` are those asked for, or the defaults; layout and actions are
    the same with all of them.
    """

    def __init__(self, game: Game, options: Options, tables: Tables) -> None:
        layout = tables.layout
        self.game = game
        self.options = options
        self.version = VERSION
        self.cards: tuple[str, ...] = layout.cards
        self.words: Mapping[str, tuple[str, ...]] = {
            kind: tuple(word for word in words if word not in NUMBER)
            for kind, words in layout.words.by_kind.items()
        }
        self.kinds: tuple[str, ...] = tuple(layout.words.by_kind)
        self.names: tuple[str, ...] = layout.names
        self.planes: Mapping[str, slice] = layout.slices
        self.scale: NDArray[np.float32] = layout.scale
        self.shape: tuple[int] = (len(layout.names),)
        self.actions: tuple[str, ...] = tables.actions.names
        self._actions = tables.actions
        self._observer = tables.observer
        self._orders = tables.orders

    # -- actions -------------------------------------------------------------------------

    def number(self, decision: Decision, choice: str) -> int:
        """Return the index of a choice; raises `NotEncoded` for what this game never offers."""
        return self._actions.number(decision.kind, choice)

    def choice(self, decision: Decision, action: int) -> str:
        """Return the choice of a decision with an index; raises `NotEncoded` if none has it."""
        if 0 <= action < len(self.actions):
            choice = self._actions.choice(int(action))
            if choice in decision.options and self.number(decision, choice) == action:
                return choice
        raise NotEncoded(text("Action {number} is not among the choices.", number=str(action)))

    def mask(self, decision: Decision, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Tell of every action whether it may be chosen: 1 or 0, in `out` if it is given."""
        mask = np.zeros(len(self.actions), dtype=np.bool_) if out is None else out
        if out is not None:
            mask[:] = 0
        number = self._actions.of_kind(decision.kind)
        try:
            mask[[number[choice] for choice in decision.options]] = 1
        except KeyError as unknown:
            self._actions.number(decision.kind, unknown.args[0])
        return mask

    # -- observations --------------------------------------------------------------------

    def observe(self, view: View, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Write what a seat sees as a vector of `uint8`, into `out` if it is given.

        Raises `NotEncoded` for an onlooker, or a view of another game.
        """
        row = np.frombuffer(self._observer.row(view, self._seat_of(view)), dtype=np.uint8)
        if out is None:
            return row
        out[:] = row
        return out

    def observed(self, view: View) -> tuple[bytearray, Sequence[int]]:
        """Return an observation, and the notes it is made from (`matto.play.observation`)."""
        return self._observer.row_and_notes(view, self._seat_of(view))

    def information_state(self, view: View) -> str:
        """Write all that a seat has seen, in order: different views are written differently."""
        self._seat_of(view)
        return information_state(view)

    # -- suits that are alike --------------------------------------------------------------

    @property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """The suits in groups of those that are alike with the options of this encoding.

        Found by playing deals with names of suits exchanged, which takes a moment once.
        """
        return self._orders_with(self.options).alike

    def canonical(self, view: View) -> SuitOrder:
        """Return the order of suits in which views that differ by names of suits are alike."""
        return self._orders_with(view.options).of(self.observe(view))

    def _orders_with(self, options: Options) -> SuitOrders:
        if options not in self._orders:
            self._orders[options] = SuitOrders(self.game, options, self.names, self.actions)
        return self._orders[options]

    def _seat_of(self, view: View) -> int:
        if view.game != self.game.id:
            raise NotEncoded(
                text(
                    "This is the encoding of {game}, not {other}.",
                    game=self.game.id,
                    other=view.game,
                )
            )
        if view.seat is None:
            raise NotEncoded(text("Only what a seat sees is encoded, not what onlookers see."))
        return view.seat


def encoding_of(
    game: Game | str, options: Mapping[str, object] | None = None, *, version: int = VERSION
) -> Encoding:
    """Return the encoding of a game, by its id or itself, with some or all of its options.

    Raises `NotEncoded` for a version that there is not, and what `Game.resolve` raises.
    """
    if version != VERSION:
        raise NotEncoded(
            text(
                "Version {version} of the encoding is not written here: take {current}.",
                version=str(version),
                current=str(VERSION),
            )
        )
    game = game_of(game)
    tables = _tables.get(game.id)
    if tables is None or tables.game is not game:
        tables = _tables[game.id] = Tables(game)
    return Encoding(game, game.resolve(options), tables)


_tables: dict[str, Tables] = {}
"""The encodings made so far, by the id of the game."""
