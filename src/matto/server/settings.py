"""How a server is set up: from the command line and the environment, each value checked."""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from matto.engine.errors import MattoError
from matto.engine.options import whole_number
from matto.engine.words import LANGUAGES, N_, Text, text

T = TypeVar("T")

HIGHEST_PORT = 65535
NAME_AND_PORT = re.compile(
    r"(\[[0-9a-f:.]+\]|[\w.-]+)(:(?P<port>[0-9]{1,5}))?", re.ASCII | re.IGNORECASE
)


def host_name(host: str) -> str:
    """The name in a Host header or a network location, without its port and brackets."""
    name = host.rpartition("@")[2].strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0] if name.count(":") == 1 else name


def is_name_and_port(host: str) -> bool:
    """Return whether a Host header has nothing else in it: pages show it in addresses."""
    found = NAME_AND_PORT.fullmatch(host)
    return found is not None and 0 < int(found["port"] or 80) <= HIGHEST_PORT


def ip_in(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with suppress(ValueError):
        return ipaddress.ip_address(address)
    return None


DEFAULT_PORT = 8765
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")
DATABASES = ("sqlite", "postgresql")
CHANNELS = ("redis", "rediss", "postgresql")
MAX_WORKERS = 64
MAX_THINKERS = 64
NOBODY = "none"
MAX_CONNECTIONS = 1_000_000
MAX_TABLES = 100_000_000
MAX_DAYS = 36_500
A_YEAR = 365 * 24 * 3600

TABLES_FILE = "tables.sqlite"
MIN_KEY_LENGTH = 22

BOT = re.compile(r"[\w.-]+=[\w.]+:[\w.]+")

CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://\S+")

MOST_BYTES = 64 * 1024
"""The body of a request is never larger than a form with all options of a game."""


class BadSetting(MattoError):
    """A setting of the server that cannot be meant: which one, and what it takes."""


# -- reading one value -------------------------------------------------------------------

Reader = Callable[[str], object]


def _read(found: Reader, sentence: str, **filled: object) -> Reader:
    """A reader that refuses with a sentence whatever `found` raises `ValueError` for.

    The sentence repeats the value only where it may not be a secret.
    """

    def read(value: str) -> object:
        try:
            return found(value.strip())
        except ValueError:
            told = {**filled, "value": value} if "{value}" in sentence else filled
            raise BadSetting(Text(sentence, tuple(told.items()))) from None

    return read


def _if(holds: bool, value: T) -> T:
    """The value if something holds of it; raises `ValueError` if not."""
    if not holds:
        raise ValueError
    return value


def _folder(value: str) -> Path:
    return Path(value).expanduser().absolute()


def _parts(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _site(value: str) -> str:
    site = urlsplit(value)
    bare = not (site.path.strip("/") or site.query or site.fragment)
    return _if(bool(site.netloc) and bare, value.rstrip("/"))


def _bots(value: str) -> tuple[str, ...]:
    for bot in _parts(value):
        _read(
            lambda one: _if(BOT.fullmatch(one) is not None, one),
            N_("write a bot as name=module:maker, not “{value}”."),
        )(bot)
    return _parts(value)


def _networks(value: str) -> tuple[str, ...]:
    parts = () if value == NOBODY else value.split(",")
    return tuple(str(ipaddress.ip_network(part.strip())) for part in parts)


def _whole(least: int, most: int) -> Reader:
    def found(value: str) -> int:
        number = whole_number(value)
        return _if(number is not None and least <= number <= most, number or 0)

    sentence = N_("write a whole number from {least} to {most}, not “{value}”.")
    return _read(found, sentence, least=least, most=most)


def _one_of(*known: str) -> Reader:
    return _read(
        lambda value: _if(value.lower() in known, value.lower()),
        N_("write one of {known}, not “{value}”."),
        known=", ".join(known),
    )


def _url(*schemes: str) -> Reader:
    def found(value: str) -> str:
        scheme = urlsplit(value).scheme.partition("+")[0]
        return _if(scheme in schemes and "://" in value, value)

    known = ", ".join(f"{one}://" for one in schemes)
    return _read(found, N_("write an address that begins with {known}."), known=known)


_base_url = _read(
    lambda value: _site(str(_url("http", "https")(value))),
    N_(
        "write the address of a whole site, such as https://tarock.example.org: nothing may "
        "follow the name and the port."
    ),
)
_hosts = _read(
    lambda value: tuple(host_name(_if("/" not in one, one)) for one in _parts(value)),
    N_("write names, such as tarock.example.org, not addresses, such as “{value}”."),
)
_contact = _read(
    lambda value: _if(CONTACT.fullmatch(value) is not None, value),
    N_("write mailto:name@example.org, or an address that begins with https://."),
)
_positive = _read(
    lambda value: _if(0 < float(value) < float("inf"), float(value)),
    N_("write a number above 0, such as 20, not “{value}”."),
)
_days = _read(
    lambda value: _if(0 <= float(value) <= MAX_DAYS, float(value)),
    N_("write a number of days, or 0 for ever, not “{value}”."),
)
_operator_key = _read(
    lambda value: _if(len(value) >= MIN_KEY_LENGTH, value),
    N_("write at least {least} letters and digits drawn by chance."),
    least=MIN_KEY_LENGTH,
)
_proxies = _read(
    _networks,
    N_(
        "write addresses and networks of proxies, such as 10.0.0.2, 10.1.0.0/16, or none, not "
        "“{value}”."
    ),
)


# -- all of them -------------------------------------------------------------------------


def _setting(default: object, read: Reader, *, flag: str = "", variable: str = "") -> Any:
    """A setting: how its value is read, and its option and variable (else of its own name)."""
    return field(default=default, metadata={"read": read, "flag": flag, "variable": variable})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a server is told before it starts, told in `docs/howto/host-a-server.md`.

    `database` is an SQLAlchemy URL (empty: a file in the folder `data`), `channels` a Redis or
    PostgreSQL URL; `thinkers` is how many processes think for the bots, `keep_…` for how many
    days tables are kept (0: for ever).
    """

    data: Path = field(metadata={"read": _folder, "flag": "", "variable": ""})
    host: str = _setting("127.0.0.1", str.strip, flag="--host")
    port: int = _setting(DEFAULT_PORT, _whole(0, HIGHEST_PORT), flag="--port")
    database: str = _setting("", _url(*DATABASES), flag="--database")
    channels: str = _setting("", _url(*CHANNELS), flag="--channels")
    base_url: str = _setting("", _base_url)
    hosts: tuple[str, ...] = _setting((), _hosts)
    language: str = _setting("", _one_of(*LANGUAGES), flag="--lang")
    workers: int = _setting(1, _whole(1, MAX_WORKERS), flag="--workers")
    thinkers: int = _setting(2, _whole(1, MAX_THINKERS))
    rate: float = _setting(20.0, _positive)
    bots: tuple[str, ...] = _setting((), _bots, flag="--bot")
    log: str = _setting("warning", _one_of(*LEVELS))
    log_format: str = _setting("text", _one_of(*LOG_FORMATS), flag="--log-format")
    operator_key: str = _setting("", _operator_key)
    security_contact: str = _setting("", _contact)
    proxies: tuple[str, ...] = _setting(("127.0.0.1/32", "::1/128"), _proxies)
    connections: int = _setting(10_000, _whole(1, MAX_CONNECTIONS))
    streams_per_address: int = _setting(128, _whole(1, MAX_CONNECTIONS))
    idle_seconds: float = _setting(15.0, _positive)
    rest_minutes: float = _setting(30.0, _positive)
    keep_undealt: float = _setting(
        7.0, _days, flag="--keep-undealt", variable="MATTO_KEEP_UNDEALT_DAYS"
    )
    keep_unfinished: float = _setting(
        90.0, _days, flag="--keep-unfinished", variable="MATTO_KEEP_UNFINISHED_DAYS"
    )
    keep_finished: float = _setting(
        365.0, _days, flag="--keep-finished", variable="MATTO_KEEP_FINISHED_DAYS"
    )
    tables: int = _setting(100_000, _whole(1, MAX_TABLES), flag="--tables")
    tables_per_player: int = _setting(200, _whole(1, MAX_TABLES))
    tables_per_address: int = _setting(1000, _whole(1, MAX_TABLES))
    hsts_seconds: int = _setting(A_YEAR, _whole(0, 2 * A_YEAR))

    @property
    def store(self) -> str | Path:
        """Return the database of the tables, by its address, or a file."""
        return self.database or self.data / TABLES_FILE

    def knows_host(self, host: str) -> bool:
        """Return whether a Host header names this server.

        Names must be known: a foreign name that points here is how other sites reach into a
        network. A bare address cannot be forged like that.
        """
        name = host_name(host)
        known = {self.host, host_name(urlsplit(self.base_url).netloc), *self.hosts} - {""}
        is_local = self.host in LOOPBACK
        return name in LOOPBACK | known or (not is_local and ip_in(name) is not None)


LEFT_TO_THE_PROXY = frozenset(
    f"MATTO_{name}"
    for name in ("CONNECTIONS_PER_ADDRESS", "HEADER_BYTES", "HEADER_SECONDS", "BODY_SECONDS")
)
"""Variables that once set limits which the proxy before a server has."""

SETTINGS = fields(Settings)
VARIABLES = {
    one.name: one.metadata["variable"] or f"MATTO_{one.name.upper()}" for one in SETTINGS
}
"""The environment's name of each setting."""


def read_settings(environment: Mapping[str, str], **given: object) -> Settings:
    """Make settings from what is given, else from the environment, else from the defaults.

    Raises `BadSetting`.
    """
    values: dict[str, Any] = {"data": _folder(str(data_folder(environment)))}
    for setting in SETTINGS:
        found = given.get(setting.name)
        if found is None:
            found = environment.get(VARIABLES[setting.name]) or None
        if found is not None:
            try:
                values[setting.name] = setting.metadata["read"](str(found))
            except BadSetting as error:
                raise _refusal(setting.name, error.sentence) from None
    return _checked(Settings(**values))


def _refusal(name: str, sentence: Text) -> BadSetting:
    (flag,) = (one.metadata["flag"] for one in SETTINGS if one.name == name)
    setting = ", ".join([flag, VARIABLES[name]] if flag else [VARIABLES[name]])
    return BadSetting(text("{setting}: {sentence}", setting=setting, sentence=sentence))


def as_environment(settings: Settings) -> dict[str, str]:
    values = {name: getattr(settings, name) for name in VARIABLES}
    lists = {name: ",".join(one) for name, one in values.items() if isinstance(one, tuple)}
    values |= lists | {"proxies": lists["proxies"] or NOBODY}
    return {VARIABLES[name]: str(value) for name, value in values.items() if str(value)}


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
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


def _checked(settings: Settings) -> Settings:
    """Refuse what cannot be done together; let PostgreSQL carry the news, if it is there."""
    if settings.workers == 1 or settings.channels:
        return settings
    if settings.database.startswith("postgresql"):
        return replace(settings, channels=settings.database)
    raise _refusal(
        "channels",
        text(
            "several workers must hear of each other. Name a Redis or PostgreSQL server, "
            "such as redis://localhost, or run one worker."
        ),
    )
