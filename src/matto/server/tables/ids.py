"""The ids of tables: whoever knows one may look at its table, so that nobody can guess one."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from matto.server.tables.storage import TableStore

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for each other."""

LENGTH = 14
TABLE_ID = re.compile(f"[{LETTERS}]{{{LENGTH}}}")


async def new_table_id(store: TableStore, host: str, key: str) -> str:
    """Make an id; the same one for the same host and key, if there is a key."""
    if not key:
        return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    secret = (await store.secret("table ids")).encode()
    digest = hmac.new(secret, f"{host} {key}".encode(), hashlib.sha256).digest()
    number, most = int.from_bytes(digest), len(LETTERS)
    return "".join(LETTERS[number // most**place % most] for place in range(LENGTH))
