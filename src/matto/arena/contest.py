"""What is to be measured: guests against a reference, in which game, by which seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from matto.arena.errors import BadContest
from matto.arena.parties import has_partners
from matto.engine.game import Game
from matto.engine.options import Options, Value
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import check_bot

FULL, PLAY = "full", "play"
STRATA = (FULL, PLAY)
"""All phases by the bots, or the play of the cards only."""

FEWEST_BOTS = 2

PATIENCE = 60.0
"""Seconds that a bot of other people may think about one choice: longer than at a table."""

LONGEST_PATIENCE = 24 * 60 * 60
"""More seconds than anybody waits for one choice."""


class Contest(msgspec.Struct, frozen=True):
    """Guests (by the names of `make_bot`) and the reference among which each of them sits."""

    game: str
    rules_version: int
    options: Mapping[str, Value]
    guests: tuple[str, ...]
    reference: str
    seed: int
    strata: tuple[str, ...] = STRATA
    together: bool = False
    """Whether guests have guests like themselves for partners, where these are fixed."""

    strict: bool = False
    """Whether a bot that gives no legal choice ends it all; else `rule` stands in."""

    patience: float = PATIENCE

    @property
    def labels(self) -> tuple[str, ...]:
        """What guests and, last, the reference are called: names, told apart if need be."""
        names = (*self.guests, self.reference)
        return tuple(
            name if name not in names[:place] else f"{name} #{names[: place + 1].count(name)}"
            for place, name in enumerate(names)
        )

    def found_game(self) -> tuple[Game, Options]:
        """The game that is played, with its options."""
        return find_game(self.game), Options(self.options)


def contest_of(
    game: Game,
    options: Options,
    bots: Sequence[str],
    *,
    seed: int = 0,
    strata: Sequence[str] = STRATA,
    together: bool = False,
    strict: bool = False,
    patience: float = PATIENCE,
) -> Contest:
    """Check what is asked for, the reference last; raises `BadContest`, `UnknownBot`."""
    _check_bots(bots)
    _check_strata(strata)
    _check_seating(game, options, together=together, patience=patience)
    return Contest(
        game=game.id,
        rules_version=game.rules_version,
        options=dict(options),
        guests=tuple(bots[:-1]),
        reference=bots[-1],
        seed=seed,
        strata=tuple(strata),
        together=together,
        strict=strict,
        patience=patience,
    )


def _check_bots(bots: Sequence[str]) -> None:
    if len(bots) < FEWEST_BOTS:
        raise BadContest(
            text("Name at least two bots, as rule,random: the last is what the others meet.")
        )
    for name in bots:
        check_bot(name)


def _check_seating(game: Game, options: Options, *, together: bool, patience: float) -> None:
    if not 0 < patience <= LONGEST_PATIENCE:  # nor is it NaN
        raise BadContest(
            text(
                "A bot may think for more than 0 and up to {most} seconds, not for {seconds}.",
                most=LONGEST_PATIENCE,
                seconds=f"{patience:g}",
            )
        )
    if together and not has_partners(game, options):
        raise BadContest(
            text(
                "In this game nobody has a partner before the cards are dealt: "
                "seat guests alone."
            )
        )


def _check_strata(strata: Sequence[str]) -> None:
    wrong = [name for name in strata if name not in STRATA]
    if wrong or not strata:
        raise BadContest(
            text(
                "There is no stratum “{name}”. Strata: {known}.",
                name=", ".join(wrong),
                known=", ".join(STRATA),
            )
        )
    if len(set(strata)) < len(strata):
        raise BadContest(text("Name each stratum once."))
