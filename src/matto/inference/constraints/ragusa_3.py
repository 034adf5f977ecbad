"""What laying away and talk prove in the game of the same name."""

from __future__ import annotations

from matto.inference.constraints import mineo_3

INFERENCES = mineo_3.INFERENCES
