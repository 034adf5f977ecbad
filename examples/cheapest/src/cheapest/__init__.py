"""A bot for matto: it plays the card that counts least, and bids as little as it can."""

from matto import Game, View

SILENT = ("pass", "passo", "silence")


class Cheapest:
    """Made for one seat of one game; `seed` is there for whoever needs chance."""

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game

    def choose(self, view: View) -> str:
        """Give one of the choices: the view is all that the seat has seen."""
        choices = view.decision.options if view.decision else ()
        worth = view.pack.value_of
        return min(choices, key=lambda choice: (choice not in SILENT, worth.get(choice, 0)))
