"""Whether other servers may use the same file: what one alone remembers must stay true."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from matto.engine.words import Text, text
from matto.server.store.errors import NotADatabase, StoreLocked, StoreReadOnly
from matto.server.store.faults import READ_ONLY

HAS_TABLES = b"tables\n"

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, *, alone: bool) -> None:
        if alone:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, *, alone: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_NB | (fcntl.LOCK_EX if alone else fcntl.LOCK_SH))


class Sharing:
    """A hold on a file of tables, for one server alone or for several workers.

    The system lets go of it when the process ends, however it ends.
    """

    def __init__(self, path: Path, *, alone: bool) -> None:
        self._path = path
        beside = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreReadOnly(Text(READ_ONLY, (("place", str(path)),))) from error
        try:
            _lock(self._handle, alone=alone)
        except OSError as error:
            os.close(self._handle)
            raise StoreLocked(
                text(
                    "Another server is using the tables in {file}. Close it, or give this one "
                    "a folder of its own.",
                    file=path,
                )
            ) from error

    def refuse_emptied(self) -> None:
        """Raise `NotADatabase` if a file that had tables is empty: it is no new server's."""
        had_tables = os.fstat(self._handle).st_size
        if had_tables and self._path.is_file() and not self._path.stat().st_size:
            raise NotADatabase(
                text(
                    "{file} had tables and is empty now. Put a backup in its place with `matto "
                    "store restore`, or move it away to begin anew.",
                    file=self._path,
                )
            )

    def note_tables(self) -> None:
        """Note beside the file that it has tables."""
        if not os.fstat(self._handle).st_size:
            os.write(self._handle, HAS_TABLES)

    def close(self) -> None:
        """Let others use the file."""
        os.close(self._handle)
