"""Settings come from options, the environment, or as they are."""

import os
from pathlib import Path

import pytest

from casinowar.errors import CasinoWarError
from casinowar.house.settings import PREFIX, Settings, load, show, unknown_variables
from casinowar.store.backends.url import mask


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)


def test_as_they_come() -> None:
    settings = load()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert (settings.betting_seconds, settings.choice_seconds) == (15, 20)
    assert settings.grant == 1_000_00
    assert settings.house == str(settings.data / "house.db")


def test_a_folder_without_a_name_is_refused() -> None:
    message = r"^--data: the folder has no name; write \. for this one$"
    with pytest.raises(CasinoWarError, match=message):
        load({"data": ""})


def test_options_go_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINOWAR_PORT", "8001")
    monkeypatch.setenv("CASINOWAR_GRANT", "500")
    monkeypatch.setenv("CASINOWAR_HOST", "")
    options: dict[str, object] = {"port": 8002, "data": None, "rules": ()}
    settings = load(options)
    assert (settings.port, settings.grant, settings.host) == (8002, 500, "127.0.0.1")
    origins = {shown.name: shown.origin for shown in show(settings, options)}
    assert origins["port"] == "option"
    assert origins["grant"] == "environment"
    assert {origins[name] for name in ("host", "data", "rules")} == {"default"}


def test_a_folder_that_is_named_goes_before_a_database_that_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CASINOWAR_DATABASE", "/srv/other.db")
    assert load().house == "/srv/other.db"
    assert load({"data": "mine"}).house == str(Path("mine") / "house.db")
    assert load({"data": "mine", "database": "x.db"}).house == "x.db"


def test_rule_files_are_separated_as_paths_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINOWAR_RULES", os.pathsep.join(["mine.toml", "a b.toml"]))
    assert load().rules == ("mine.toml", "a b.toml")
    assert load({"rules": ("other.toml",)}).rules == ("other.toml",)


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("port", "high", "CASINOWAR_PORT: input should be a valid integer"),
        ("port", "70000", "CASINOWAR_PORT: input should be less than or equal to 65535"),
        ("betting_seconds", "0", "CASINOWAR_BETTING_SECONDS: input should be greater than"),
        ("grant", "10.50", "CASINOWAR_GRANT: input should be a valid integer"),
        ("log_format", "xml", "CASINOWAR_LOG_FORMAT: input should be 'auto', 'console' or 'json'"),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(f"CASINOWAR_{name.upper()}", value)
    with pytest.raises(CasinoWarError, match=message):
        load()


def test_a_wrong_option_is_refused_by_its_name() -> None:
    with pytest.raises(CasinoWarError, match="--port: input should be"):
        load({"port": -1})


def test_every_setting_is_shown_and_described() -> None:
    shown = show(load())
    assert [one.name for one in shown] == list(Settings.model_fields)
    for one in shown:
        assert one.variable == f"CASINOWAR_{one.name.upper()}"
        assert one.says.endswith(".")


@pytest.mark.parametrize(
    "url, shown",
    [
        ("postgresql://ann:se:c@ret@db/house", "postgresql://ann:***@db/house"),
        ("postgresql://db/house?Password=se&port=1", "postgresql://db/house?Password=***&port=1"),
        ("postgresql://db/x?port=1&sslpassword=s%26", "postgresql://db/x?port=1&sslpassword=***"),
        ("sqlite:////srv/house.db", "sqlite:////srv/house.db"),
        ("/srv/house.db", "/srv/house.db"),
    ],
)
def test_a_password_is_masked(url: str, shown: str) -> None:
    assert mask(url) == shown
    assert next(o.value for o in show(load({"database": url})) if o.name == "database") == shown


def test_what_only_looks_like_a_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINOWAR_BETING_SECONDS", "5")
    monkeypatch.setenv("CASINOWAR_CAT", "5")
    assert unknown_variables() == [
        "CASINOWAR_BETING_SECONDS is not a setting; did you mean CASINOWAR_BETTING_SECONDS?",
        "CASINOWAR_CAT is not a setting",
    ]


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "house"
    settings = load({"data": folder})
    with settings.folder():
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "house.db").touch()
    with settings.folder():
        pass
    assert (folder / "house.db").exists()
    (tmp_path / "file").touch()
    elsewhere = load({"data": tmp_path / "file" / "house"})
    with pytest.raises(CasinoWarError, match="cannot be made"), elsewhere.folder():
        pass
    elsewhere = load({"data": tmp_path / "unused", "database": str(tmp_path / "a.db")})
    with elsewhere.folder():
        assert not (tmp_path / "unused").exists()


def test_a_folder_that_nothing_came_into_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for data in ("new/house", "there"):
        with load({"data": tmp_path / data}).folder():
            assert (tmp_path / data).is_dir()
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
