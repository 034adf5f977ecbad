"""`matto serve` as a program: how it starts, what it says, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from matto.server import serving
from matto.server.serving import CannotListen, Server, address_of, listen, server_of
from matto.server.settings import Settings
from server.visitors import GAME
from services import LOOPBACK, free_port

pytestmark = pytest.mark.slow
"""Seconds in which a server ends, on a machine that is busy with other tests, too."""


@contextmanager
def served(folder: Path, *arguments: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A server whose words can be read."""
    process = subprocess.Popen(
        [sys.executable, "-m", "matto", "serve", *arguments],
        env={**os.environ, "MATTO_DATA": str(folder), "LANGUAGE": "en", **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address_told(process: subprocess.Popen[str]) -> str:
    """The address that a server says when it is ready."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    return found[0]


@contextmanager
def table_open(address: str) -> Iterator[tuple[httpx.Client, str]]:
    """A visitor who has opened a table."""
    with httpx.Client(base_url=address, timeout=60) as client:
        token = re.search(r'name="csrf" value="(\w+)"', client.get("/").text)
        assert token is not None
        answer = client.post("/tables", data={"csrf": token[1], "game": GAME.id})
        yield client, answer.headers["location"]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_server_with_open_streams_ends_soon_and_politely(sent: int, tmp_path: Path) -> None:
    with served(tmp_path, "--port", str(free_port())) as process:
        address = address_told(process)
        with table_open(address) as (client, table):
            lines: list[str] = []
            begun = threading.Event()

            def read() -> None:
                with client.stream("GET", f"{table}/stream") as stream:
                    for line in stream.iter_lines():
                        lines.append(line)
                        begun.set()

            reader = threading.Thread(target=read)
            reader.start()
            assert begun.wait(60)
            process.send_signal(sent)
            said, complaints = process.communicate(timeout=60)
            reader.join(60)
        assert process.returncode == 0
        assert complaints == ""
        assert "The server has ended." in said
        assert lines[-3:] == ["event: restart", "data: {}", ""]


@contextmanager
def silent_reader(port: int, path: str, cookies: httpx.Cookies) -> Iterator[None]:
    """Somebody who asks for something, and never reads it."""
    kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((LOOPBACK, port))
        told = [f"GET {path} HTTP/1.1", f"Host: {LOOPBACK}:{port}", f"Cookie: {kept}"]
        connection.sendall("\r\n".join([*told, "", ""]).encode())
        yield


def test_who_does_not_read_his_stream_does_not_hold_up_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LAST_SECONDS", 600)
    ready = threading.Event()
    settings = Settings(tmp_path, port=0)
    server = server_of(settings, ready.set)
    listening = listen(settings, exactly=True)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    port = listening.getsockname()[1]
    running = threading.Thread(target=server.run, args=([listening],))
    running.start()
    assert ready.wait(60)
    with ExitStack() as life:
        address = f"http://{LOOPBACK}:{port}"
        client, table = life.enter_context(table_open(address))
        life.enter_context(silent_reader(port, f"{table}/stream", client.cookies))
        until = time.monotonic() + 60
        while not unread(server) and time.monotonic() < until:
            time.sleep(0.01)
        assert unread(server)
        server.should_exit = True
        running.join(60)
        assert not running.is_alive()
    assert [line.message for line in caplog.records if line.levelname == "ERROR"] == []


def unread(server: Server) -> bool:
    """Tell whether something waits that nobody reads."""
    connections = tuple(server.server_state.connections)
    return any(one.transport.get_write_buffer_size() for one in connections)


def test_a_second_server_on_the_same_tables_says_so(tmp_path: Path) -> None:
    with served(tmp_path, "--port", str(free_port())) as first:
        address_told(first)
        with served(tmp_path, "--port", str(free_port())) as second:
            said, complaint = second.communicate(timeout=60)
    assert second.returncode == 2
    assert said == ""
    assert "Traceback" not in complaint
    assert len(complaint.split()) > 5


def test_a_port_that_is_taken_is_told_with_another_to_try(tmp_path: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        with served(tmp_path, "--port", str(port)) as process:
            _, complaint = process.communicate(timeout=60)
    assert process.returncode == 2
    told = " ".join(complaint.split())
    assert f"Port {port} is taken" in told
    assert "matto serve --port" in told


def test_a_bad_setting_is_told_in_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path, MATTO_RATE="fast") as process:
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 2
    assert complaint.startswith("MATTO_RATE: ")


def test_a_browser_is_opened_only_where_there_is_a_screen(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {seen}\n")
    browser.chmod(0o755)
    for display, opened in (("", False), (":7", True)):
        told = {"BROWSER": f"{browser} %s", "DISPLAY": display, "WAYLAND_DISPLAY": ""}
        with served(tmp_path, "--open", "--port", str(free_port()), **told) as process:
            address = address_told(process)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
            assert seen.exists() is opened
    assert seen.read_text().strip() == address


# -- ports and addresses, without a program -----------------------------------------------


def test_without_a_command_the_next_free_port_is_taken() -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(Path("data"), port=port)
        with pytest.raises(CannotListen):
            listen(settings, exactly=True)
        with listen(settings, exactly=False) as found:
            assert found.getsockname()[1] > port


def test_an_address_that_is_not_this_machine_s_is_refused_in_a_sentence() -> None:
    for host in ("192.0.2.1", "no such host"):
        with pytest.raises(CannotListen, match="--host"):
            listen(Settings(Path("data"), host=host, port=0), exactly=True)


@pytest.mark.parametrize(
    ("host", "base_url", "address"),
    [
        ("127.0.0.1", "", "http://127.0.0.1:80"),
        ("0.0.0.0", "", "http://127.0.0.1:80"),
        ("::1", "", "http://[::1]:80"),
        ("127.0.0.1", "https://club.example", "https://club.example"),
    ],
)
def test_the_address_is_one_that_a_browser_takes(
    host: str, base_url: str, address: str
) -> None:
    settings = Settings(Path("data"), host=host, base_url=base_url)
    assert address_of(settings, 80) == address
