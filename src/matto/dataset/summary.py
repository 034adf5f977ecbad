"""What a finished data set holds."""

from __future__ import annotations

import msgspec

from matto.dataset.recipe import Recipe


class FileMade(msgspec.Struct, frozen=True):
    """A Parquet file: its name below the folder, its rows, its bytes and their checksum."""

    name: str
    rows: int
    size: int
    sha256: str


class Summary(msgspec.Struct, frozen=True):
    """The recipe, and what came of it."""

    recipe: Recipe
    decisions: int
    files: tuple[FileMade, ...]

    @property
    def size(self) -> int:
        """The bytes of all files together."""
        return sum(one.size for one in self.files)
