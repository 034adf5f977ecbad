"""Deals for the tests of records: played at random, with things said aside."""

from __future__ import annotations

import random
from collections.abc import Mapping

from matto.blocks.play import TrickState, play_trick
from matto.engine.events import Result
from matto.engine.game import Dealing, Game, TrickRules
from matto.engine.run import Match, Run
from matto.engine.scoring import Row, from_each
from matto.engine.table import Asides, Script, Table
from matto.games import game as find_game
from matto.games.sicily import FUGGITIVO, SICILIAN

TALKS_ONCE_IN = 4


def play_at_random(run: Run, chance: random.Random) -> Run:
    """Play to the end with random choices; now and then somebody says something aside."""
    while run.decision is not None:
        for seat in range(run.game.seats):
            phrases = run.asides(seat)
            if phrases and not chance.randrange(TALKS_ONCE_IN):
                run.say(seat, chance.choice(phrases))
        run.do(chance.choice(run.decision.options))
    return run


def played(game_id: str, seed: int = 1, options: Mapping[str, object] | None = None) -> Run:
    """A finished deal."""
    game = find_game(game_id)
    chance = random.Random(seed)
    run = Run.shuffled(game, seed=seed, dealer=seed % game.seats, options=game.resolve(options))
    return play_at_random(run, chance)


def played_match(game_id: str, deals: int, seed: int = 1) -> list[Run]:
    """The deals of a match."""
    match = Match(find_game(game_id))
    chance = random.Random(seed)
    runs = []
    for _ in range(deals):
        run = play_at_random(match.next_run(seed=chance), chance)
        assert run.result is not None
        match.take(run.result)
        runs.append(run)
    return runs


# -- an invented game with what the first four games have not --------------------------------

POT = "pot-2"
_TRICKS = TrickRules(
    follow="3.1", trump="3.2", fool=FUGGITIVO, fool_clause="3.3", fool_leads="3.4", turn="3.5"
)


class _Whispers(Asides):
    """Before the first trick is won, anybody may say one of two words."""

    def __call__(self, _seat: int) -> tuple[str, ...]:
        return () if self.table.tricks else ("hush", "well")


def _script(t: Table) -> Script[Result]:
    """One trick for the pot, which grows; then each lays a card and the deal is thrown in."""
    t.asides = _Whispers(t)
    t.deal_packet(3)
    winner = yield from play_trick(t, TrickState(t, _TRICKS), t.after(t.dealer))
    yield from t.ask(winner, "play", t.hand(winner), "3.6")
    pot = t.setup.carried["pot"]
    row = Row("the | pot", t.clause("4.1"), from_each(winner, pot, t.seats))
    return t.finish([row], (7, -7), carried={"pot": pot + 1})


POT_GAME = Game(
    id=POT,
    name="The pot",
    seats=2,
    pack=lambda _options: SICILIAN,
    dealing=lambda _options: Dealing(hands=(3, 3), talon=57),
    script=_script,
    about="A game for tests.",
    rules_version=3,
    start=lambda _options: 10,
    carried={"pot": 5},
)
