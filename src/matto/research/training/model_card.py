"""The card of a model, as Markdown: what it is worth, and how it was made."""

from __future__ import annotations

import json

from matto.players.learned.model import About

CARD_TEXT = """\
# `quick` for {game}

A model for the bot `quick` of matto: networks that say when another choice is better than that
of the rule of thumb. Rules version {rules}, encoding {encoding} ({layout}).
It answers with these options only: {options}.

## What it is worth

One σ is {sigma:.2f} of the game's smallest unit: how far a result lies from 0 among players
by the rule of thumb.

{figures}

By the kind of question, what is gained over the rule of thumb. `whole`: by one seat in whole
deals among players by the rule of thumb, in σ a deal, counting those that are thrown in.
`play`: the same with cards alone, words by the rule of thumb. Such deals were neither trained
on nor used to choose margins. All others: in deals that were kept from fitting (one in ten),
judged as the labels are, in σ a decision. Where nothing stands under *margin*, the rule of
thumb answers: nothing is surely gained, or a tenth more of all deals would be thrown in where
all speak so.

| question | deals or positions | gain | margin |
|---|--:|--:|--:|
{gains}

## How it was made

Labels: every card (or several words) tried in the deal as it is; all then play on by the rule
of thumb, which does not see hidden cards. Positions: {positions}. After that, rounds: {rounds}.
In each, the network played {again} deals in every seat, and learned from what cards bring if it
plays on itself.{begun} The recipe, from which the same labels come again:

```json
{recipe}
```
"""


def card_of(about: About) -> str:
    """Write the card of a model, as Markdown."""
    training = about.training
    margins = {
        kind: margin
        for shape in about.networks.values()
        for kind, margin in shape.margins.items()
    }
    gains = (
        f"| {kind} | {found['positions']:,} | {found['mean']:+.4f} ± {2 * found['error']:.4f} "
        f"| {margins.get(kind, '')} |"
        for kind, found in training["gains"].items()
    )
    options = (f"{name}={values[0]}" for name, values in about.options.items())
    return CARD_TEXT.format(
        game=about.game,
        rules=about.rules_version,
        encoding=about.encoding,
        layout=about.layout,
        options=", ".join(options),
        sigma=about.sigma,
        figures=_figures(about),
        gains="\n".join(gains),
        positions=", ".join(
            f"{number:,} {name}" for name, number in training["positions"].items()
        ),
        rounds=training["recipe"].get("rounds", 0),
        again=f"{training['recipe'].get('again_deals', 0):,}",
        begun=_begun(training["recipe"].get("begun", "")),
        recipe=json.dumps(training["recipe"], indent=1),
    )


def _begun(model: str) -> str:
    return model and f" The last of them went on with another model (BLAKE2b {model})."


def _figures(about: About) -> str:
    if not about.figures:
        return "It was not measured in the arena."
    return "\n".join(
        f"Among players by `{one.opponent}`, {one.deals} duplicate deals (seed {one.seed}, "
        f"{one.strata}): {one.mean:+.2f} σ ({one.low:+.2f} … {one.high:+.2f})."
        for one in about.figures
    )
