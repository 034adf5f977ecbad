"""A contest: guests against a reference, on duplicate deals.

The dealer goes round from deal to deal. Where a game carries something on (a pot), a deal
starts from what a short match of rule-of-thumb players has left, of none to three deals, so
that full pots are met as often as in play; games that carry nothing are not asked to.

In the stratum of the play alone, everything before the first card is played is done by the
rule of thumb in all seats, so that the contract is the same at every table of the deal. A deal
that ends before a card is played (thrown in, paid without play) is dealt anew, with the same
dealer, until one is played: the cards of attempt 0, 1, 2 … follow from the seed too.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from matto.engine.errors import MattoError
from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.options import Options, Value
from matto.engine.run import Action, Match, Run
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import Bot, check_bot, make_bot
from matto.players.seeds import derived


class BadContest(MattoError):
    """A contest that cannot be held: too few bots or deals, or an unknown stratum."""


class BotFailed(MattoError):
    """A bot that broke off or chose what is not legal."""


Party = tuple[int, ...]
"""Seats, the lowest first."""


def parties_of(run: Run) -> tuple[Party, ...]:
    """The parties that all know of as the deal begins; without any, each seat by itself."""
    seats = range(run.setup.seats)
    known = (run.game.friends(run.view(seat)) | {seat} for seat in seats)
    return tuple(dict.fromkeys(tuple(sorted(party)) for party in known))


def has_partners(game: Game, options: Options) -> bool:
    """Return whether a game fixes who plays with whom."""
    return len(parties_of(Run.shuffled(game, seed=0, options=options))) < game.seats


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
        """Return the names of guests and, last, the reference, told apart if need be."""
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


RULE = "rule"
PLAYING = "play"
MOST_ATTEMPTS = 1000
LONGEST_MATCH_BEFORE = 3
"""A deal stands in the place of the first to the fourth of a match, as far as pots go."""


@dataclass(frozen=True)
class Duplicate:
    """A deal as every table of it begins; `redealt` says how often it was dealt anew."""

    game: Game
    options: Options
    deal: Deal
    dealer: int
    carried: Mapping[str, int]
    prelude: tuple[Action, ...] = ()
    redealt: int = 0

    def run(self) -> Run:
        """Begin it at a table."""
        return Run(
            self.game,
            self.deal,
            dealer=self.dealer,
            options=self.options,
            carried=self.carried,
            actions=self.prelude,
        )


def duplicate(contest: Contest, stratum: str, number: int) -> Duplicate:
    """Return a deal of a contest; raises `BadContest` if no attempt comes to a card."""
    game, options = contest.found_game()
    dealer = number % game.seats
    carried = _carried(contest, game, options, number)
    for attempt in range(MOST_ATTEMPTS):
        chance = random.Random(derived(contest.seed, "cards", number, attempt))
        deal = game.shuffled(options, dealer, chance)
        begun = Duplicate(game, options, deal, dealer, carried)
        if stratum == FULL:
            return begun
        run = begun.run()
        _play_by_rule(run, derived(contest.seed, "before play", number, attempt), PLAYING)
        if run.decision is not None:
            return Duplicate(
                game, options, deal, dealer, carried, tuple(run.actions), redealt=attempt
            )
    raise BadContest(
        text(
            "In {attempts} attempts no deal came to the play: choose the stratum full.",
            attempts=MOST_ATTEMPTS,
        )
    )


def _carried(contest: Contest, game: Game, options: Options, number: int) -> Mapping[str, int]:
    """Return what the deal starts from: what a match of rule-of-thumb players has left."""
    match = Match(game, options)
    if not game.carried:
        return match.carried
    before = derived(contest.seed, "match before", number) % (LONGEST_MATCH_BEFORE + 1)
    for earlier in range(before):
        seed = derived(contest.seed, "match before", number, earlier)
        run = match.next_run(seed=seed)
        _play_by_rule(run, seed)
        if run.result is not None:
            match.take(run.result)
    return match.carried


def _play_by_rule(run: Run, seed: int, until: str = "") -> None:
    bots: list[Bot] = [
        make_bot(RULE, run.game, derived(seed, seat)) for seat in range(run.setup.seats)
    ]
    while (decision := run.decision) is not None and decision.kind != until:
        run.do(bots[decision.seat].choose(run.view(decision.seat)))
