"""Train all games in turn, unattended: `python lab/train_all.py --minutes 40 --write`.

Models are made in `build/training/GAME` and continued there; more deals add to those that are
labelled. When the time is up no further game is begun. With `--write` each finished model whose
networks answer anything replaces the one that comes with matto, with its card.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.words import Text
from matto.games import game as find_game
from matto.players.learned.model import WEIGHTS, Model
from matto.research.training import Trainer, gone_on, recipe_of
from matto.research.training.pipeline import CARD
from matto.research.training.recipe import TrainingRecipe
from script import games_of


def main() -> int:
    """Train game by game until the time is up; the status is 2 for what cannot be trained."""
    given = _arguments()
    end = time.monotonic() + 60 * given.minutes
    try:
        games = [find_game(game_id) for game_id in games_of(given.games)]
        trainings = [_training(game, given) for game in games]
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    for recipe, begun in trainings:
        if time.monotonic() > end:
            _say(f"no time left for {recipe.game}")
        else:
            _train(recipe, begun, given)
    return 0


def _training(game: Game, given: argparse.Namespace) -> tuple[TrainingRecipe, Model | None]:
    """What a game is trained by, and the model that is gone on with; raises a `MattoError`."""
    recipe = recipe_of(
        game,
        game.resolve(),
        seed=given.seed,
        card_deals=given.deals,
        word_deals=given.word_deals,
        epochs=given.epochs,
        layers=tuple(map(int, given.layers.split(","))),
        rounds=given.rounds,
        again_deals=given.again_deals,
    )
    return gone_on(recipe, WEIGHTS / f"{game.id}.npz" if given.on else None)


def _train(recipe: TrainingRecipe, begun: Model | None, given: argparse.Namespace) -> None:
    """Train one game, or only label its positions."""
    trainer = Trainer(recipe, given.out / recipe.game, _tell, begun=begun)
    if given.labels_only:
        trainer.label()
        return
    about = trainer.train(given.judged)
    for kind, gain in about.training["gains"].items():
        _say(f"{recipe.game} {kind} {gain}")
    if given.write and about.networks:
        shutil.copyfile(trainer.path, WEIGHTS / f"{recipe.game}.npz")
        shutil.copyfile(trainer.folder / CARD, WEIGHTS / f"{recipe.game}.md")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="", help="some, such as mineo-3,marolles; else all")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--deals", type=int, default=24_000)
    parser.add_argument("--word-deals", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--again-deals", type=int, default=4000)
    parser.add_argument("--layers", default="256,128")
    parser.add_argument("--judged", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build") / "training")
    parser.add_argument("--on", action="store_true", help="go on with what comes with matto")
    parser.add_argument("--labels-only", action="store_true")
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def _tell(what: Text, part: float) -> None:
    if part in (0.0, 1.0):
        _say(f"{what} {part:.0%}")


def _say(line: str) -> None:
    print(time.strftime("%H:%M:%S"), line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
