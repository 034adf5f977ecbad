"""Card faces on a page: pieces of the one picture that holds a whole pack."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from matto.cardart import BOX
from matto.engine.game import Game
from matto.engine.options import Options
from matto.server.http.display import Display
from matto.server.web.face_address import address


class Faces:
    """The faces of one pack in one style."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._made: dict[str, Markup] = {}

    def face(self, card: str) -> Markup:
        """The picture of a card; what it is called is said beside it."""
        if card not in self._made:
            self._made[card] = Markup(
                '<svg class="face" viewBox="{}" aria-hidden="true" focusable="false">'
                '<use href="{}#{}"/></svg>'
            ).format(BOX, self.address, card)
        return self._made[card]


def faces_of(game: Game, options: Options, display: Display) -> Faces:
    """The faces in which somebody wants to see a game's pack."""
    return _faces(address(game, options, display.faces, display.language))


@lru_cache(maxsize=256)
def _faces(address: str) -> Faces:
    return Faces(address)
