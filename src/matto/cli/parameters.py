"""Parameters that several commands have, each with its help."""

from __future__ import annotations

from typing import Annotated

import typer

GameId = Annotated[str, typer.Argument(help="Which game, such as mineo-3.")]
Variants = Annotated[
    list[str] | None, typer.Option(help="A variant, as name=value; may be repeated.")
]
Preset = Annotated[str | None, typer.Option(help="A named set of variants.")]
Seed = Annotated[int, typer.Option(help="The same seed, the same cards and choices.")]
