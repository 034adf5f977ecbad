"""The catalogue: every game of ours, named explicitly, and those that other packages offer."""

from __future__ import annotations

import copyreg
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from matto.engine.errors import BadGamePackage, UnknownGame
from matto.engine.events import Deal
from matto.engine.game import Game, found_by, game_of
from matto.engine.options import Options
from matto.engine.plugins import Offer, offer_of, offers
from matto.engine.rulebook import rulebook
from matto.engine.run import Action, Match, Run
from matto.engine.words import Text, text

__all__ = [
    "FOR_BEGINNERS",
    "MODULES",
    "OURS",
    "GameLeftOut",
    "Match",
    "Run",
    "catalogue",
    "catalogue_of",
    "game",
    "game_of",
    "offered",
]

MODULES = (
    "sicily.mineo_3",
    "sicily.mineo_4",
    "sicily.ragusa_3",
    "priestertarock",
    "tarots.marolles",
    "sicily.barcellona_3",
    "sicily.barcellona_4",
    "sicily.tortorici_3",
    "sicily.tortorici_4",
    "sicily.tortorici_1930",
    "sicily.calatafimi_4",
    "sicily.calatafimi_3",
    "sicily.calatafimi_2",
    "nice.mitigatti_3",
    "nice.mitigatti_4",
    "tarots.grosstarock",
)

OURS = "matto"

FOR_BEGINNERS = "calatafimi-2"
"""Whoever has never played Tarock begins with this game."""


def catalogue_of(games: Iterable[Game]) -> Mapping[str, Game]:
    """Index games by id; raises `ValueError` for an id that appears twice."""
    found: dict[str, Game] = {}
    for game in games:
        if game.id in found:
            raise ValueError(f"two games call themselves {game.id}")
        found[game.id] = game
    return found


class GameLeftOut(UserWarning):
    """A game that an installed package offers is not in the catalogue."""


@cache
def catalogue() -> Mapping[str, Game]:
    """All games by id: ours in the order of the catalogue, then those of other packages.

    One that cannot be taken in is left out with a warning, and all others stay.
    """
    ours = (import_module(f"matto.games.{module}").GAME for module in MODULES)
    found = dict(catalogue_of(ours))
    owner = dict.fromkeys(found, OURS)
    for offer in offers():
        try:
            found[offer.game_id] = offered(offer, owner)
        except BadGamePackage as bad:
            warnings.warn(str(bad), GameLeftOut, stacklevel=2)
        else:
            owner[offer.game_id] = offer.package
    return found


def offered(offer: Offer, owner: Mapping[str, str]) -> Game:
    """Load a game of another package; `owner` has the packages of the games there are.

    Raises `BadGamePackage`.
    """
    package, game_id = offer.package, offer.game_id
    if game_id in owner:
        raise BadGamePackage(
            text(
                "The packages {one} and {other} both offer a game “{name}”: only that of {one} "
                "can be played. Uninstall one of them, or give its game another id.",
                one=owner[game_id],
                other=package,
                name=game_id,
            )
        )
    try:
        game = offer.entry.load()
        fault = _fault(game, offer)
        if not fault:
            rulebook(game_id)  # a page that cannot be read is found here, not by a reader
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    if fault:
        raise BadGamePackage(
            text(
                "The game “{name}” of the package {package} is left out: {fault}",
                name=game_id,
                package=package,
                fault=fault,
            )
        )
    found: Game = game
    return found


def _fault(game: object, offer: Offer) -> str:
    """Return what is wrong with what an entry leads to, or nothing."""
    if not isinstance(game, Game):
        return f"{offer.entry.value} is no Game."
    if game.id != offer.game_id:
        return f"its entry is called “{offer.game_id}”, the game “{game.id}”."
    return "" if offer.rulebook().is_file() else f"there is no {offer.rulebook()}."


def game(game_id: str) -> Game:
    """Return a game by id; raises `UnknownGame` with the reason or the nearest names."""
    games = catalogue()
    if game_id not in games:
        raise UnknownGame(_why_unknown(game_id, games))
    return games[game_id]


def _why_unknown(game_id: str, games: Collection[str]) -> Text:
    """Say that a game was left out and why, or which games there are."""
    offer = offer_of(game_id)
    try:
        if offer is not None:
            offered(offer, {})
    except BadGamePackage as bad:
        return bad.sentence
    near = ", ".join(get_close_matches(game_id, games, n=3))
    if near:
        return text("There is no game “{name}”. Did you mean: {near}?", name=game_id, near=near)
    known = ", ".join(games)
    return text("There is no game “{name}”. Games: {known}.", name=game_id, known=known)


# -- as they are pickled -------------------------------------------------------------------


def _named(of: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """A game is pickled by its id; raises `UnknownGame` for one outside of the catalogue."""
    if game(of.id) is not of:
        raise UnknownGame(
            text("Only the game “{name}” of the catalogue can be pickled.", name=of.id)
        )
    return game, (of.id,)


def _replayed(run: Run) -> tuple[Callable[..., Run], tuple[object, ...]]:
    """A run is pickled as its game, its deal and its actions, and replayed from them."""
    setup = run.setup
    said = (run.options, setup.deal, setup.dealer, dict(setup.carried), tuple(run.actions))
    return _run_of, (run.game, *said, setup.ledger)


def _run_of(
    of: Game,
    options: Options,
    deal: Deal,
    dealer: int,
    carried: Mapping[str, int],
    actions: Sequence[Action],
    ledger: tuple[int, ...] = (),
) -> Run:
    return Run(
        of,
        deal,
        dealer=dealer,
        options=options,
        carried=carried,
        ledger=ledger,
        actions=actions,
    )


found_by(game)
copyreg.pickle(Game, _named)
copyreg.pickle(Run, _replayed)
