"""The addresses at which other machines on the network reach this one.

The operating system lists the addresses of its interfaces; nothing is sent over the network. The
host name is not enough, because it often stands for loopback. It is looked up only on systems that
cannot list their interfaces.
"""

import ipaddress
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every address of the machine: one for IPv4, one for IPv6."""

PATIENCE = 1.0
"""Seconds to wait for a slow name lookup before the house opens without the addresses."""

IPV6 = Path("/proc/net/if_inet6")
"""Where Linux lists its IPv6 addresses: 32 hexadecimal digits at the start of each line."""

if sys.platform in ("linux", "darwin"):
    import fcntl

    # SIOCGIFADDR, and the part of its answer (a name, then an address) that holds the address
    _ASK_ADDRESS = 0x8915 if sys.platform == "linux" else 0xC0206921
    _ANSWER = slice(20, 24)

    def _of_interfaces() -> Iterator[str]:
        """Yield the first IPv4 address of each interface."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            for _, name in socket.if_nameindex():
                question = name.encode().ljust(32, b"\0")
                with suppress(OSError):  # this interface has no address
                    answer = fcntl.ioctl(asked.fileno(), _ASK_ADDRESS, question)
                    yield socket.inet_ntoa(answer[_ANSWER])
else:

    def _of_interfaces() -> Iterator[str]:
        return _of_host_name(4)


def _of_host_name(version: int) -> Iterator[str]:
    family = socket.AF_INET6 if version == 6 else socket.AF_INET
    found = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM)
    return (str(address[0]) for *_, address in found)


def own_addresses(version: int) -> Iterable[str]:
    """Return all IPv4 or all IPv6 addresses of this machine."""
    if version == 4:
        return _of_interfaces()
    if IPV6.exists():
        lines = IPV6.read_text(encoding="ascii").splitlines()
        return [str(ipaddress.IPv6Address(bytes.fromhex(line[:32]))) for line in lines]
    return _of_host_name(version)


def addresses_nearby(host: str) -> list[str]:
    """Return the addresses of a house that listens everywhere; none if the lookup is too slow."""
    version = 6 if ":" in host else 4
    found: list[str] = []

    def look() -> None:
        with suppress(OSError, UnicodeError):  # no name server may know this machine's host name
            found.extend(own_addresses(version))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(PATIENCE)
    return [address for address in dict.fromkeys(found) if _is_for_others(address)]


def _is_for_others(address: str) -> bool:
    """Whether a browser elsewhere can use it; a link-local address needs the link's name too."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)
