"""Models whose weights are chance: good for nothing but to see what is done with a model."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from matto.engine.cards import SUITS
from matto.engine.game import Game
from matto.play.card_features import FEATURES
from matto.players.encoding import Encoding, encoding_of
from matto.players.learned.model import (
    FORMAT,
    About,
    Layer,
    Layers,
    NetworkShape,
    layout_hash,
    model_bytes,
)

ALWAYS = -1e9
"""With this margin the network's choice is taken, whatever the rule of thumb says."""


def about_of(encoding: Encoding, margin: float = ALWAYS) -> About:
    """What a model with two small networks says of itself."""
    game, actions = encoding.game, len(encoding.actions)
    sizes = encoding.shape[0] + 2 * actions, 6, 5, actions + 1
    shared = len(FEATURES) + 5, 4, 3, 1
    words = {kind: margin for kind in encoding.kinds if kind != "play"}
    return About(
        format=FORMAT,
        game=game.id,
        rules_version=game.rules_version,
        encoding=encoding.version,
        layout=layout_hash(encoding),
        options={name: (value,) for name, value in encoding.options.items()},
        alike=tuple((suit,) for suit in SUITS),
        sigma=2.0,
        networks={
            "cards": NetworkShape(sizes, {"play": margin}, shared, FEATURES),
            "words": NetworkShape(sizes, words),
        },
        training={},
    )


def layers_of(about: About, name: str) -> Layers:
    """Weights by chance."""
    rng, shape = np.random.default_rng(len(name)), about.networks[name]
    own, shared = (
        [
            Layer(
                rng.normal(size=(size, following)).astype(np.float32),
                rng.normal(size=following).astype(np.float32),
            )
            for size, following in pairwise(sizes)
        ]
        for sizes in (shape.sizes, shape.shared)
    )
    return Layers(own, shared)


def written(folder: Path, own: Game, margin: float = ALWAYS, **changed: object) -> Path:
    """Write a model of a game into a folder, with some of what it says of itself changed."""
    about = about_of(encoding_of(own), margin)
    layers = {name: layers_of(about, name) for name in about.networks}
    path = folder / f"{own.id}.npz"
    path.write_bytes(model_bytes(msgspec.structs.replace(about, **changed), layers))
    return path
