"""What is sent packed is the same when it is unpacked, piece by piece and as a whole."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from matto.server.live.streams import GzipStream, gzip_piece
from server.visitors import Visitor, all_of, play
from server.wire import Wire

LONG = b"event: state\n" * 500
PIECES = [b"retry: 1000\n\n", LONG, b":\n\n", "data: Kelch-König\n\n".encode()]


def test_each_piece_can_be_read_as_soon_as_it_has_come() -> None:
    packing, reader = GzipStream(), zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(packing.begin()) == b""
    for one in PIECES:
        assert reader.decompress(packing.add(one)) == one
    assert reader.decompress(packing.end()) == b""
    assert reader.eof


def test_the_whole_stream_is_a_good_file() -> None:
    packing = GzipStream()
    sent = [packing.begin(), *map(packing.add, PIECES), packing.end()]
    assert gzip.decompress(b"".join(sent)) == b"".join(PIECES)


def test_readers_share_the_same_piece() -> None:
    assert gzip_piece(LONG) is gzip_piece(bytes(bytearray(LONG)))
    assert len(gzip_piece(LONG)) * 10 < len(LONG)


def test_streams_and_files_are_packed_for_those_who_understand_it(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        table = await visitor.open()
        plain = await visitor.get_stream(f"{table}/stream")
        assert all_of(plain, "content-encoding") == []
        visitor.headers["accept-encoding"] = "gzip"
        packed = await visitor.get_stream(f"{table}/stream", until=piece_end(plain.body))
        assert all_of(packed, "content-encoding") == ["gzip"]
        reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
        assert b"event: state" in reader.decompress(packed.body)
        style = await visitor.get("/static/base.css")
        visitor.headers["accept-encoding"] = "identity"
        assert gzip.decompress(style.body) == (await visitor.get("/static/base.css")).body

    play(scene, tmp_path)


def piece_end(body: bytes) -> bytes:
    """The end of the packed piece in which a state is sent."""
    return gzip_piece(body.partition(b"\n\n")[2])[-40:]
