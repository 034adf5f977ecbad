"""Training a model in a folder, from the first deal to the file and its card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from matto.engine.options import Options, Value
from matto.engine.words import Text, text
from matto.play.card_features import FEATURES
from matto.players.encoding import encoding_of
from matto.players.learned.model import (
    FORMAT,
    About,
    Layers,
    Model,
    Network,
    NetworkShape,
    as_read_back,
    layout_hash,
    model_bytes,
    read_model,
)
from matto.players.seeds import derived
from matto.records import write_whole
from matto.research.parallel import ALONE, Resources
from matto.research.training.evaluation import (
    BestMargin,
    Gain,
    Margins,
    arena_figures,
    best_margin_in_play,
    better_by_play,
    gain_in_whole_deals,
    judged,
    throws_in_too_often,
    worth_saying,
)
from matto.research.training.fitting import Fitting, mean_of
from matto.research.training.labelling import Integers, orders_of, sigma_of
from matto.research.training.model_card import card_of
from matto.research.training.recipe import CARDS, SUBJECTS, WORDS, BadTraining, TrainingRecipe
from matto.research.training.shards import (
    Packed,
    concatenated,
    make_files,
    make_shards,
    read_shards,
    relabelled_shard,
)

WHOLE = "whole"
"""The name of what is gained in whole deals, beside the kinds of questions."""

RECIPE, CARD, SIGMA = "recipe.json", "README.md", "sigma.json"
HELD_OUT = 10
"""One deal in so many is not fitted to: the networks are judged by it."""

LEAST_POSITIONS = 200
"""Of a kind of question with fewer labelled positions nothing is learnt."""

Progress = Callable[[Text, float], None]
"""Is told what is being done, and the part of it that is done."""


class FittedNetwork(NamedTuple):
    """A network, what it is for, and what it gains over the rule of thumb by kind."""

    layers: Layers
    shape: NetworkShape
    judged: Mapping[str, BestMargin]
    positions: int

    def with_margins(self, margins: Margins) -> FittedNetwork:
        return self._replace(shape=msgspec.structs.replace(self.shape, margins=margins))


@dataclass
class Trainer:
    """Makes the model of a recipe in a folder; `begun` is the one that it goes on with."""

    recipe: TrainingRecipe
    folder: Path
    progress: Progress
    resources: Resources = ALONE
    device: str = "cpu"
    begun: Model | None = None

    def __post_init__(self) -> None:
        self.game, options = self.recipe.found_game()
        self.encoding = encoding_of(self.game, options)
        begin(self.recipe, self.folder)

    @property
    def path(self) -> Path:
        return self.folder / f"{self.game.id}.npz"

    def train(self, judged_in: int = 0) -> About:
        """Make what is not there yet, and measure it in so many deals of the arena."""
        fitted = {}
        if self.recipe.card_deals:
            fitted[CARDS] = self._fitted_cards()
        if self.recipe.word_deals and len((labelled := self._labelled(WORDS)).usual):
            fitted[WORDS] = self._fitted_words(labelled)
        elif not self.recipe.word_deals and self.begun is not None:
            fitted.update(self._previous_word_network(self.begun))
        about = self._written(self._about(fitted), fitted)
        if WORDS in about.networks:
            fitted[WORDS] = fitted[WORDS].with_margins(self._worth_saying(about))
            about = self._written(self._about(fitted), fitted)
        if CARDS in about.networks:
            about = self._written(self._with_gain_in_whole_deals(about), fitted)
        if judged_in:
            self.progress(text("Deals in the arena"), 0.0)
            figures = arena_figures(self.recipe, self.folder, judged_in)
            about = self._written(msgspec.structs.replace(about, figures=figures), fitted)
        write_whole(self.folder / CARD, card_of(about).encode())
        return about

    def _written(self, about: About, fitted: Mapping[str, FittedNetwork]) -> About:
        networks = {name: fitted[name].layers for name in about.networks}
        write_whole(self.path, model_bytes(about, networks))
        return about

    def _worth_saying(self, about: About) -> Margins:
        """Return the margins by which it speaks: of whole deals, if there is a card network."""
        self.progress(text("Whole deals"), 0.0)
        model = read_model(self.path, self.encoding)
        if CARDS in about.networks:
            return worth_saying(self.recipe, model, about.sigma)
        said = about.networks[WORDS].margins
        return {} if throws_in_too_often(self.recipe, model, said) else said

    def label(self) -> None:
        for subject in filter(self.recipe.deals, SUBJECTS):
            if subject == WORDS or self.begun is None:
                self._label(subject)

    def _label(self, subject: str) -> None:
        label, total = text("Deals for {what}", what=subject), self.recipe.shards(subject)
        for done in make_shards(self.recipe, subject, self.folder, self.resources):
            self.progress(label, done / total)

    def _labelled(self, subject: str) -> Packed:
        self._label(subject)
        return read_shards(self.recipe, subject, self.folder)

    def _sigma(self) -> float:
        """The standard deviation of a result among players by the rule of thumb."""
        kept = self.folder / SIGMA
        if not kept.exists():
            write_whole(kept, msgspec.json.encode(sigma_of(self.recipe)))
        return float(msgspec.json.decode(kept.read_bytes()))

    def _with_gain_in_whole_deals(self, about: About) -> About:
        """Return what a model is, with what it gains in whole deals."""
        self.progress(text("Whole deals"), 0.0)
        model = read_model(self.path, self.encoding)
        gain = gain_in_whole_deals(self.recipe, model, about.sigma)
        gains = {**about.training["gains"], WHOLE: gain._asdict()}
        return msgspec.structs.replace(about, training={**about.training, "gains": gains})

    def _fitting(self, subject: str) -> Fitting:
        seed = derived(self.recipe.seed, "fit", subject) >> 1
        sizes, shared = self._sizes(subject)
        return Fitting(self.recipe, sizes, seed, self.encoding, self.device, shared)

    def _fit(self, fitting: Fitting, labelled: Packed, rows: Integers, subject: str) -> None:
        progress = partial(self.progress, text("Fitting {what}", what=subject))
        kept = self.folder / f"{subject}-{self.recipe.without_rounds.fingerprint}.pt"
        fitting.fit(labelled, rows, self._sigma(), kept, progress)

    def _fitted_cards(self) -> FittedNetwork:
        """The network for cards: fitted or gone on with, then playing itself."""
        fitting, recipe, sigma = self._fitting(CARDS), self.recipe, self._sigma()
        if self.begun is None:
            labelled = self._labelled(CARDS)
            positions = len(labelled.usual)
            self._fit(fitting, labelled, np.flatnonzero(~held_out(labelled)), CARDS)
        else:
            positions = self.begun.about.training["positions"][CARDS]
            begun = self.begun.networks[CARDS]
            fitting.start_from(Layers(begun.layers, begun.shared))
        positions += self._play_and_learn(fitting, sigma)
        layers = as_read_back(fitting.layers())
        by_kind = {"play": best_margin_in_play(recipe, orders_of(recipe), layers, sigma)}
        return self._as_fitted(CARDS, layers, by_kind, positions)

    def _fitted_words(self, labelled: Packed) -> FittedNetwork:
        """The network for words, judged by deals that it was not fitted to."""
        fitting, held = self._fitting(WORDS), held_out(labelled)
        self._fit(fitting, labelled, np.flatnonzero(~held), WORDS)
        layers = as_read_back(fitting.layers())
        network = Network(layers.own, self.encoding.scale)
        judged_in = labelled.unpacked(np.flatnonzero(held))
        by_kind = judged(network, judged_in, self.encoding, self._sigma())
        return self._as_fitted(WORDS, layers, by_kind, len(labelled.usual))

    def _previous_word_network(self, begun: Model) -> Mapping[str, FittedNetwork]:
        """The network for words of the model that is gone on with, if it has one."""
        if WORDS not in begun.networks:
            return {}
        shape, training = begun.about.networks[WORDS], begun.about.training
        gains = {kind: dict(training["gains"][kind]) for kind in shape.margins}
        judged = {
            kind: BestMargin(one.pop("margin"), Gain(**one)) for kind, one in gains.items()
        }
        layers = Layers(begun.networks[WORDS].layers)
        return {WORDS: FittedNetwork(layers, shape, judged, training["positions"][WORDS])}

    def _as_fitted(
        self, subject: str, layers: Layers, by_kind: Mapping[str, BestMargin], positions: int
    ) -> FittedNetwork:
        sizes, shared = self._sizes(subject)
        margins = {
            kind: margin
            for kind, (margin, gain) in by_kind.items()
            if gain.positions * HELD_OUT >= LEAST_POSITIONS
            and gain.low > 0.0  # it is surely better
        }
        shape = NetworkShape(sizes, margins, shared, FEATURES if shared else ())
        return FittedNetwork(layers, shape, by_kind, positions)

    def _sizes(self, subject: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sizes of the layers of a network, and of those that all cards share."""
        actions, recipe = len(self.encoding.actions), self.recipe
        sizes = self.encoding.shape[0] + 2 * actions, *recipe.layers, actions + 1
        if subject != CARDS:
            return sizes, ()
        return sizes, (len(FEATURES) + recipe.layers[-1], *recipe.shared, 1)

    def _play_and_learn(self, fitting: Fitting, sigma: float) -> int:
        """Have the network play and learn from that, round by round, from all rounds so far.

        What a round has taught is noisy: the mean of the weights before and after often plays
        better than either. Gives from how many positions it has learnt.
        """
        recipe, played, labelled = self.recipe, list[Packed](), None
        first = recipe.without_rounds.fingerprint
        for number in range(self._rounds_before() + 1, recipe.rounds + 1):
            subject = f"again-{number}-{recipe.again_deals}-{first}"
            before = fitting.layers()
            shard = partial(relabelled_shard, recipe, as_read_back(before), number)
            label = text("Deals for {what}", what=f"again-{number}")
            for done in make_files(recipe, subject, self.folder, self.resources, shard):
                self.progress(label, done / recipe.shards(subject))
            played.append(read_shards(recipe, subject, self.folder))
            labelled = concatenated(played)
            rows, kept = np.arange(len(labelled.usual)), self.folder / f"{subject}.pt"
            label = text("Fitting {what}", what=f"again-{number}")
            progress = partial(self.progress, label)
            fitting.fit(labelled, rows, sigma, kept, progress, again=True)
            after = fitting.layers()
            tried = mean_of(before, after), after
            fitting.start_from(better_by_play(recipe, orders_of(recipe), tried, number))
        return 0 if labelled is None else len(labelled.usual)

    def _rounds_before(self) -> int:
        if self.begun is None:
            return 0
        return int(self.begun.about.training["recipe"].get("rounds", 0))

    def _about(self, fitted: Mapping[str, FittedNetwork]) -> About:
        recipe, encoding = self.recipe, self.encoding
        shapes = {name: one.shape for name, one in fitted.items() if one.shape.margins}
        positions = {name: one.positions for name, one in fitted.items()}
        gained = {
            kind: {"margin": margin, **gain._asdict()}
            for one in fitted.values()
            for kind, (margin, gain) in one.judged.items()
        }
        training = {"recipe": recipe, "positions": positions, "gains": gained}
        return About(
            format=FORMAT,
            game=self.game.id,
            rules_version=self.game.rules_version,
            encoding=encoding.version,
            layout=layout_hash(encoding),
            options=_only(encoding.options),
            alike=orders_of(recipe).alike,
            sigma=self._sigma(),
            networks=shapes,
            training=msgspec.to_builtins(training),
        )


def held_out(labelled: Packed) -> NDArray[np.bool_]:
    held: NDArray[np.bool_] = labelled.deals % HELD_OUT == 0
    return held


def gone_on(recipe: TrainingRecipe, path: Path | None) -> tuple[TrainingRecipe, Model | None]:
    """Have a recipe go on with a model, if there is one: its rounds come after the model's.

    Raises `BadModel` for a file that is none, and `BadTraining` for one that does not fit.
    """
    if path is None:
        return recipe, None
    game, options = recipe.found_game()
    model = read_model(path, encoding_of(game, options))
    about = model.about
    if CARDS not in about.networks or about.options != _only(options):
        raise BadTraining(
            text(
                "{file} has no network for cards with these options: train it anew.",
                file=path.name,
            )
        )
    shape, before = about.networks[CARDS], about.training["recipe"]
    going_on = msgspec.structs.replace(
        recipe,
        begun=blake2b(path.read_bytes(), digest_size=16).hexdigest(),
        card_deals=before["card_deals"],
        rounds=recipe.rounds + before.get("rounds", 0),
        layers=shape.sizes[1:-1],
        shared=shape.shared[1:-1],
    )
    return going_on, model


def _only(options: Options) -> Mapping[str, tuple[Value, ...]]:
    return {name: (value,) for name, value in options.items()}


def begin(recipe: TrainingRecipe, folder: Path) -> None:
    """Write what labels depend on into an empty folder, or find the same there."""
    content = msgspec.json.encode(recipe.of_labels, order="sorted")
    wanted = msgspec.json.format(content, indent=1) + b"\n"
    kept = folder / RECIPE
    if kept.exists() and kept.read_bytes() != wanted:
        raise BadTraining(
            text(
                "{folder} holds another training: other options, seed or version of matto. "
                "Name another folder.",
                folder=str(folder),
            )
        )
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(kept, wanted)
