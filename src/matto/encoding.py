"""The earlier path of `matto.players.encoding`."""

from matto.players.encoding import Encoding, NotEncoded, SuitOrder, encoding_of

__all__ = ["Encoding", "NotEncoded", "SuitOrder", "encoding_of"]
