"""Model files: the networks in them, where they are found, and whether they fit a game.

The file is a `.npz` without pickles. `about` is JSON: the game and version of its rules, the
version of the encoding and a hash of its layout, the options that were trained with, which
suits are alike, and for each network the sizes of its layers and how its numbers are meant.
Weights are whole numbers of a byte with a factor for each output: `cards.0.weights` `[inputs,
outputs]`, `cards.0.factor` and `cards.0.bias` `[outputs]`, and so on layer by layer; then
those that all cards share, `cards.shared.0.weights` and so on.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, is_zipfile

import msgspec
import numpy as np
from numpy.typing import NDArray

from matto.engine.options import Value
from matto.engine.words import Text, text
from matto.play.card_features import FEATURES
from matto.players.bot_readiness import BadModel, own_models
from matto.players.encoding import Encoding

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Integers = NDArray[np.intp]

NO_CARDS: Integers = np.zeros(0, np.intp)
NOTHING: Floats = np.zeros(0, np.float32)


class Layer(NamedTuple):
    """`weights`: `[inputs, outputs]`. `bias`: `[outputs]`."""

    weights: Floats
    bias: Floats


BEST_PROMISE = 0.5
"""The input for the card that promises most by the rule of thumb's weights."""
FAR_BELOW = 10.0
"""So many card points below the best a promise is an input by 1 smaller, and never more."""


def promise_inputs(promised: Floats) -> Floats:
    """Turn what cards promise, in card points, into inputs, row by row: NaN becomes 0."""
    most = np.fmax.reduce(promised, axis=-1, keepdims=True, initial=-np.inf)
    below = np.maximum((promised - most) / np.float32(FAR_BELOW), np.float32(-1.0))
    inputs: Floats = np.where(np.isnan(below), np.float32(0), np.float32(BEST_PROMISE) + below)
    return inputs


class Network:
    """Layers with nothing below 0 between them.

    Inputs are an observation, each entry by its `scale`, then one for each action: that which
    the rule of thumb would choose is 1; and one more for each action: what a card promises by
    the rule of thumb (`promise_inputs`). The last output is what the seat is expected to get,
    on the mean of its choices; each other one what a choice brings besides, in no order but
    that of the outputs. All are in σ.

    `shared` are layers that all cards share, with one output that is added to a card's own.
    Their inputs are what is told of it (`CardFeatures`), then the last inner layer.
    """

    def __init__(
        self, layers: Sequence[Layer], scale: Floats, shared: Sequence[Layer] = ()
    ) -> None:
        self.layers = tuple(layers)
        self.shared = tuple(shared)
        self.scale = scale
        self.actions = len(self.layers[-1].bias) - 1

    def judge(
        self,
        observation: Bytes,
        usual: int,
        cards: Integers = NO_CARDS,
        promised: Floats = NOTHING,
        told: Floats = NOTHING,
    ) -> Floats:
        """Judge one position, in which most entries are 0; `cards` are promised something.

        `told`: `[cards, features]`, for a network with `shared` layers.
        """
        (weights, bias), *others = self.layers
        seen = observation.nonzero()[0]
        found = (observation[seen] * self.scale[seen]) @ weights.take(seen, 0)
        found += weights[len(observation) + usual] + bias
        found += promised @ weights.take(len(weights) - self.actions + cards, 0)
        inner = found
        for weights, bias in others:
            inner = np.maximum(found, 0.0, out=found)
            found = inner @ weights + bias
        if self.shared:
            found[cards] += self._in_common(told, inner)
        return found.astype(np.float32, copy=False)

    def _in_common(self, told: Floats, inner: NDArray[Any]) -> Floats:
        """Return what the shared layers add for each card."""
        (weights, bias), *others = self.shared
        features = told.shape[1]
        found = told @ weights[:features] + (inner @ weights[features:] + bias)
        for weights, bias in others:
            np.maximum(found, 0.0, out=found)
            found = found @ weights + bias
        added: Floats = found[:, 0]
        return added

    def judge_all(self, observations: Bytes, usual: Integers, promised: Floats) -> Floats:
        """Judge many positions without `shared` layers: `[n, outputs]`.

        `promised` is `[n, actions]`.
        """
        (weights, bias), *others = self.layers
        length = observations.shape[1]
        found: NDArray[Any] = (observations * self.scale) @ weights[:length] + bias
        found += weights[length + usual]
        found += promised @ weights[length + self.actions :]
        for weights, bias in others:
            found = np.maximum(found, 0.0) @ weights + bias
        return found.astype(np.float32, copy=False)


FORMAT = 2
FORMATS = {1, FORMAT}
"""Those that are read: in the first, networks had no shared layers."""
INPUTS, SUITS = "scaled, usual, promised", "canonical"
BETWEEN, OUTPUTS = "relu", "advantages, mean"
"""What the numbers of a network go by; there is nothing else yet, and nothing else is read."""

STEPS = 127
"""Weights are from -127 to 127 times their output's factor."""


class NetworkShape(msgspec.Struct, frozen=True):
    """How the numbers of a network are meant: sizes from inputs to outputs, and flags.

    `margins` has the kinds of questions that it answers, and by how many σ another choice has
    to promise more than that of the rule of thumb. `shared` has the sizes of the layers that
    all cards share, `told` what these are told of each.
    """

    sizes: tuple[int, ...]
    margins: Mapping[str, float]
    shared: tuple[int, ...] = ()
    told: tuple[str, ...] = ()

    inputs: str = INPUTS
    suits: str = SUITS
    between: str = BETWEEN
    outputs: str = OUTPUTS


class Figures(msgspec.Struct, frozen=True):
    """The measurement of a model: mean and ends of the 95 % interval, in σ."""

    opponent: str
    strata: str
    deals: int
    seed: int
    mean: float
    low: float
    high: float


class About(msgspec.Struct, frozen=True):
    """The purpose and origin of a model.

    `options` has, for each option, the values with which it was trained. `sigma` is the
    standard deviation of a seat's result in one deal among players by the rule of thumb, in
    the game's smallest unit. `training` is the recipe, `figures` what was measured afterwards.
    """

    format: int
    game: str
    rules_version: int
    encoding: int
    layout: str
    options: Mapping[str, tuple[Value, ...]]
    alike: tuple[tuple[str, ...], ...]
    sigma: float
    networks: Mapping[str, NetworkShape]
    training: Mapping[str, Any]
    figures: tuple[Figures, ...] = ()


class Layers(NamedTuple):
    """The layers of a network, and those that all cards share."""

    own: Sequence[Layer]
    shared: Sequence[Layer] = ()


class Model(msgspec.Struct, frozen=True):
    """Networks by what they judge, and what they are for."""

    about: About
    networks: Mapping[str, Network]


def layout_hash(encoding: Encoding) -> str:
    """Return a hash of all that the numbers of an encoding mean."""
    found = blake2b(digest_size=16)
    for part in (*encoding.names, "", *encoding.actions, ""):
        found.update(part.encode() + b"\n")
    found.update(encoding.scale.tobytes())
    return found.hexdigest()


# -- writing ---------------------------------------------------------------------------------


def quantized(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    factor = np.abs(weights).max(axis=0) / STEPS
    factor[factor == 0] = 1.0
    return np.rint(weights / factor).astype(np.int8), factor


def as_read_back(layers: Layers) -> Layers:
    """Return layers as they will be read again."""
    own, shared = (
        [Layer(np.multiply(*quantized(weights)), bias) for weights, bias in part]
        for part in layers
    )
    return Layers(own, shared)


def model_bytes(about: About, networks: Mapping[str, Layers]) -> bytes:
    """Write a model with its weights rounded."""
    arrays: dict[str, NDArray[Any]] = {
        "about": np.frombuffer(msgspec.json.encode(about), np.uint8)
    }
    for name, layers in networks.items():
        for stem, part in ((name, layers.own), (f"{name}.shared", layers.shared)):
            for number, (weights, bias) in enumerate(part):
                whole, factor = quantized(weights)
                for what, array in (("weights", whole), ("factor", factor), ("bias", bias)):
                    arrays[f"{stem}.{number}.{what}"] = array
    target = io.BytesIO()
    np.savez_compressed(target, allow_pickle=False, **arrays)
    return target.getvalue()


# -- reading ---------------------------------------------------------------------------------


def read_model(source: Path, encoding: Encoding) -> Model:
    """Read a model for a game; raises `BadModel` with what does not fit."""
    try:
        with np.load(arrays_in(source), allow_pickle=False) as file:
            about = msgspec.json.decode(file["about"].tobytes(), type=About)
            check_about(about, encoding)
            networks = {
                name: Network(
                    _layers(file, name, shape.sizes),
                    encoding.scale,
                    _layers(file, f"{name}.shared", shape.shared),
                )
                for name, shape in about.networks.items()
            }
    except (OSError, EOFError, ValueError, KeyError, BadZipFile, msgspec.MsgspecError) as error:
        raise BadModel(
            text("{file} is no whole model: {why}.", file=source.name, why=str(error))
        ) from error
    return Model(about, networks)


def arrays_in(source: Path) -> io.BytesIO:
    """The content of an `.npz`; raises `ValueError` if it is none: NumPy talks of pickles."""
    content = io.BytesIO(source.read_bytes())
    if not is_zipfile(content):
        raise ValueError("it is no .npz file, or not all of it")
    content.seek(0)
    return content


def check_about(about: About, encoding: Encoding) -> None:
    """Raise `BadModel` unless a model is for this game, version and layout."""
    game = encoding.game
    pairs = {
        "format": (about.format, about.format if about.format in FORMATS else FORMAT),
        "game": (about.game, game.id),
        "rules version": (about.rules_version, game.rules_version),
        "encoding": (about.encoding, encoding.version),
        "layout": (about.layout, layout_hash(encoding)),
        "options": (sorted(about.options), sorted(option.name for option in game.options)),
    }
    for name, shape in about.networks.items():
        ends = shape.sizes[0], shape.sizes[-1]
        actions = len(encoding.actions)
        pairs[f"{name}: ends"] = (ends, (encoding.shape[0] + 2 * actions, actions + 1))
        shared = () if not shape.shared else (len(FEATURES) + shape.sizes[-2], 1)
        pairs[f"{name}: shared"] = ((*shape.shared[:1], *shape.shared[-1:]), shared)
        pairs[f"{name}: told"] = (shape.told, FEATURES if shared else ())
        flags = shape.inputs, shape.suits, shape.between, shape.outputs
        pairs[f"{name}: flags"] = (flags, (INPUTS, SUITS, BETWEEN, OUTPUTS))
    for what, (found, wanted) in pairs.items():
        if found != wanted:
            raise BadModel(
                text(
                    "The model is for another {what}: {found}, not {wanted}.",
                    what=what,
                    found=str(found),
                    wanted=str(wanted),
                )
            )


def _layers(file: Mapping[str, Any], name: str, sizes: Sequence[int]) -> list[Layer]:
    """The layers of some sizes; raises `ValueError` if an array has another shape or type."""
    layers = []
    for number, (size, following) in enumerate(pairwise(sizes)):
        rounded, factor, bias = (
            file[f"{name}.{number}.{part}"] for part in ("weights", "factor", "bias")
        )
        if rounded.dtype != np.int8 or rounded.shape != (size, following):
            raise ValueError(f"{name}.{number}.weights is {rounded.dtype}{rounded.shape}")
        if factor.shape != (following,) or bias.shape != (following,):
            raise ValueError(f"{name}.{number} has {factor.shape} factors, {bias.shape} biases")
        weights = rounded.astype(np.float32) * factor.astype(np.float32)
        layers.append(Layer(weights, bias.astype(np.float32)))
    return layers


WEIGHTS = Path(__file__).parent / "weights"


def path_of(game_id: str) -> Path | None:
    """Return where the model of a game lies, None if there is none.

    Raises `BadModel` if the folder of one's own does not exist.
    """
    own = own_models()
    folders = (WEIGHTS,) if own is None else (own, WEIGHTS)
    files = (folder / f"{game_id}.npz" for folder in folders)
    return next((file for file in files if file.is_file()), None)


def model_of(encoding: Encoding) -> Model | Text:
    """Read the model of a game, or give the reason why there is none."""
    path = path_of(encoding.game.id)
    if path is None:
        return text("{game}: not trained.", game=encoding.game.id)
    try:
        return read_model(path, encoding)
    except BadModel as wrong:
        return wrong.sentence
