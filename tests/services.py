"""Servers that tests start on the loopback address, with data that is thrown away."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

import machine

LOOPBACK = "127.0.0.1"
SECONDS_TO_START = 90.0


def require(program: machine.Program) -> Path:
    """Return where the program lies; without it the test is skipped, on CI it fails."""
    place = program.found()
    if place is None:
        if machine.on_ci():
            pytest.fail(program.advice())
        pytest.skip(program.advice())
    return place


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Tell whether somebody listens on this port of the loopback address."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((LOOPBACK, port)) == 0


def wait_until_it_answers(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Return when the port answers; a process that ends or is silent fails with its words."""
    until = time.monotonic() + SECONDS_TO_START
    while not answers(port):
        if process.poll() is not None or time.monotonic() > until:
            pytest.fail(f"{process.args!r} did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.02)


@contextmanager
def running(
    command: list[str | Path],
    port: int,
    log: Path,
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends; what it says goes to `log`."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=None if environment is None else {**os.environ, **environment},
            user=user,
        )
    try:
        wait_until_it_answers(process, port, log)
        yield process
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes], seconds: float = 15) -> None:
    """End a process politely, or at once when it does not listen."""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def folder_of(user: str | None) -> Iterator[Path]:
    """Make a folder that belongs to this user of the system, and remove it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="matto-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def who_may_run_postgres() -> str | None:
    """Return the user that PostgreSQL is started as: it refuses to be run by root."""
    return "postgres" if os.geteuid() == 0 else None


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run PostgreSQL with an empty database; gives its URL without the database's name."""
    binary, user, port = (
        require(machine.POSTGRES).resolve(),
        who_may_run_postgres(),
        free_port(),
    )
    with folder_of(user) as folder:
        data = folder / "data"
        making: list[str | Path] = [
            binary.with_name("initdb"),
            "-D",
            data,
            "-U",
            "matto",
            "-A",
            "trust",
        ]
        subprocess.run(
            [*making, "--no-sync", "--encoding=UTF8", "--locale=C"],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=user,
            cwd=folder,
        )
        settings = {"listen_addresses": LOOPBACK, "unix_socket_directories": "", "fsync": "off"}
        told = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command: list[str | Path] = [binary, "-D", data, "-p", str(port), *told]
        with running(command, port, folder / "log", user=user) as server:
            wait_until_it_takes_orders(port)
            yield f"postgresql+psycopg://matto@{LOOPBACK}:{port}"
            server.send_signal(signal.SIGINT)  # it waits for nobody who is still connected


def wait_until_it_takes_orders(port: int) -> None:
    """Return when PostgreSQL, which answers early, has finished starting."""
    import psycopg

    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            psycopg.connect(host=LOOPBACK, port=port, user="matto", dbname="postgres").close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def new_database(server: str, name: str) -> str:
    """Make an empty database on a PostgreSQL server and return its URL."""
    import psycopg

    address = server.replace("+psycopg", "") + "/postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"{server}/{name}"


@contextmanager
def redis_server() -> Iterator[str]:
    """Run Redis without files of its own; gives its URL."""
    binary, port = require(machine.REDIS), free_port()
    with folder_of(None) as folder:
        silent: list[str | Path] = ["--save", "", "--appendonly", "no", "--dir", folder]
        command: list[str | Path] = [binary, "--bind", LOOPBACK, "--port", str(port), *silent]
        with running(command, port, folder / "log"):
            yield f"redis://{LOOPBACK}:{port}"
