"""A deal as OpenSpiel sees it: a game, and the states that it goes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

import pyspiel

from matto.adapters.errors import check_seat
from matto.adapters.openspiel.chance import Outcomes, next_cards
from matto.adapters.openspiel.observing import SeatObserver
from matto.adapters.payments import most_paid, paid
from matto.encoding import encoding_of
from matto.engine.events import Deal, Decision
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.inference import Worlds

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
        """What a seat sees: all that it has seen (perfect recall), or how it stands."""
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
        """Tell whether the deal is over."""
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
        """What the deal has brought each seat, less the mean; nothing before its end."""
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
