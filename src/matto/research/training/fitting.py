"""Fitting a network to labelled positions, with PyTorch: the only place that imports it.

What is learnt is what each choice brings beyond the mean of those that were tried, in σ. Much
of what a deal brings does not depend on the choice at all; less the mean, it is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from matto.engine.words import text
from matto.kernel.network import tables_as_arrays, write_card_features
from matto.play.card_features import FEATURES, PROMISED, USUAL, CardTables
from matto.players.encoding import Encoding
from matto.players.learned.features import card_tables
from matto.players.learned.model import Layer, Layers, promise_inputs
from matto.research.training.labelling import Floats, Integers, Labelled
from matto.research.training.recipe import BadTraining, TrainingRecipe
from matto.research.training.shards import Packed

if TYPE_CHECKING:
    import torch

HUBER_DELTA = 1.5
"""Errors beyond so many σ count by their size, not by their square."""

INITIAL_SHARE = 0.1
"""The shared layers begin with so much of their usual last weights."""

FINE_TUNING_RATE = 1 / 3
"""The learning rate of layers that are learnt again, as a share."""

MEAN_WEIGHT = 0.1
"""How much it counts to know the mean of the choices, beside what each brings."""

DECAY = 1e-2
WARM_UP = 0.15
"""For this part of all steps the rate of learning grows, then it falls to 0."""

HALF = np.float32(0.5)

PARTS = 50
"""All positions are looked through in so many parts."""

Progress = Callable[[float], None]
"""Is told the part of all steps that is done."""


def imported() -> Any:
    """Return PyTorch; raises `BadTraining` with what to do where there is none."""
    try:
        import torch
    except ImportError as missing:
        raise BadTraining(
            text(
                "Training needs PyTorch: {command} brings it.",
                command='python -m pip install "matto[learn]"',
            )
        ) from missing
    return torch


def targets_of(values: Floats, sigma: float) -> tuple[Floats, Floats]:
    """Return what each choice brings beyond the mean of those tried, and that mean, in σ."""
    means = np.nanmean(values, axis=1, keepdims=True)
    return (values - means) / np.float32(sigma), means / np.float32(sigma)


class Fitting:
    """A network being fitted; `kept` is a file to go on from.

    `sizes` are those of its layers, `shared` those that all cards share, which are told
    `features` of each.
    """

    def __init__(
        self,
        recipe: TrainingRecipe,
        sizes: tuple[int, ...],
        seed: int,
        encoding: Encoding,
        device: str,
        shared: tuple[int, ...] = (),
    ) -> None:
        torch = self.torch = imported()
        torch.manual_seed(seed)
        self.recipe = recipe
        self.device = device
        self.scale = encoding.scale
        self.tables = tables_as_arrays(card_tables(encoding)) if shared else None
        inputs, *others = sizes
        bag = torch.nn.EmbeddingBag(inputs + 1, others[0], mode="sum")
        parts = {"bag": bag, "own": self._linear(others), "shared": self._linear(shared)}
        self.network = torch.nn.ModuleDict(parts).to(device)
        with torch.no_grad():
            bag.weight.uniform_(-(inputs**-0.5), inputs**-0.5)
            parts["own"][-1].weight.zero_()
            parts["own"][-1].bias.zero_()
            if shared:
                parts["shared"][-1].weight.mul_(INITIAL_SHARE)
        self._rng = np.random.default_rng(seed)

    def start_from(self, layers: Layers) -> None:
        """Go on from a network of the same sizes."""
        first, *own = layers.own
        with self.torch.no_grad():
            every = np.vstack([first.weights, first.bias])
            self.network["bag"].weight.copy_(self.torch.from_numpy(every))
            for part, others in (("own", own), ("shared", layers.shared)):
                for linear, layer in zip(self.network[part], others, strict=True):
                    linear.weight.copy_(self.torch.from_numpy(layer.weights.T.copy()))
                    linear.bias.copy_(self.torch.from_numpy(layer.bias))

    def _linear(self, sizes: Sequence[int]) -> Any:
        layers = (self.torch.nn.Linear(size, next_) for size, next_ in pairwise(sizes))
        return self.torch.nn.ModuleList(layers)

    def fit(
        self,
        labelled: Packed,
        rows: Integers,
        sigma: float,
        kept: Path,
        progress: Progress,
        again: bool = False,
    ) -> None:
        """Go through some positions as often as the recipe says, from where `kept` stands.

        What is learnt `again` is gone through once, and more slowly.
        """
        recipe = self.recipe
        epochs, rate = (
            (1, recipe.rate * FINE_TUNING_RATE) if again else (recipe.epochs, recipe.rate)
        )
        if not again:
            self._forget_unseen(labelled)
        steps = (batches := -(-len(rows) // recipe.batch)) * epochs
        optimizer, schedule = self._learning(rate, steps)
        parts = {"network": self.network, "optimizer": optimizer, "schedule": schedule}
        begin = self._resume(parts, kept)
        for epoch in range(epochs):
            order = self._rng.permutation(rows)
            if epoch < begin:
                continue
            for number, some in enumerate(np.array_split(order, batches)):
                loss = self._loss(labelled, some, sigma)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                progress((epoch * batches + number + 1) / steps)
            self._keep(kept, epoch + 1, parts)

    def _learning(self, rate: float, steps: int) -> tuple[Any, Any]:
        optim, parameters = self.torch.optim, self.network.parameters()
        optimizer = optim.AdamW(parameters, lr=rate, weight_decay=DECAY)
        return optimizer, optim.lr_scheduler.OneCycleLR(
            optimizer, rate, total_steps=steps + 1, pct_start=WARM_UP
        )

    def _keep(self, kept: Path, epochs: int, parts: dict[str, Any]) -> None:
        state = {name: part.state_dict() for name, part in parts.items()}
        self.torch.save({"epochs": epochs, **state}, kept)

    def _resume(self, parts: dict[str, Any], kept: Path) -> int:
        if not kept.exists():
            return 0
        state = self.torch.load(kept, map_location=self.device, weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        return int(state["epochs"])

    def _forget_unseen(self, labelled: Packed) -> None:
        """Inputs that are never there have no weight, rather than one by chance."""
        bag = self.network["bag"]
        seen = np.zeros(bag.num_embeddings, np.bool_)
        for some in np.array_split(np.arange(len(labelled.usual)), PARTS):
            seen[labelled.inputs(some, self.scale).entries] = True
        with self.torch.no_grad():
            bag.weight[self.torch.from_numpy(~seen)] = 0.0

    def _found(self, labelled: Packed, rows: Integers) -> torch.Tensor:
        """Return what the network makes of some rows: only inputs not 0 are added up."""
        begins, entries, weights = self._moved(*labelled.inputs(rows, self.scale))
        found = self.network["bag"](entries, begins, per_sample_weights=weights)
        for layer in self.network["own"]:
            inner = found.relu()
            found = layer(inner)
        if self.tables is None:
            return cast("torch.Tensor", found)
        told = features_of_tried(labelled.unpacked(rows), self.tables)
        which, cards, features = self._moved(*told)
        added = self._in_common(features, inner, which)
        return cast("torch.Tensor", found.index_put((which, cards), added, accumulate=True))

    def _moved(self, *arrays: np.ndarray) -> Iterator[torch.Tensor]:
        return (self.torch.from_numpy(array).to(self.device) for array in arrays)

    def _in_common(
        self, told: torch.Tensor, inner: torch.Tensor, which: torch.Tensor
    ) -> torch.Tensor:
        """Return what the shared layers add for each card; the inner one once a row."""
        first, *others = self.network["shared"]
        of_told, of_inner = first.weight.split([told.shape[1], inner.shape[1]], dim=1)
        found = told @ of_told.T + (inner @ of_inner.T + first.bias)[which]
        for layer in others:
            found = layer(found.relu())
        return cast("torch.Tensor", found[:, 0])

    def _loss(self, labelled: Packed, rows: Integers, sigma: float) -> torch.Tensor:
        torch = self.torch
        targets, means = targets_of(labelled.values_of(rows), sigma)
        wanted = torch.from_numpy(targets).to(self.device)
        mean = torch.from_numpy(means).to(self.device)
        tried = ~torch.isnan(wanted)
        found = self._found(labelled, rows)
        choices = found[:, :-1]
        own = (choices * tried).sum(1, keepdim=True) / tried.sum(1, keepdim=True)
        errors = torch.where(tried, choices - own - torch.nan_to_num(wanted), 0.0)
        huber = torch.nn.functional.huber_loss
        loss = huber(errors, torch.zeros_like(errors), reduction="sum", delta=HUBER_DELTA)
        loss = loss / tried.sum()
        (every,) = self._moved(labelled.choices_of(rows))
        of_all = (choices * every).sum(1, keepdim=True) / every.sum(1, keepdim=True)
        mean = mean + (of_all - own).detach()  # where only some were tried
        return loss + MEAN_WEIGHT * huber(found[:, -1:], mean, delta=HUBER_DELTA)

    def layers(self) -> Layers:
        """The network as it is now."""
        inputs = self.network["bag"].weight.detach().cpu().numpy()
        first = Layer(inputs[:-1].copy(), inputs[-1].copy())
        own, shared = (
            [layer_of(each) for each in self.network[part]] for part in ("own", "shared")
        )
        return Layers([first, *own], shared)


def layer_of(linear: torch.nn.Linear) -> Layer:
    weight, bias = (each.detach().cpu().numpy() for each in (linear.weight, linear.bias))
    return Layer(weight.T.copy(), bias.copy())


def mean_of(one: Layers, other: Layers) -> Layers:
    """Return the mean of the weights of two networks, of which one has come of the other."""
    own, shared = (
        [Layer((a.weights + b.weights) * HALF, (a.bias + b.bias) * HALF) for a, b in pairs]
        for pairs in (
            zip(one.own, other.own, strict=True),
            zip(one.shared, other.shared, strict=True),
        )
    )
    return Layers(own, shared)


def features_of_tried(
    labelled: Labelled, tables: CardTables
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each card that was tried: its row, its action, and what a network is told of it."""
    which, cards = (~np.isnan(labelled.values)).nonzero()
    told = np.empty((len(cards), len(FEATURES)), np.float32)
    write_card_features(labelled.observations, which, cards, tables, told)
    told[:, PROMISED] = promise_inputs(labelled.promised)[which, cards]
    told[:, USUAL] = cards == labelled.usual[which]
    return which, cards, told
