"""Names of hosts, as a Host header or an address has them."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def host_name(host: str) -> str:
    """The name in a Host header or a network location, without its port and brackets."""
    name = host.rpartition("@")[2].strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0] if name.count(":") == 1 else name


def is_name_and_port(host: str) -> bool:
    """Tell whether a Host header has nothing else in it: pages show it in addresses."""
    try:
        found = urlsplit(f"//{host}")
        return found.netloc == host and found.username is None and found.port != 0
    except ValueError:
        return False


def is_address(name: str) -> bool:
    """Tell whether a name is a bare address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
