"""What every action asks and writes, handed to the driver as it is.

SQLAlchemy writes such a statement once, in the words of its database. To carry one out takes it
five times as long as SQLite itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

KEPT = 256


class Written(NamedTuple):
    """A statement in the words of a database: `places` names what is given by its order."""

    words: str
    places: tuple[str, ...] | None
    fixed: Mapping[str, object]


def execute(
    connection: Connection, statement: ClauseElement, values: Mapping[str, object]
) -> Any:
    """Carry a statement out, in the transaction that goes on; gives the driver's cursor."""
    dialect = connection.dialect
    words, places, fixed = _written(statement, dialect, tuple(values))
    filled = {**fixed, **values}
    given = filled if places is None else tuple(filled[name] for name in places)
    driver = dialect.loaded_dbapi
    try:
        return connection.connection.cursor().execute(words, given)
    except driver.Error as error:
        raise DBAPIError.instance(
            words, None, error, driver.Error, hide_parameters=True, dialect=dialect
        ) from error


@lru_cache(maxsize=KEPT)
def _written(statement: ClauseElement, dialect: Dialect, columns: tuple[str, ...]) -> Written:
    made = statement.compile(dialect=dialect, column_keys=list(columns))
    assert isinstance(made, SQLCompiler)
    places = made.positiontup
    return Written(str(made), None if places is None else tuple(places), made.params)
