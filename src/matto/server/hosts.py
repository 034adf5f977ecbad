"""Names of hosts, as a Host header or an address has them."""

from __future__ import annotations

import ipaddress
import re

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
    """Tell whether a Host header has nothing else in it: pages show it in addresses."""
    found = NAME_AND_PORT.fullmatch(host)
    return found is not None and 0 < int(found["port"] or 80) <= HIGHEST_PORT


def is_address(name: str) -> bool:
    """Tell whether a name is a bare address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
