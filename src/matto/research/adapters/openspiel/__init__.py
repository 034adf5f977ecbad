"""The games in OpenSpiel: one deal is a game, and its cards are dealt by chance nodes.

With perfect recall a seat's information state is all that it has seen and done, in order. As a
string it is that of `matto.players.encoding`; as a tensor: which seat it is, the choices that
it knows of in order (pairs of seat and action, each counted from 1), and when it first saw
each card of the pack. The observation without recall is the vector of
`matto.players.encoding`, scaled.

`pyspiel.load_game("matto_<game>(dealer=1)")` loads one deal of a game. Parameters are its
options, the `dealer`, what is carried on from the deals before (as `carried_pot`), and
`hands_as_sets`. The cards are dealt one by one, each by a chance node; with `hands_as_sets`
those of a hand in the order of the pack, which leaves fewer ways to deal. That is right where a
game pauses for nothing between two packets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from math import comb
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pyspiel

from matto.engine.cards import NUMBER
from matto.engine.events import ALL, INTO_HAND, Deal, Decision, Event
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import catalogue
from matto.players.encoding import encoding_of
from matto.players.inference import Worlds
from matto.research.adapters.episodes import check_seat, most_paid, paid

__all__ = ["NAMES", "DealGame", "DealState", "name_of", "register"]


Outcomes = list[tuple[int, float]]
"""Cards by their numbers in the pack, each with its probability."""


def next_cards(cards: int, dealt: Sequence[int], sets: Sequence[int]) -> Outcomes:
    """The cards that may come next, from a pack of so many.

    `sets` are the sizes of what is dealt, in order, such as `(15, 15, 1, 1, 1)`: two hands and
    three cards whose order counts. The cards of one set come in the order of the pack, so that
    each deal is dealt in one way only, and is as likely as any other.
    """
    place = len(dealt)
    end = next(end for end in accumulate(sets) if end > place)
    first = end - sets[list(accumulate(sets)).index(end)]
    before = dealt[-1] if place > first else -1
    free = sorted({*range(before + 1, cards)}.difference(dealt))
    wanted = end - place
    ways = comb(len(free), wanted)
    last = len(free) - wanted
    return [
        (card, comb(len(free) - nth - 1, wanted - 1) / ways)
        for nth, card in enumerate(free[: last + 1])
    ]


Tensor = npt.NDArray[np.float32]

A_EVENT = 100
"""Two events are so far apart in `first_seen`: more than the cards that one shows."""


class SeatObserver:
    """Writes what a seat sees into `tensor`, in parts that `dict` names.

    What is public only, or private only, is told as a string and not as a tensor.
    """

    def __init__(
        self,
        game: DealGame,
        wanted: pyspiel.IIGObservationType,
        parameters: Mapping[str, Any] | None,
    ) -> None:
        if parameters:
            raise ValueError(f"There are no parameters of observations; given: {parameters}")
        self.game = game
        self.recall = wanted.perfect_recall
        self.public = wanted.public_info
        self.private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Tensor | None = None
        self.dict: dict[str, Tensor] = {}
        if self.public and self.private:
            self._lay_out(self._recalled_shapes() if self.recall else self._shapes_now())

    def _shapes_now(self) -> dict[str, tuple[int, ...]]:
        return {"observation": self.game.encoding.shape}

    def _recalled_shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "seat": (self.game.game.seats,),
            "choices": (self.game.max_game_length(), 2),
            "first_seen": (len(self.game.cards),),
        }

    def _lay_out(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        first = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[first : first + size].reshape(shapes[name])
            first += size

    # -- as a tensor ---------------------------------------------------------------------

    def set_from(self, state: DealState, player: int) -> None:
        """Write what a seat sees in a state; nothing has been seen while cards are dealt."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        run = state.run
        if self.recall:
            self.dict["seat"][player] = 1
        if run is None:
            return
        if self.recall:
            self._recall(run, player)
            return
        encoding = self.game.encoding
        self.dict["observation"][:] = encoding.observe(run.view(player)) * encoding.scale

    def _recall(self, run: Run, player: int) -> None:
        number = self.game.encoding.number
        known = [
            (asked.seat + 1, number(asked, choice) + 1) for asked, choice in heard(run, player)
        ]
        if known:
            self.dict["choices"][: len(known)] = known
        for card, when in first_seen(run, player).items():
            self.dict["first_seen"][self.game.place[card]] = when

    # -- as a string ---------------------------------------------------------------------

    def string_from(self, state: DealState, player: int) -> str:
        """Tell what a seat sees in a state."""
        run = state.run
        if run is None:
            return f"seat {player}" if self.private else ""
        if self.recall and self.public and self.private:
            return self.game.encoding.information_state(run.view(player))
        return "\n".join(self._now(run, player))

    def _now(self, run: Run, player: int) -> Iterator[str]:
        view = run.view(player)
        if self.private:
            yield f"seat {player} holds {' '.join(view.hand)}"
        if self.public:
            won = [trick.winner for trick in view.tricks]
            yield f"tricks won {[won.count(seat) for seat in range(view.seats)]}"
            yield f"on the table {' '.join(f'{seat}:{card}' for seat, card in view.lying)}"
            if view.waiting is not None:
                yield f"seat {view.waiting.seat} is asked to {view.waiting.kind}"


def heard(run: Run, player: int) -> Iterator[tuple[Decision, str]]:
    """The choices that a seat knows of, its own and those that were told it, in order."""
    ends = [*run.told_before, len(run.events)][1:]
    for action, before, after in zip(run.actions, run.told_before, ends, strict=True):
        told = run.events[before:after]
        if action.seat == player or any(
            event.seat == action.seat and action.choice in event.what
            for event in seen(told, player)
        ):
            yield Decision(action.seat, action.kind, (action.choice,)), action.choice


def first_seen(run: Run, player: int) -> dict[str, int]:
    """When a seat has first seen each card: by the event, and the place in it.

    Cards that come into a hand together come in no order.
    """
    found: dict[str, int] = {}
    for number, event in enumerate(seen(run.events, player), start=1):
        for place, card in enumerate(event.what):
            if card in NUMBER:
                nth = 0 if event.moves == INTO_HAND else place
                found.setdefault(card, number * A_EVENT + nth)
    return found


def seen(events: Iterable[Event], player: int) -> Iterator[Event]:
    """The events that a seat may see."""
    return (event for event in events if event.seen_by == ALL or event.seen_by >> player & 1)


DEALER, CARRIED, AS_SETS = "dealer", "carried_", "hands_as_sets"
TRIES = 8
"""So many deals are drawn for one: not every one can be played where inferences are missing."""

SEEDS = 2**31


class DealGame(pyspiel.Game):  # type: ignore[misc]
    """One deal of a game; `register` makes a class of it for each game."""

    game: ClassVar[Game]
    game_type: ClassVar[pyspiel.GameType]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = {**self.game_type.parameter_specification, **(parameters or {})}
        game = self.game
        self.options = game.resolve({one.name: given[one.name] for one in game.options})
        self.dealer = int(given[DEALER])
        check_seat(self.dealer, game.seats)
        self.carried = {name: int(given[CARRIED + name]) for name in game.carried}
        self.encoding = encoding_of(game, self.options)
        self.cards = game.pack(self.options).codes
        self.place = {card: number for number, card in enumerate(self.cards)}
        sizes = (*game.hand_sizes(self.options, self.dealer),) if given[AS_SETS] else ()
        self.sets = (*sizes, *(1,) * (len(self.cards) - sum(sizes)))
        most = most_paid(game, self.options, self.carried)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=len(self.cards),
            num_players=game.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=game.longest(self.options),
        )
        super().__init__(self.game_type, info, given)
        self._worlds: tuple[str, Worlds] | None = None

    def new_initial_state(self) -> DealState:
        """The pack before the first card is dealt."""
        return DealState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for each card."""
        return len(self.cards)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> SeatObserver:
        """Return what a seat sees: all that it has seen (perfect recall), or how it stands."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SeatObserver(self, wanted, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name and parameters; whoever reads it must have registered the game."""
        return pyspiel.load_game, (str(self),)

    def worlds(self, view: View) -> Worlds:
        """All deals in which a seat has seen the same; kept until another view is asked for."""
        seen = self.encoding.information_state(view)
        if self._worlds is None or self._worlds[0] != seen:
            self._worlds = seen, Worlds(self.game, view)
        return self._worlds[1]

    def state_of(self, run: Run) -> DealState:
        """The state in which a deal of this game stands."""
        state = self.new_initial_state()
        for card in self._dealt_of(run.setup.deal):
            state.apply_action(card)
        for action in run.actions:
            asked = Decision(action.seat, action.kind, (action.choice,))
            state.apply_action(self.encoding.number(asked, action.choice))
        return state

    def _dealt_of(self, deal: Deal) -> Iterator[int]:
        """The cards of a deal in the order in which they are dealt here."""
        cards = iter([card for hand in (*deal.hands, deal.talon) for card in hand])
        for size in self.sets:
            yield from sorted(self.place[card] for card in islice(cards, size))

    def begin(self, dealt: list[int]) -> Run:
        """Begin the deal, with all cards dealt: seat 0's hand first, the talon last."""
        deal = self.game.deal_from(
            [self.cards[card] for card in dealt], self.options, self.dealer
        )
        return Run(
            self.game, deal, dealer=self.dealer, options=self.options, carried=self.carried
        )


class DealState(pyspiel.State):  # type: ignore[misc]
    """Where a deal stands, while its cards are dealt (chance) and afterwards.

    OpenSpiel keeps the history, and copies and stores a state by it. The deal is made from that
    history when a copy is first looked at; it lies in a slot, where OpenSpiel does not copy it.
    """

    __slots__ = ("_dealt", "_game", "_run")

    def __init__(self, game: DealGame) -> None:
        super().__init__(game)
        self._game = game
        self._dealt: list[int] | None = None
        self._run: Run | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as OpenSpiel writes it down: the game and the history."""
        return restored, (pyspiel.serialize_game_and_state(self._game, self),)

    # -- where it stands -----------------------------------------------------------------

    @property
    def dealt(self) -> list[int]:
        """The cards that have been dealt, by their numbers in the pack."""
        if self._dealt is None:
            dealt: list[int] = []
            for action in self.history():
                self._do(dealt, action)
            self._dealt = dealt
        return self._dealt

    @property
    def run(self) -> Run | None:
        """The deal itself, with everybody's cards; None while cards are still dealt."""
        _ = self.dealt
        return self._run

    def _do(self, dealt: list[int], action: int) -> None:
        if self._run is not None:
            asked = self._run.decision
            assert asked is not None  # OpenSpiel does nothing after the end
            self._run.do(self._game.encoding.choice(asked, action))
            return
        dealt.append(action)
        if len(dealt) == len(self._game.cards):
            self._run = self._game.begin(dealt)

    # -- OpenSpiel's questions -----------------------------------------------------------

    def current_player(self) -> int:
        """The seat that is asked, chance while cards are dealt, or nobody."""
        run = self.run
        if run is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if run.decision is None else run.decision.seat

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        run = self.run
        return run is not None and run.decision is None

    def _legal_actions(self, _player: int) -> list[int]:
        run = self.run
        assert run is not None and run.decision is not None
        number = self._game.encoding.number
        return sorted(number(run.decision, choice) for choice in run.decision.options)

    def chance_outcomes(self) -> Outcomes:
        """The cards that may be dealt next, with their probabilities."""
        return next_cards(len(self._game.cards), self.dealt, self._game.sets)

    def _apply_action(self, action: int) -> None:
        self._do(self.dealt, action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DealState:
        """A state in which the seat has seen and done the same, each deal as likely as another.

        `sampler` gives numbers from 0 to 1, such as `pyspiel.UniformProbabilitySampler(0, 1)`.
        Raises `NoWorld` if nothing fits what the seat has seen.
        """
        run = self.run
        if run is None or run.decision is None:
            raise ValueError("Before the deal and after it there is nothing to be drawn.")
        worlds = self._game.worlds(run.view(player))
        drawn = worlds.draw(TRIES, int(sampler() * SEEDS))
        return self._game.state_of(worlds.any_run(drawn))

    def returns(self) -> list[float]:
        """Return what the deal has brought each seat, less the mean; nothing before its end."""
        run = self.run
        return [0.0] * self._game.game.seats if run is None else list(paid(run))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._game.cards[action]}"
        return self._game.encoding.actions[action]

    def __str__(self) -> str:
        """The hands as they were dealt, and all that was done."""
        cards = " ".join(self._game.cards[card] for card in self.dealt)
        done = () if self._run is None else self._run.actions
        return "\n".join([cards, *(f"{one.seat} {one.kind} {one.choice}" for one in done)])


def restored(page: str) -> DealState:
    """A state from what OpenSpiel has written down of it."""
    state: DealState = pyspiel.deserialize_game_and_state(page)[1]
    return state


_CLASSES: dict[str, type[DealGame]] = {}


def name_of(game: Game) -> str:
    """Return what a game is called in OpenSpiel: `matto_<game>`, with `_` for each `-`."""
    return f"matto_{game.id.replace('-', '_')}"


def register(game: Game, name: str | None = None) -> str:
    """Have a game in OpenSpiel, under its own name unless given; gives the name."""
    name = name or name_of(game)
    kind = game_type(game, name)
    _CLASSES[name] = type(name, (DealGame,), {"game": game, "game_type": kind})
    pyspiel.register_game(kind, _CLASSES[name])
    return name


def game_type(game: Game, name: str) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game before it is loaded."""
    parameters: dict[str, Any] = {
        **game.resolve(),
        DEALER: 0,
        **{CARRIED + what: amount for what, amount in game.carried.items()},
        AS_SETS: False,
    }
    return pyspiel.GameType(
        short_name=name,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


NAMES = tuple(register(game) for game in catalogue().values())
"""The names of the catalogue's games there."""
