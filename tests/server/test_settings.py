"""What a server is told: from the command line, the environment and the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from matto.server.http.security import MANY, TokenBuckets, TokenRate
from matto.server.settings import (
    VARIABLES,
    BadSetting,
    Settings,
    as_environment,
    host_name,
    read_settings,
)
from matto.server.tables.errors import TooMany

DATABASE = "postgresql://anna:secret@127.0.0.1/tables"


def test_what_is_given_comes_before_the_environment_and_that_before_the_defaults() -> None:
    environment = {"MATTO_PORT": "1234", "MATTO_HOST": "0.0.0.0", "MATTO_DATA": "data"}
    found = read_settings(environment, port=4321)
    assert (found.port, found.host, found.workers) == (4321, "0.0.0.0", 1)
    assert found.data == Path("data").absolute()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", "65536"),
        ("port", "-1"),
        ("workers", "0"),
        ("thinkers", "1000"),
        ("rate", "0"),
        ("rate", "nan"),
        ("rate", "fast"),
        ("language", "pt"),
        ("database", "mysql://127.0.0.1/tables"),
        ("database", "tables.sqlite"),
        ("channels", "http://127.0.0.1"),
        ("base_url", "club.example"),
        ("base_url", "https://club.example/tarock"),
        ("base_url", "https://club.example?a"),
        ("base_url", "https:///"),
        ("hosts", "one.example, https://club.example"),
        ("security_contact", "security@club.example"),
        ("security_contact", "mailto:"),
        ("security_contact", "https://club.example\nExpires: never"),
        ("log", "loud"),
        ("proxies", "club.example"),
        ("connections", "0"),
        ("idle_seconds", "inf"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_by_the_name_of_its_variable(
    name: str, value: str
) -> None:
    with pytest.raises(BadSetting, match=VARIABLES[name]):
        read_settings({VARIABLES[name]: value})


def test_the_refusal_of_an_address_does_not_repeat_its_password() -> None:
    with pytest.raises(BadSetting) as refused:
        read_settings({"MATTO_DATABASE": "mysql://anna:secret@127.0.0.1/tables"})
    assert "secret" not in str(refused.value)


def test_several_workers_need_a_way_to_hear_of_each_other() -> None:
    with pytest.raises(BadSetting, match="redis://"):
        read_settings({}, workers=2)
    assert read_settings({}, workers=2, channels="redis://127.0.0.1").workers == 2
    assert read_settings({}, workers=2, database=DATABASE).channels == DATABASE


def test_a_worker_is_told_the_same_settings_through_its_environment() -> None:
    given = {
        "data": "data",
        "database": DATABASE,
        "base_url": "https://club.example/",
        "hosts": "one.example, two.example:80",
        "rate": "2.5",
        "workers": "3",
        "language": "de",
        "proxies": "none",
        "idle_seconds": "0.5",
    }
    settings = read_settings({}, **given)
    assert settings.base_url == "https://club.example"
    assert read_settings(as_environment(settings)) == settings


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("club.example:8765", "club.example"),
        ("CLUB.example", "club.example"),
        ("[::1]:80", "::1"),
        ("::1", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("user@club.example", "club.example"),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header_is_read_without_port_and_brackets(
    host: str, name: str
) -> None:
    assert host_name(host) == name


def test_an_empty_host_is_nobodys_name() -> None:
    assert not Settings(Path("data")).knows_host("")


# -- how often one may ask ----------------------------------------------------------------


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_has_used_up_his_requests_gets_new_ones_with_time() -> None:
    clock = Clock()
    buckets = TokenBuckets(TokenRate(burst=3, per_second=0.5), clock)
    for _ in range(3):
        buckets.take("anna")
    with pytest.raises(TooMany) as refused:
        buckets.take("anna")
    assert refused.value.seconds == 2
    buckets.take("bruno")
    clock.now += 2
    buckets.take("anna")
    with pytest.raises(TooMany):
        buckets.take("anna")


def test_time_gives_nobody_more_than_a_full_bucket() -> None:
    clock = Clock()
    buckets = TokenBuckets(TokenRate(burst=2, per_second=1), clock)
    buckets.take("bruno", 5)  # what costs more than a full bucket is had for a full one
    with pytest.raises(TooMany):
        buckets.take("bruno")
    buckets.take("anna")
    clock.now += 1000
    for _ in range(2):
        buckets.take("anna")
    with pytest.raises(TooMany):
        buckets.take("anna")


def test_names_by_the_million_do_not_fill_the_memory() -> None:
    clock = Clock()
    buckets = TokenBuckets(TokenRate(burst=2, per_second=1), clock)
    buckets.take("busy")
    for number in range(MANY * 2):
        clock.now += 0.001
        buckets.take(f"name {number}")
    assert len(buckets) <= MANY
