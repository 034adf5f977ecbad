"""Hints: what a bot would choose, and what each choice is worth to it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class ChoiceValue(msgspec.Struct, frozen=True):
    """The mean result of a choice, in the game's smallest unit."""

    choice: Annotated[str, Meta(description="The choice.", examples=["SK"])]
    value: Annotated[
        float, Meta(description="The average over the deals in which it was tried.")
    ]
    error: Annotated[
        float, Meta(description="The true one lies so far to each side 19 times in 20.")
    ]
    deals: Annotated[int, Meta(description="In how many deals it was tried.")]
    equal: Annotated[
        bool, Meta(description="These deals do not tell it from the best choice.")
    ] = False


class Hint(msgspec.Struct, frozen=True):
    """The choice of a bot, with its estimate of each."""

    bot: Annotated[
        str, Meta(description="Who has thought: a simpler one if the strong player was late.")
    ]
    choice: Annotated[str, Meta(description="What it would choose.", examples=["SK"])]
    values: Annotated[
        tuple[ChoiceValue, ...],
        Meta(
            description="The choice first, then those as good; empty where nothing was weighed."
        ),
    ] = ()
    learned: Annotated[
        bool, Meta(description="Always false: values are those of the deals tried alone.")
    ] = False
