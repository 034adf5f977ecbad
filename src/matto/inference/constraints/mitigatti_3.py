"""What words and deeds prove in the game of the same name."""

from __future__ import annotations

from matto.inference.constraints.nice import OF_NICE

INFERENCES = OF_NICE
