"""How a server is set up: from the command line and the environment, each value checked."""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from matto.engine.errors import MattoError
from matto.engine.options import whole_number
from matto.engine.words import LANGUAGES, Text, text
from matto.server.hosts import host_name, is_address, is_name_and_port

DEFAULT_PORT = 8765
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
DATABASES = ("sqlite", "postgresql")
CHANNELS = ("redis", "rediss", "postgresql")
MANY_WORKERS = 64
MANY_THINKERS = 64
NOBODY = "none"
MANY_CONNECTIONS = 1_000_000
MANY_TABLES = 100_000_000
MANY_DAYS = 36_500
MIN_HEADER_BYTES, MANY_BYTES = 1024, 1 << 20
HIGHEST_PORT = 65535
A_YEAR = 365 * 24 * 3600

TABLES_FILE = "tables.sqlite"
LEAST_OF_A_KEY = 22

BOT = re.compile(r"[\w.-]+=[\w.]+:[\w.]+")

MOST_BYTES = 64 * 1024
"""The body of a request is never larger than a form with all options of a game."""

T = TypeVar("T")


class BadSetting(MattoError):
    """A setting of the server that cannot be meant: which one, and what it takes."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that a server is told before it starts.

    `data` is the folder for whatever it keeps; `database` an SQLAlchemy URL (empty: a file in
    that folder); `channels` a Redis or PostgreSQL URL by which several workers hear of each
    other; `base_url` the address by which people reach the server, when it is not the one it
    listens on; `hosts` further names that it answers to. `language` is for whoever has not
    chosen one (empty: as the browser asks). `thinkers` is how many processes think for the
    bots, `rate` how many requests a second one player may send. `bots` are bots of other people
    that may be chosen as well, each as name=module:maker. `operator_key` opens the figures and
    the page of whoever runs the server.

    What comes before a request is complete has limits of its own: `connections` in all and
    from one address, the bytes of a request's head, and how many seconds head, body and the
    next request may take. `proxies` are addresses and networks of proxies: what they say of
    whom they ask for is believed, and they are not counted.

    Tables that nobody touches are put out of memory after `rest_minutes`, and deleted after so
    many days: `keep_undealt` where no card was dealt, `keep_unfinished` where the match goes
    on, `keep_finished` where it is over; 0 is for ever. There are at most `tables` of them,
    `tables_per_player` opened with one key that go on, and one address opens at most
    `tables_per_address` a day.

    `hsts_seconds` is for how long a browser that has come by https asks for nothing else here;
    0: it is not told so.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database: str = ""
    channels: str = ""
    base_url: str = ""
    hosts: tuple[str, ...] = ()
    language: str = ""
    workers: int = 1
    thinkers: int = 2
    rate: float = 20.0
    bots: tuple[str, ...] = ()
    log: str = "warning"
    log_format: str = "text"
    operator_key: str = ""
    proxies: tuple[str, ...] = ("127.0.0.1/32", "::1/128")
    connections: int = 10_000
    connections_per_address: int = 256
    streams_per_address: int = 128
    header_bytes: int = 16 * 1024
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    idle_seconds: float = 15.0
    rest_minutes: float = 30.0
    keep_undealt: float = 7.0
    keep_unfinished: float = 90.0
    keep_finished: float = 365.0
    tables: int = 100_000
    tables_per_player: int = 200
    tables_per_address: int = 1000
    hsts_seconds: int = A_YEAR

    @property
    def store(self) -> str | Path:
        """Where tables are kept: a database by its address, or a file."""
        return self.database or self.data / TABLES_FILE

    @property
    def is_local(self) -> bool:
        """Tell whether only this machine reaches the server."""
        return self.host in LOOPBACK

    def knows_host(self, host: str) -> bool:
        """Tell whether a Host header names this server.

        Names must be known: a foreign name that points here is how other sites reach into a
        network. A bare address cannot be forged like that.
        """
        if not is_name_and_port(host):
            return False
        name = host_name(host)
        known = {self.host, host_name(urlsplit(self.base_url).netloc), *self.hosts} - {""}
        return name in LOOPBACK | known or (not self.is_local and is_address(name))


LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")

VARIABLES = {
    "data": "MATTO_DATA",
    "host": "MATTO_HOST",
    "port": "MATTO_PORT",
    "database": "MATTO_DATABASE",
    "channels": "MATTO_CHANNELS",
    "base_url": "MATTO_BASE_URL",
    "hosts": "MATTO_HOSTS",
    "language": "MATTO_LANGUAGE",
    "workers": "MATTO_WORKERS",
    "thinkers": "MATTO_THINKERS",
    "rate": "MATTO_RATE",
    "bots": "MATTO_BOTS",
    "log": "MATTO_LOG",
    "log_format": "MATTO_LOG_FORMAT",
    "operator_key": "MATTO_OPERATOR_KEY",
    "proxies": "MATTO_PROXIES",
    "connections": "MATTO_CONNECTIONS",
    "connections_per_address": "MATTO_CONNECTIONS_PER_ADDRESS",
    "streams_per_address": "MATTO_STREAMS_PER_ADDRESS",
    "header_bytes": "MATTO_HEADER_BYTES",
    "header_seconds": "MATTO_HEADER_SECONDS",
    "body_seconds": "MATTO_BODY_SECONDS",
    "idle_seconds": "MATTO_IDLE_SECONDS",
    "rest_minutes": "MATTO_REST_MINUTES",
    "keep_undealt": "MATTO_KEEP_UNDEALT_DAYS",
    "keep_unfinished": "MATTO_KEEP_UNFINISHED_DAYS",
    "keep_finished": "MATTO_KEEP_FINISHED_DAYS",
    "tables": "MATTO_TABLES",
    "tables_per_player": "MATTO_TABLES_PER_PLAYER",
    "tables_per_address": "MATTO_TABLES_PER_ADDRESS",
    "hsts_seconds": "MATTO_HSTS_SECONDS",
}
"""The environment's name of each setting."""

ON_THE_COMMAND_LINE = {
    "host": "--host",
    "port": "--port",
    "database": "--database",
    "channels": "--channels",
    "language": "--lang",
    "workers": "--workers",
    "bots": "--bot",
    "tables": "--tables",
    "keep_undealt": "--keep-undealt",
    "keep_unfinished": "--keep-unfinished",
    "keep_finished": "--keep-finished",
    "log_format": "--log-format",
}


def read_settings(environment: Mapping[str, str], **given: object) -> Settings:
    """Make settings from what is given, else from the environment, else from the defaults.

    Raises `BadSetting`.
    """
    values: dict[str, object] = {"data": str(data_folder(environment))}
    for name, variable in VARIABLES.items():
        found = given.get(name)
        if found is None:
            found = environment.get(variable) or None
        if found is not None:
            values[name] = found
    return _checked(Settings(**{n: _READERS[n](n, str(v)) for n, v in values.items()}))  # type: ignore[arg-type]


def as_environment(settings: Settings) -> dict[str, str]:
    """The settings as variables, for worker processes."""
    values = {name: getattr(settings, name) for name in VARIABLES}
    values["hosts"], values["bots"] = ",".join(settings.hosts), ",".join(settings.bots)
    values["proxies"] = ",".join(settings.proxies) or NOBODY
    return {VARIABLES[name]: str(value) for name, value in values.items() if str(value)}


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's data folder, by the customs of the platform."""
    own = environment.get("MATTO_DATA")
    if own:
        return Path(own)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "matto"


# -- reading one value -------------------------------------------------------------------


def _refuse(name: str, sentence: Text) -> BadSetting:
    names = [ON_THE_COMMAND_LINE[name]] if name in ON_THE_COMMAND_LINE else []
    setting = ", ".join([*names, VARIABLES[name]])
    return BadSetting(text("{setting}: {sentence}", setting=setting, sentence=sentence))


def _word(_name: str, value: str) -> str:
    return value.strip()


def _folder(_name: str, value: str) -> Path:
    return Path(value).expanduser().absolute()


def _names(_name: str, value: str) -> tuple[str, ...]:
    return tuple(host_name(part) for part in value.split(",") if part.strip())


def _bots(name: str, value: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in value.split(",") if part.strip())
    for bot in found:
        if not BOT.fullmatch(bot):
            wanted = text("write a bot as name=module:maker, not “{value}”.", value=bot)
            raise _refuse(name, wanted)
    return found


def _networks(name: str, value: str) -> tuple[str, ...]:
    if value.strip() == NOBODY:
        return ()
    try:
        found = [ipaddress.ip_network(part.strip()) for part in value.split(",")]
    except ValueError:
        wanted = text(
            "write addresses and networks of proxies, such as 10.0.0.2, 10.1.0.0/16, or none, "
            "not “{value}”.",
            value=value,
        )
        raise _refuse(name, wanted) from None
    return tuple(map(str, found))


def _operator_key(name: str, value: str) -> str:
    if len(value.strip()) >= LEAST_OF_A_KEY:
        return value.strip()
    # never the value itself, as it is a secret
    wanted = text(
        "write at least {least} letters and digits drawn by chance.", least=LEAST_OF_A_KEY
    )
    raise _refuse(name, wanted)


def _whole(least: int, most: int) -> Callable[[str, str], int]:
    def read(name: str, value: str) -> int:
        number = whole_number(value.strip())
        if number is not None and least <= number <= most:
            return number
        wanted = text(
            "write a whole number from {least} to {most}, not “{value}”.",
            least=least,
            most=most,
            value=value,
        )
        raise _refuse(name, wanted)

    return read


def _positive(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise _refuse(
            name, text("write a number above 0, such as 20, not “{value}”.", value=value)
        )
    return number


def _days(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= MANY_DAYS:
        raise _refuse(
            name,
            text("write a number of days, or 0 for ever, not “{value}”.", value=value),
        )
    return number


def _one_of(*known: str) -> Callable[[str, str], str]:
    def read(name: str, value: str) -> str:
        word = value.strip().lower()
        if word in known:
            return word
        wanted = text(
            "write one of {known}, not “{value}”.", known=", ".join(known), value=value
        )
        raise _refuse(name, wanted)

    return read


def _url(*schemes: str) -> Callable[[str, str], str]:
    def read(name: str, value: str) -> str:
        scheme = urlsplit(value.strip()).scheme.partition("+")[0]
        if scheme in schemes and "://" in value:
            return value.strip().rstrip("/") if name == "base_url" else value.strip()
        # never the value itself: such an address may hold a password
        wanted = text(
            "write an address that begins with {known}.",
            known=", ".join(f"{one}://" for one in schemes),
        )
        raise _refuse(name, wanted)

    return read


_READERS: Mapping[str, Callable[[str, str], object]] = {
    "data": _folder,
    "host": _word,
    "port": _whole(0, HIGHEST_PORT),
    "database": _url(*DATABASES),
    "channels": _url(*CHANNELS),
    "base_url": _url("http", "https"),
    "hosts": _names,
    "language": _one_of(*LANGUAGES),
    "workers": _whole(1, MANY_WORKERS),
    "thinkers": _whole(1, MANY_THINKERS),
    "bots": _bots,
    "rate": _positive,
    "log": _one_of(*LEVELS),
    "log_format": _one_of(*LOG_FORMATS),
    "operator_key": _operator_key,
    "proxies": _networks,
    "connections": _whole(1, MANY_CONNECTIONS),
    "connections_per_address": _whole(1, MANY_CONNECTIONS),
    "streams_per_address": _whole(1, MANY_CONNECTIONS),
    "header_bytes": _whole(MIN_HEADER_BYTES, MANY_BYTES),
    "header_seconds": _positive,
    "body_seconds": _positive,
    "idle_seconds": _positive,
    "rest_minutes": _positive,
    "keep_undealt": _days,
    "keep_unfinished": _days,
    "keep_finished": _days,
    "tables": _whole(1, MANY_TABLES),
    "tables_per_player": _whole(1, MANY_TABLES),
    "tables_per_address": _whole(1, MANY_TABLES),
    "hsts_seconds": _whole(0, 2 * A_YEAR),
}


def _checked(settings: Settings) -> Settings:
    """Refuse what cannot be done together; let PostgreSQL carry the news, if it is there."""
    if settings.workers == 1 or settings.channels:
        return settings
    if settings.database.startswith("postgresql"):
        return msgspec.structs.replace(settings, channels=settings.database)
    raise _refuse(
        "channels",
        text(
            "several workers must hear of each other. Name a Redis or PostgreSQL server, "
            "such as redis://localhost, or run one worker."
        ),
    )
