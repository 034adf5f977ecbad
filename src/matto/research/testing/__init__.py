"""Tools for the tests of a game, here and in packages of other people.

`by_hand` deals chosen cards and plays words; `tracing` follows each clause to its tests and its
code; `deals` plays random matches and looks for whatever must not be, as `Expected` says of the
game.
"""

from __future__ import annotations
