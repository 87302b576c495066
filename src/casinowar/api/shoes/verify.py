"""Whether a shoe was dealt correctly: the audit of shoe files, offline."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any

from casinowar.api.arguments import path_given
from casinowar.api.shoes.files import Given, in_order
from casinowar.audit import Auditor, ShoeCheck
from casinowar.audit.chains import Chains
from casinowar.errors import CasinoWarError, WrongEntry
from casinowar.record.shoefile import ShoeFile

__all__ = ["Verification", "verify", "verify_all"]


@dataclass(frozen=True, slots=True, repr=False)
class Verification:
    """What the check of one shoe's file found.

    >>> import casinowar as cw
    >>> found = cw.verify("shoe.json")
    >>> found.verified, found.why
    (True, '')
    >>> found.rounds
    3
    """

    path: str
    file: ShoeFile | None
    auditor: Auditor | None
    """Everything that was checked; `None` if something is wrong."""
    fault: WrongEntry | None = None
    """The first entry that is wrong."""
    error: CasinoWarError | None = None
    """Why the file cannot be read; `verify` raises it."""
    unchecked: tuple[str, ...] = ()
    """What this file alone cannot show, in words."""

    @property
    def verified(self) -> bool:
        """Whether everything in the file is right."""
        return self.auditor is not None

    @property
    def entry(self) -> int | None:
        """The number of the first wrong entry."""
        return None if self.fault is None else self.fault.seq

    @property
    def why(self) -> str:
        """What is wrong; ``""`` where nothing is."""
        return self.fault.why if self.fault is not None else str(self.error or "")

    @property
    def end(self) -> str:
        """``dealt``, ``abandoned``, ``open`` or ``by hand``; ``""`` where something is wrong."""
        return "" if self.auditor is None else self.auditor.shoes[0].end

    @property
    def rounds(self) -> int:
        """How many rounds were replayed."""
        return 0 if self.auditor is None else self.auditor.rounds

    def to_json(self) -> dict[str, Any]:
        """The answer as `casinowar verify --json` prints it."""
        told: dict[str, Any] = {"file": self.path, "verified": self.verified}
        if self.error is not None:
            return told | {"error": str(self.error)}
        if self.fault is not None:
            return told | {"entry": self.fault.seq, "why": self.fault.why}
        assert self.file is not None, "what is verified was read"
        assert self.auditor is not None, "what is verified was checked"
        found = _findings(self.file, self.auditor)
        return told | found | {"unchecked": list(self.unchecked)}

    def __repr__(self) -> str:
        if self.verified:
            return f"<Verification {self.path}: verified, {self.rounds} rounds, {self.end}>"
        return f"<Verification {self.path}: {self.fault or self.error}>"


def _findings(file: ShoeFile, auditor: Auditor) -> dict[str, Any]:
    shoe, money = auditor.shoes[0], auditor.money
    prepared = shoe.brought.prepared
    return {
        "shoe": file.shoe,
        "end": shoe.end,
        "rules": file.rules.id,
        "reading": file.header["reading"],
        "rules_sha256": file.rules.sha256,
        "first_entry": file.entries[0]["seq"],
        "entries": len(file.entries),
        "commitment": prepared and prepared.ceremony.server.hex(),
        "revealed": [
            {"seat": seat, "seed": seed, "cut": cut} for seat, seed, cut in revealed(shoe)
        ],
        "last_hash": auditor.record.head,
        "dealt": shoe.dealt,
        "burned": shoe.burned,
        "rounds": auditor.rounds,
        "settled": money.settled,
        "wagers": money.wagers,
        "transfers": money.transfers,
        "abandoned": auditor.abandoned,
    }


def revealed(shoe: ShoeCheck) -> Iterator[tuple[int, str, int]]:
    """The seats that had a part in the shuffle, each with its seed and its cut."""
    if shoe.brought.prepared is not None:
        for part in shoe.brought.prepared.ceremony.parts:
            if part.reveal is not None:
                yield part.seat, part.reveal.seed.hex(), part.reveal.cut


def verify(path: str | PathLike[str]) -> Verification:
    """Check a shoe's file: chain, shuffle, cards, rules, ledger and limits.

    A file that cannot be read raises an error. If an entry is wrong, the result says so.

    >>> import casinowar as cw
    >>> cw.verify("shoe.json")
    <Verification shoe.json: verified, 3 rounds, abandoned>
    >>> cw.verify("nowhere.json")
    Traceback (most recent call last):
    ...
    casinowar.errors.RecordError: 'nowhere.json': this file cannot be read: ...
    """
    (found,) = verify_all([path])
    if found.error is not None:
        raise found.error
    return found


def verify_all(paths: Iterable[str | PathLike[str]]) -> Iterator[Verification]:
    """Check several shoe files; consecutive shoes are checked as one chain.

    They may come in any order. If a file cannot be read, `Verification.error` says why.

    >>> import casinowar as cw
    >>> [found.verified for found in cw.verify_all(["shoe.json", "nowhere.json"])]
    [True, False]
    """
    if isinstance(paths, str | PathLike) or not isinstance(paths, Iterable):
        raise CasinoWarError(f"paths: {paths!r:.80} is not a list of paths; cw.verify takes one")
    chains = Chains()
    for given in in_order([path_given("path", path) for path in paths]):
        yield _verified(given, chains)


def _verified(given: Given, chains: Chains) -> Verification:
    try:
        file = given.shoe()
        auditor, absent = chains.take(file, given.path)
    except WrongEntry as fault:
        return Verification(given.path, None, None, fault=fault)
    except CasinoWarError as error:
        return Verification(given.path, None, None, error=error)
    unchecked = (*absent, *auditor.unchecked())
    return Verification(given.path, file, auditor, unchecked=unchecked)
