"""A house that listens everywhere says by which addresses it is reached from other machines."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from casinowar.cli.house import network, serve
from casinowar.house.settings import load
from tests.paths import ROOT

HOME = {
    4: ["127.0.0.1", "192.168.1.5", "169.254.7.7", "10.8.0.2", "192.168.1.5"],
    6: ["::1", "fe80::1", "fe80::1%12", "fd00::2"],
}


def told(host: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    serve.tell(load({"host": host, "data": folder}), 8000, None)
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3:-1] == [
        f"  API       {lines[0].split()[-1]}/api/docs",
        f"  database  {folder / 'house.db'}",
    ]
    return lines[:-3]


@pytest.mark.parametrize(
    "host, addresses",
    [
        ("0.0.0.0", ["http://192.168.1.5:8000", "http://10.8.0.2:8000"]),
        ("::", ["http://[fd00::2]:8000"]),
    ],
)
def test_others_are_told_where_to_come(
    host: str,
    addresses: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "own_addresses", HOME.__getitem__)
    assert told(host, tmp_path, capsys) == [
        "The house is open at http://localhost:8000",
        *(f"  others    {address}" for address in addresses),
        "            for people on this network; open this address yourself to invite them",
    ]


def test_documentation_shows_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda _version: ["192.168.1.5"])
    shown = "\n".join(told("0.0.0.0", tmp_path, capsys))
    assert f"```text\n{shown}\n```" in (ROOT / "docs/serve.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("failure", [None, OSError("no such host"), UnicodeError("no host name")])
def test_no_address_is_one_line(
    failure: Exception | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def alone(version: int) -> list[str]:
        if failure is not None:
            raise failure
        return HOME[version][:1]

    monkeypatch.setattr(network, "own_addresses", alone)
    assert told("0.0.0.0", tmp_path, capsys) == [
        "The house is open at http://localhost:8000",
        "  others    use this machine's network address, which could not be found",
    ]


def test_slow_lookup_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def slow(_version: int) -> Iterator[str]:
        yield "192.168.1.5"
        ended.wait(30)
        yield "192.168.1.6"

    monkeypatch.setattr(network, "own_addresses", slow)
    monkeypatch.setattr(network, "PATIENCE", 0.05)
    began = time.monotonic()
    found = network.addresses_nearby("0.0.0.0")
    seconds = time.monotonic() - began
    ended.set()
    assert found in ([], ["192.168.1.5"])
    assert seconds < 15


def test_house_at_one_address_names_that_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(network, "own_addresses")  # nobody asks for them
    assert told("192.168.1.5", tmp_path, capsys) == ["The house is open at http://192.168.1.5:8000"]
    assert told("::1", tmp_path, capsys) == ["The house is open at http://[::1]:8000"]


def test_interfaces_are_asked_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "if_inet6"
    told.write_text(
        "fd000000000000000000000000000002 04 40 00 82     eth0\n"
        "00000000000000000000000000000001 01 80 10 80       lo\n"
        "fe8000000000000000fc00fffe000001 04 40 20 80     eth0\n"
    )
    monkeypatch.setattr(network, "IPV6", told)
    monkeypatch.delattr(socket, "getaddrinfo")
    assert "127.0.0.1" in network.own_addresses(4), "whatever its network, it has loopback"
    assert network.own_addresses(6) == ["fd00::2", "::1", "fe80::fc:ff:fe00:1"]
    assert network.addresses_nearby("::") == ["fd00::2"]


def test_host_name_is_looked_up_where_no_file_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def found(*question: object) -> list[tuple[object, ...]]:
        asked.append(question)
        return [(socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fd00::2", 0, 0, 0))]

    monkeypatch.setattr(network, "IPV6", tmp_path / "none")
    monkeypatch.setattr(socket, "gethostname", lambda: "casino")
    monkeypatch.setattr(socket, "getaddrinfo", found)
    assert network.addresses_nearby("::") == ["fd00::2"]
    assert asked == [("casino", None, socket.AF_INET6, socket.SOCK_STREAM)]
