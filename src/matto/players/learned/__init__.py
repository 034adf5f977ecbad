"""The bot `quick`: the rule of thumb, and a network that knows when to differ from it.

Where it has not learnt - another game, another option, another kind of question - it says so
once in the log, counts it, and lets the rule of thumb choose.
"""

from __future__ import annotations

import logging
from collections import Counter

import numpy as np

from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import Text, text
from matto.players.bot_readiness import BadModel
from matto.players.encoding import Encoding, encoding_of
from matto.players.encoding.suits import SuitOrders
from matto.players.learned.features import card_tables, features_of
from matto.players.learned.model import Model, Network, model_of, promise_inputs
from matto.players.simple_bots import RuleBot

__all__ = ["BadModel", "QuickBot", "forget_models", "unlearned_counts"]


log = logging.getLogger("matto.players")

unlearned_counts: Counter[str] = Counter()
"""How often `quick` did not know, in this process, by what it did not know."""


OBLIGING_BONUS = 0.02
"""So many σ a player gives for what a partner asks."""


class Judge:
    """A model beside the encoding of its game: what it knows, and what it thinks of choices."""

    def __init__(self, model: Model, encoding: Encoding) -> None:
        self.model = model
        self.encoding = encoding
        about = model.about
        self.orders = SuitOrders(
            encoding.game, encoding.options, encoding.names, encoding.actions, about.alike
        )
        self._tables = card_tables(encoding)
        self._by_kind = {
            kind: (model.networks[name], margin)
            for name, shape in about.networks.items()
            for kind, margin in shape.margins.items()
        }

    def network_for(self, kind: str) -> tuple[Network, float]:
        """Return the network for a kind of question, and its margin in σ."""
        return self._by_kind[kind]

    def why_untrained(self, view: View, kind: str) -> Text | None:
        """Return what a model was not trained for; None if it knows the game and the kind."""
        for name, value in view.options.items():
            if value not in self.model.about.options[name]:
                return text(
                    "{game}: not trained with {option}={value}.",
                    game=view.game,
                    option=name,
                    value=str(value),
                )
        if kind not in self._by_kind:
            return text("{game}: not trained to {kind}.", game=view.game, kind=kind)
        return None

    def choice(self, view: View, rule: RuleBot) -> str:
        """Return the best choice: the rule's unless another promises enough more.

        A card that a partner has asked for may promise a little less.
        """
        judged, usual = self.estimates(view, rule)
        for card in rule.advice.asked_for(view):
            if card in judged:
                judged[card] += OBLIGING_BONUS
        best = max(judged, key=judged.__getitem__)
        _, margin = self._by_kind[view.asked.kind]
        return best if judged[best] > judged[usual] + margin else usual

    def estimates(self, view: View, rule: RuleBot) -> tuple[dict[str, float], str]:
        """Return what each choice promises, in σ, and which one the rule would take."""
        asked, number = view.asked, self.encoding.number
        network, _ = self._by_kind[asked.kind]
        observation = self.encoding.observe(view)
        order = self.orders.of(observation)
        places = order.places[[number(asked, choice) for choice in asked.options]]
        seen = observation[order.entries]
        if asked.kind == "play":
            usual, weighed = rule.weighed(view)
            taken = order.places[number(asked, usual)]
            points = [weighed[choice] for choice in asked.options]
            promised = promise_inputs(np.array(points, np.float32))
            told = features_of(seen, self._tables, places.tolist(), promised, taken)
            found = network.judge(seen, taken, places, promised, told)
        else:
            usual = rule.choose(view)
            found = network.judge(seen, order.places[number(asked, usual)])
        values = found[places]
        values += found[-1] - np.add.reduce(values) / len(values)
        return dict(zip(asked.options, values.tolist(), strict=True)), usual


class QuickBot:
    """Takes the choice of a network or, without one, of the rule; remembers nothing."""

    name = "quick"

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self._rule = RuleBot(game, seed)

    def choose(self, view: View) -> str:
        options = view.asked.options
        if len(options) == 1:
            return options[0]
        judge = judge_for(self.game, view)
        if isinstance(judge, Judge):
            return judge.choice(view, self._rule)
        _log_once(str(judge))
        return self._rule.choose(view)

    def answer(self, view: View) -> str:
        """Return one of `view.asides`, by the game's own advice, or silence."""
        return self._rule.answer(view)

    def speak(self, view: View) -> str:
        """Return one of `view.asides`, by the game's own advice, or silence."""
        return self._rule.speak(view)


def network_choice(game: Game, view: View, rule: RuleBot) -> str:
    """Return the choice of a network, or of the rule of thumb where none has learnt this."""
    judge = judge_for(game, view)
    return judge.choice(view, rule) if isinstance(judge, Judge) else rule.choose(view)


def judge_for(game: Game, view: View, kind: str = "") -> Judge | Text:
    """Return the network that judges a kind of questions, or why there is none.

    Without a `kind` it is that of the question asked.
    """
    judge = judge_of(game)
    if isinstance(judge, Text):
        return judge
    return judge.why_untrained(view, kind or view.asked.kind) or judge


def _log_once(why: str) -> None:
    if why not in unlearned_counts:
        log.warning("quick has not learnt this, and rule answers for it: %s", why)
    unlearned_counts[why] += 1


_judges: dict[str, tuple[Game, Judge | Text]] = {}


def forget_models() -> None:
    _judges.clear()


def judge_of(game: Game) -> Judge | Text:
    """Return who judges the questions of a game, or why there is nobody; kept once found."""
    kept = _judges.get(game.id)
    if kept is None or kept[0] is not game:
        kept = _judges[game.id] = game, _judge_of(game)
    return kept[1]


def _judge_of(game: Game) -> Judge | Text:
    encoding = encoding_of(game)
    model = model_of(encoding)
    return model if isinstance(model, Text) else Judge(model, encoding)
