"""One server at a time has a house open."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from casinowar.errors import CasinoWarError
from casinowar.store.backends.lock import Lock

HOLD = """
import sys, time
from casinowar.store.backends.lock import Lock
lock = Lock(sys.argv[1])
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_one_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    with Lock(house), pytest.raises(CasinoWarError) as raised:
        Lock(f"sqlite:///{house}")
    assert f"a server has this house open already (process {os.getpid()})" in str(raised.value)
    Lock(house).close()


def test_other_houses_are_not_locked(tmp_path: Path) -> None:
    with Lock(tmp_path / "house.db"), Lock(tmp_path / "other.db"):
        pass


def test_a_link_to_a_house_is_the_same_house(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    with Lock(tmp_path / "house.db"), pytest.raises(CasinoWarError, match="open already"):
        Lock(tmp_path / "link.db")


def test_a_killed_server_holds_nothing(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    command = [sys.executable, "-c", HOLD, str(house)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline().strip() == b"held"
            with pytest.raises(CasinoWarError, match=f"process {holder.pid}"):
                Lock(house)
        finally:
            holder.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
            holder.wait(timeout=20)
    Lock(house).close()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CasinoWarError, match="cannot be opened: No such file"):
        Lock(tmp_path / "missing" / "house.db")


def test_where_no_house_came_to_be_no_lock_is_left(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    Lock(house).close()
    assert not [*tmp_path.iterdir()]
    house.touch()
    Lock(house).close()
    assert len([*tmp_path.iterdir()]) == 2
