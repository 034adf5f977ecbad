"""Parameters that several commands have, each with its help; variants as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from matto.engine.errors import BadOptionValue
from matto.engine.words import text

GameId = Annotated[str, typer.Argument(help="Which game, such as mineo-3.")]
Variants = Annotated[
    list[str] | None, typer.Option(help="A variant, as name=value; may be repeated.")
]
Preset = Annotated[str | None, typer.Option(help="A named set of variants.")]
Jobs = Annotated[int, typer.Option(help="How many processes; the results are the same.")]
Cluster = Annotated[
    str, typer.Option(help="Let a Ray cluster work: auto, or its address; the same results.")
]
Seed = Annotated[int, typer.Option(help="The same seed, the same cards and choices.")]


def pairs(given: Sequence[str]) -> dict[str, object]:
    """Read variants written as `name=value`; raises `BadOptionValue`."""
    found: dict[str, object] = {}
    for pair in given:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals:
            raise BadOptionValue(
                text("Write a variant as name=value, not “{pair}”.", pair=pair)
            )
        if name in found:
            raise BadOptionValue(text("“{key}” is given twice.", key=name))
        found[name] = value
    return found
