"""The addresses of this machine on its network, for those who come to its house from another one.

The system is asked which addresses its interfaces have: nothing is sent. The host name alone would
often not do, as it may stand for loopback; it is looked up where the system cannot be asked.
"""

import ipaddress
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that are every address of the machine, each of its own version of IP."""

PATIENCE = 1.0
"""Seconds: a name that is looked up may take long, and the house opens without."""

IPV6 = Path("/proc/net/if_inet6")
"""Where Linux tells the addresses of IPv6: thirty-two digits at the beginning of each line."""

if sys.platform in ("linux", "darwin"):
    import fcntl

    # the call SIOCGIFADDR, and where in its answer, a name and then an address, the address stands
    _ASK_ADDRESS = 0x8915 if sys.platform == "linux" else 0xC0206921
    _ANSWER = slice(20, 24)

    def _of_interfaces() -> Iterator[str]:
        """The first address of IPv4 that each interface has."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            for _, name in socket.if_nameindex():
                question = name.encode().ljust(32, b"\0")
                with suppress(OSError):  # it has none
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
    """All addresses of this machine that are of a version of IP."""
    if version == 4:
        return _of_interfaces()
    if IPV6.exists():
        lines = IPV6.read_text(encoding="ascii").splitlines()
        return [str(ipaddress.IPv6Address(bytes.fromhex(line[:32]))) for line in lines]
    return _of_host_name(version)


def addresses_nearby(host: str) -> list[str]:
    """Where others reach a house that listens everywhere; none if they are not quickly known."""
    version = 6 if ":" in host else 4
    found: list[str] = []

    def look() -> None:
        with suppress(OSError, UnicodeError):  # a host name may be one that no name server knows
            found.extend(own_addresses(version))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(PATIENCE)
    return [address for address in dict.fromkeys(found) if _is_for_others(address)]


def _is_for_others(address: str) -> bool:
    """Whether a browser elsewhere can be given it: one of a single link needs that link's name."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)
