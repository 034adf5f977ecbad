"""The search: likely deals, what each choice brings in them, and the choice.

A decision is made in the same four steps for words and cards:

1. The usual choice is that of `quick`: of the cards that a partner asks for, if any are.
2. Deals are drawn that look to the seat as its view does (`weighted_worlds`).
3. Each choice is made in the same deals, which are continued to their end (`playouts`). Choices
   that are surely behind are given up, and the others tried in more deals.
4. The usual choice is taken unless another brings surely more, and what a partner asks for is
   done unless another brings very surely more.

Nothing is remembered: the same view and seed give the same choice on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from matto.blocks.auction import SILENCE
from matto.engine.game import Game
from matto.engine.view import View
from matto.kernel.layout import Reals
from matto.players import make_here
from matto.players.hints import ChoiceValue, Hint
from matto.players.kernel_positions import PLAY
from matto.players.learned import network_choice
from matto.players.playouts import (
    Playouts,
    card_playouts,
    phrase_playouts,
    solved_cards,
    word_playouts,
)
from matto.players.simple_bots import RuleBot, view_with_options
from matto.players.weighted_worlds import weighted_worlds


@dataclass(frozen=True)
class SearchBudget:
    """How much one decision may cost, and how sure it must be.

    - `deals`: how many deals are drawn; `talk_samples`: in how many the talk is played again
      to learn what it tells.
    - `words`: about how many playouts there are of words; `cards`: about how many cards the
      seat plays in all playouts of cards.
    - `doubt`: by how many standard errors another card must be better than the usual one;
      `doubt_of_words`: another word, as there are more words, and fewer playouts of each.
    - `by_network`: whether networks continue deals, and say what is usual; else the rule of
      thumb does.
    """

    deals: int = 200
    talk_samples: int = 100
    words: int = 128
    cards: int = 20_000
    doubt: float = 1.0
    doubt_of_words: float = 2.0
    by_network: bool = True


STRONG = SearchBudget()
PIMC = SearchBudget(
    deals=100,
    talk_samples=200,
    words=320,
    cards=28_000,
    doubt=0,
    doubt_of_words=0,
    by_network=False,
)

THINKERS: Mapping[str, SearchBudget] = {"strong": STRONG, "pimc": PIMC}

ROUNDS = (0.25, 0.25, 0.5)
"""The part of the playouts in each round."""

FEWEST_DEALS = 8
"""So many deals at least belong to a round."""

GIVE_UP_MARGIN = 2.0
"""Standard errors by which a choice must be behind the best to be given up."""

OBLIGING_MARGIN = 3.0
"""Standard errors by which another card must be better than one that a partner asks for."""

NORMAL_95 = 1.96
"""So many standard errors to each side have the true mean between them 19 times in 20."""


class TrialResults(NamedTuple):
    """The results of choices in deals, `[choices, deals]`, NaN once they were given up.

    The usual choice comes first. `left`: those that were tried to the last.
    """

    choices: Sequence[str]
    brought: Reals
    left: Sequence[int]

    def best(self, doubt: float) -> int:
        """Return the usual choice, or the best of those that are surely better."""
        best, most = 0, 0.0
        for choice in self.left:
            gain, error = gain_over(self.brought[choice], self.brought[0])
            if gain > most and gain > doubt * error:
                best, most = choice, gain
        return best


def try_choices(
    playouts: Playouts, choices: Sequence[str], trials: int, deals: int
) -> TrialResults:
    """Try all choices in some deals, and in each further round those that may be the best."""
    tried = TrialResults(choices, np.zeros((len(choices), 0)), range(len(choices)))
    for part in ROUNDS:
        begun, each = tried.brought.shape[1], int(trials * part / len(tried.left))
        numbers = np.arange(begun, min(deals, begun + max(FEWEST_DEALS, each)))
        if len(tried.left) == 1 or not numbers.size:
            break
        more = np.full((len(choices), numbers.size), np.nan)
        more[tried.left] = playouts([choices[choice] for choice in tried.left], numbers)
        tried = tried._replace(brought=np.hstack([tried.brought, more]))
        tried = tried._replace(left=remaining_choices(tried))
    return tried


def remaining_choices(tried: TrialResults) -> Sequence[int]:
    """Return the usual choice and all that may be better; of those that are alike the first."""
    brought = tried.brought
    leader = max(tried.left, key=lambda choice: float(brought[choice].mean()))
    found = [0]
    for choice in tried.left[1:]:
        gain, error = gain_over(brought[leader], brought[choice])
        alike = any(np.array_equal(brought[choice], brought[other]) for other in found)
        if gain <= GIVE_UP_MARGIN * error and not alike:
            found.append(choice)
    return found


def gain_over(one: Reals, other: Reals) -> tuple[float, float]:
    """Return how much better one choice was in the same deals, and its standard error."""
    gains = (one - other)[~np.isnan(one - other)]
    return float(gains.mean()), float(gains.std() / sqrt(len(gains)))


class SearchBot:
    """Tries all choices in likely deals, and does what `quick` does where none is better."""

    def __init__(self, name: str, game: Game, seed: int | str, budget: SearchBudget) -> None:
        self.name = name
        self.game = game
        self.seed = seed
        self.budget = budget
        self._rule = RuleBot(game, seed)

    def choose(self, view: View) -> str:
        asked = view.asked
        if len(asked.options) <= asked.left:
            return asked.options[0]
        tried = self.trial_results(view)
        return tried.choices[self._best(view, tried)]

    def hint(self, view: View) -> Hint:
        """Return what it would choose, and what that is worth beside other choices."""
        tried = self.trial_results(view)
        return hint_from(self.name, tried, self._best(view, tried))

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, by the game's own advice, or silence."""
        return self._rule.answer(view)

    def speak(self, view: View) -> str:
        """Return one of `view.asides` that surely brings more than silence, or silence."""
        words = (SILENCE, *self._rule.advice.worth_saying(view))
        if len(words) == 1:
            return SILENCE
        deals = weighted_worlds(
            self.game, view, self.budget.deals, self.seed, self.budget.talk_samples
        )
        tried = try_choices(
            phrase_playouts(view, deals, self._rule), words, self.budget.words, len(deals)
        )
        return words[tried.best(self.budget.doubt)]

    def _best(self, view: View, tried: TrialResults) -> int:
        if self._asked_for(view):
            return tried.best(OBLIGING_MARGIN)
        of_card = view.asked.kind == PLAY
        return tried.best(self.budget.doubt if of_card else self.budget.doubt_of_words)

    def _asked_for(self, view: View) -> Sequence[str]:
        """Return the choices that a partner asks for."""
        wanted = self._rule.advice.asked_for(view)
        return [choice for choice in view.asked.options if choice in wanted]

    def _usual(self, view: View) -> str:
        """Return what `quick` does, or the rule of thumb where no network is wanted."""
        asked_for = self._asked_for(view)
        narrowed = view_with_options(view, asked_for) if asked_for else view
        if self.budget.by_network:
            return network_choice(self.game, narrowed, self._rule)
        return self._rule.choose(narrowed)

    def trial_results(self, view: View) -> TrialResults:
        """Return what each choice brings in likely deals, but for words without hope."""
        game, budget, options = self.game, self.budget, view.asked.options
        by_network, usual = budget.by_network, self._usual(view)
        left_out = {usual, *self._rule.advice.hopeless(view)}
        choices = (usual, *(choice for choice in options if choice not in left_out))
        deals = weighted_worlds(game, view, budget.deals, self.seed, budget.talk_samples)
        if view.asked.kind != PLAY:
            playouts = word_playouts(view, deals, self._rule, by_network=by_network)
            return try_choices(playouts, choices, budget.words, len(deals))
        solved = solved_cards(view, deals)
        if solved is not None:
            values = dict(zip(options, solved.tolist(), strict=True))
            brought = np.array([[values[choice]] for choice in choices])
            return TrialResults(choices, brought, range(len(choices)))
        playouts = card_playouts(game, view, deals, by_network=by_network)
        return try_choices(playouts, choices, budget.cards // len(view.hand), len(deals))


def thinking_bot(name: str, game: Game, seed: int | str) -> SearchBot:
    return SearchBot(name, game, seed, THINKERS[name])


def hint_of(bot: str, game: Game, view: View, seed: int | str) -> Hint:
    """Return what a bot of ours would do, by the same thoughts as if it sat there."""
    asked = view.asked
    if len(asked.options) <= asked.left:
        return Hint(bot, asked.options[0])
    if bot not in THINKERS:
        return Hint(bot, make_here(bot, game, seed).choose(view))
    return thinking_bot(bot, game, seed).hint(view)


def hint_from(bot: str, tried: TrialResults, best: int) -> Hint:
    """Return the values of all choices beside the best one's, in the deals that they share."""
    brought = tried.brought
    most, values = float(np.nanmean(brought[best])), []
    for choice, found in zip(tried.choices, brought, strict=True):
        gain, error = gain_over(found, brought[best])
        deals = int((~np.isnan(found)).sum())
        spread = NORMAL_95 * float(np.nanstd(found)) / sqrt(deals)
        equal = abs(gain) <= NORMAL_95 * error
        values.append(ChoiceValue(choice, most + gain, spread, deals, equal=equal))
    chosen = tried.choices[best]
    values.sort(key=lambda one: (one.choice != chosen, not one.equal, -one.value))
    return Hint(bot, chosen, tuple(values))
