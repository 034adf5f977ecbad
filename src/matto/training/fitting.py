"""Fitting a network to labelled positions, with PyTorch: the only place that imports it.

What is learnt is what each choice brings beyond the mean of those that were tried, in σ. Much
of what a deal brings does not depend on the choice at all; less the mean, it is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from matto.engine.words import text
from matto.players.learned.network import Layer
from matto.training.errors import BadTraining
from matto.training.labelled import Floats, Integers, Packed
from matto.training.recipe import TrainingRecipe

if TYPE_CHECKING:
    import torch

LARGE = 1.5
"""Errors beyond so many σ count by their size, not by their square."""

MEAN_COUNTS = 0.1
"""How much it counts to know the mean of the choices, beside what each brings."""

DECAY = 1e-2
WARM = 0.15
"""For this part of all steps the rate of learning grows, then it falls to 0."""

PARTS = 50
"""All positions are looked through in so many parts."""

Progress = Callable[[float], None]
"""Is told the part of all steps that is done."""


def imported() -> Any:
    """Give PyTorch; raises `BadTraining` with what to do where there is none."""
    try:
        import torch
    except ImportError as missing:
        raise BadTraining(
            text("Training needs PyTorch: python -m pip install “matto[learn]”.")
        ) from missing
    return torch


def targets_of(values: Floats, sigma: float) -> tuple[Floats, Floats]:
    """What each choice brings beyond the mean of those tried, and that mean, in σ."""
    means = np.nanmean(values, axis=1, keepdims=True)
    return (values - means) / np.float32(sigma), means / np.float32(sigma)


class Fitting:
    """A network being fitted; `kept` is a file to go on from."""

    def __init__(
        self,
        recipe: TrainingRecipe,
        sizes: tuple[int, ...],
        seed: int,
        scale: Floats,
        device: str,
    ) -> None:
        torch = self.torch = imported()
        torch.manual_seed(seed)
        self.recipe = recipe
        self.device = device
        self.scale = scale
        inputs, *others = sizes
        parts: list[Any] = [torch.nn.EmbeddingBag(inputs + 1, others[0], mode="sum")]
        for size, following in pairwise(others):
            parts += [torch.nn.ReLU(), torch.nn.Linear(size, following)]
        self.network = torch.nn.Sequential(*parts).to(device)
        with torch.no_grad():
            self.network[0].weight.uniform_(-(inputs**-0.5), inputs**-0.5)
            self.network[-1].weight.zero_()
            self.network[-1].bias.zero_()
        self._rng = np.random.default_rng(seed)

    def fit(
        self, labelled: Packed, rows: Integers, sigma: float, kept: Path, progress: Progress
    ) -> None:
        """Go through some positions as often as the recipe says, from where `kept` stands."""
        torch, recipe = self.torch, self.recipe
        self._forget_unseen(labelled)
        rate = recipe.rate
        optimizer = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=DECAY)
        batches = -(-len(rows) // recipe.batch)
        steps = batches * recipe.epochs
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimizer, rate, total_steps=steps + 1, pct_start=WARM
        )
        parts = {"network": self.network, "optimizer": optimizer, "schedule": schedule}
        begin = self._resume(parts, kept)
        for epoch in range(recipe.epochs):
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
            state = {name: part.state_dict() for name, part in parts.items()}
            torch.save({"epochs": epoch + 1, **state}, kept)

    def _resume(self, parts: dict[str, Any], kept: Path) -> int:
        if not kept.exists():
            return 0
        state = self.torch.load(kept, map_location=self.device, weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        return int(state["epochs"])

    def _forget_unseen(self, labelled: Packed) -> None:
        """Inputs that are never there have no weight, rather than one by chance."""
        seen = np.zeros(self.network[0].num_embeddings, np.bool_)
        for some in np.array_split(np.arange(len(labelled.usual)), PARTS):
            seen[labelled.inputs(some, self.scale).entries] = True
        with self.torch.no_grad():
            self.network[0].weight[self.torch.from_numpy(~seen)] = 0.0

    def _found(self, labelled: Packed, rows: Integers) -> torch.Tensor:
        """What the network makes of some rows: only inputs that are not 0 are added up."""
        inputs = (
            self.torch.from_numpy(part).to(self.device)
            for part in labelled.inputs(rows, self.scale)
        )
        begins, entries, weights = inputs
        bag, *others = self.network
        found = bag(entries, begins, per_sample_weights=weights)
        for part in others:
            found = part(found)
        return cast("torch.Tensor", found)

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
        loss = huber(errors, torch.zeros_like(errors), reduction="sum", delta=LARGE)
        loss = loss / tried.sum()
        return loss + MEAN_COUNTS * huber(found[:, -1:], mean, delta=LARGE)

    def layers(self) -> list[Layer]:
        """The network as it is now."""
        return list(self._layers())

    def _layers(self) -> Iterator[Layer]:
        bag, *others = self.network
        inputs = bag.weight.detach().cpu().numpy()
        yield Layer(inputs[:-1].copy(), inputs[-1].copy())
        for part in others:
            if isinstance(part, self.torch.nn.Linear):
                weight, bias = (
                    each.detach().cpu().numpy() for each in (part.weight, part.bias)
                )
                yield Layer(weight.T.copy(), bias.copy())
