"""The settings of a house: from an option, from the environment, or the default.

Every setting is also an environment variable: `port` is CASINOWAR_PORT. An option of the command
line overrides the environment. `casinowar config` shows all settings, and where each comes from.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from casinowar.errors import CasinoWarError
from casinowar.store.backends.url import mask

PREFIX = "CASINOWAR_"

Seconds = Annotated[int, Field(ge=1, le=3600)]
Chips = Annotated[int, Field(ge=1, le=10**12)]
Origin = Literal["default", "environment", "option"]


class Settings(BaseSettings):
    """The settings of a house; the descriptions are for the operator."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    host: str = Field("127.0.0.1", min_length=1, description="The address the server listens at.")
    port: int = Field(8000, ge=0, le=65535, description="Its port; 0 for any free port.")
    data: Path = Field(
        default_factory=lambda: user_data_path("casinowar", appauthor=False),
        description="The folder of the house's files.",
    )
    database: str = Field(
        "", description="The URL or the path of the database; house.db in the folder if not set."
    )
    workers: int = Field(
        1, ge=1, le=64, description="How many processes serve; more than one needs PostgreSQL."
    )
    rules: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Rule files of tables to open, beside the built-in ones; "
        f"in the environment with {os.pathsep} between them.",
    )
    players_may_have_edge: bool = Field(
        False,  # noqa: FBT003
        description="Whether those rules may favour the players; if not, such rules are refused.",
    )
    authorised: Chips | None = Field(
        None,
        description="The authorised limit of a wager, in cents, for rules that ask you to state "
        "it; if not set, their tables are practice tables.",
    )
    betting_seconds: Seconds = Field(15, description="How long bets may be placed.")
    choice_seconds: Seconds = Field(20, description="How long a player may think about a tie.")
    bank_seconds: Seconds = Field(15, description="How long a player may consider the bank.")
    stake_seconds: Seconds = Field(20, description="How long a banker may take to post a stake.")
    commit_seconds: Seconds = Field(
        3, description="How long the house waits for commitments to the next shoe."
    )
    reveal_seconds: Seconds = Field(3, description="How long the house waits for reveals.")
    round_seconds: int = Field(
        0,
        ge=0,
        le=3600,
        description="The least time between two rounds of a player; 0 for none.",
    )
    quick_rebet: bool = Field(
        True,  # noqa: FBT003
        description="Whether players can repeat the wagers of their last round with one command.",
    )
    idle_minutes: int = Field(
        10,
        ge=0,
        le=1440,
        description="How long an absent player keeps a seat; 0 for ever.",
    )
    grant: Chips = Field(100_000, description="Chips for a new player, in cents.")
    refill: Chips = Field(50_000, description="Chips for a player who is broke, in cents.")
    refill_below: Chips = Field(
        1_000, description="A player with less than this is broke, in cents."
    )
    refills_per_day: int = Field(3, ge=0, le=1000, description="How many refills within 24 hours.")
    requests_per_second: int = Field(
        30,
        ge=0,
        le=100_000,
        description="How many requests a player may send in the long run; 0 for any number.",
    )
    connections_per_address: int = Field(
        200,
        ge=0,
        le=100_000,
        description="How many connections one address may have open; 0 for any number.",
    )
    keep_requests_days: int = Field(
        30,
        ge=1,
        le=36_500,
        description="How long the answer to a request is kept, in case it is repeated.",
    )
    keep_guests_days: int = Field(
        90,
        ge=0,
        le=36_500,
        description="How long guests who never played are kept, if they cannot come back; "
        "0 for ever.",
    )
    metrics_token: str = Field(
        "",
        max_length=200,
        description="The token for /metrics; if not set, only this machine may read it.",
    )
    log_format: Literal["auto", "console", "json"] = Field(
        "auto", description="The form of log lines; auto means console at a terminal, else json."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The lowest level that is logged."
    )

    @field_validator("rules", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, value.split(os.pathsep))) if isinstance(value, str) else value

    @property
    def house(self) -> str:
        """The database, by its URL or path."""
        return self.database or str(self.data / "house.db")

    @property
    def shown_house(self) -> str:
        """The same without its passwords."""
        return mask(self.house)

    @contextmanager
    def folder(self) -> Iterator[None]:
        """Make the folder for the house's files, if they go there.

        A folder that is made here and stays empty is removed again.
        """
        folders = () if self.database else (self.data, *self.data.parents)
        try:
            made = [folder for folder in folders if not folder.exists()]
            if made:
                self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CasinoWarError(f"{self.data}: cannot be made: {error.strerror}") from error
        try:
            yield
        finally:
            with suppress(OSError):
                for folder in made:
                    folder.rmdir()


class Shown(NamedTuple):
    """A setting as it is shown."""

    name: str
    value: Any
    origin: Origin
    variable: str
    says: str


def load(options: Mapping[str, object] | None = None) -> Settings:
    """The settings: from the given options, else the environment, else the defaults."""
    given = _given(options)
    if given.get("data") == "":
        raise CasinoWarError("--data: the folder has no name; write . for this one")
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        name = str(fault["loc"][0])
        source = f"--{name}" if name in given else PREFIX + name.upper()
        why = fault["msg"][:1].lower() + fault["msg"][1:]
        raise CasinoWarError(f"{source}: {why}") from None


def show(settings: Settings, options: Mapping[str, object] | None = None) -> list[Shown]:
    """Every setting with its origin; the token, and a password in the URL, are masked."""
    given = _given(options)
    environment = {name.upper() for name, value in os.environ.items() if value}
    found = []
    for name, field in Settings.model_fields.items():
        variable = PREFIX + name.upper()
        origin: Origin = "environment" if variable in environment else "default"
        if name in given:
            origin = "option"
        value = getattr(settings, name)
        if name == "database":
            value = settings.shown_house
        if name == "metrics_token" and value:
            value = "***"
        found.append(Shown(name, _plain(value), origin, variable, field.description or ""))
    return found


def unknown_variables() -> list[str]:
    """A sentence for each environment variable that looks like a setting but is none."""
    known = [name.upper() for name in Settings.model_fields]
    found = []
    for name in sorted(os.environ):
        own = name.upper().removeprefix(PREFIX)
        if own != name.upper() and own not in known:
            near = get_close_matches(own, known, n=1)
            hint = f"; did you mean {PREFIX}{near[0]}?" if near else ""
            found.append(f"{name} is not a setting{hint}")
    return found


def _given(options: Mapping[str, object] | None) -> dict[str, object]:
    """The given options; a folder among them overrides a database in the environment."""
    given = {name: value for name, value in (options or {}).items() if value not in (None, ())}
    return {"database": "", **given} if "data" in given else given


def _plain(value: object) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Path) else value
