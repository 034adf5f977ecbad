"""What is handed to the driver as it is: the same is asked and written as by SQLAlchemy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, bindparam, create_engine, insert, select
from sqlalchemy.exc import IntegrityError

from matto.server.store import queries
from matto.server.store.schema import METADATA, SECRETS

ADD, WORD = insert(SECRETS), "an-unguessable-word"
FIND = select(SECRETS.c.value, SECRETS.c.name).where(
    SECRETS.c.name == bindparam("wanted"), SECRETS.c.value != "nothing"
)


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://", hide_parameters=True)
    METADATA.create_all(engine)
    with engine.begin() as found:
        yield found


def test_what_was_written_is_found_by_what_is_asked_for_and_what_never_changes(
    connection: Connection,
) -> None:
    queries.execute(connection, ADD, {"value": WORD, "name": "signing"})
    queries.execute(connection, ADD, {"name": "empty", "value": "nothing"})
    wanted = {"wanted": "signing"}
    assert queries.execute(connection, FIND, wanted).fetchone() == (WORD, "signing")
    assert connection.execute(FIND, wanted).one() == (WORD, "signing")
    assert queries.execute(connection, FIND, {"wanted": "empty"}).fetchone() is None


def test_an_error_is_of_its_kind_and_does_not_tell_what_was_written(
    connection: Connection,
) -> None:
    queries.execute(connection, ADD, {"name": "signing", "value": WORD})
    with pytest.raises(IntegrityError) as caught:
        queries.execute(connection, ADD, {"name": "signing", "value": WORD})
    assert isinstance(caught.value.orig, sqlite3.IntegrityError)
    assert WORD not in str(caught.value)
