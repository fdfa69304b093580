"""Settings, from the environment and `.env`: typed, each with what it means. The only place that reads the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from dotenv import dotenv_values
from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Port = Annotated[int, Field(ge=0, le=65535)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Tokens = Annotated[int, Field(ge=1, le=1_000_000_000)]


def _none_by_name(value: object) -> object:
    return None if isinstance(value, str) and value.strip().lower() == "none" else value


Temperature = Annotated[Annotated[float, Field(ge=0, le=2)] | None, BeforeValidator(_none_by_name)]


class Settings(BaseSettings):
    """Every setting of a castle. Names in the environment are the field names in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    db_uri: str | None = Field(
        None,
        pattern=r"^(bolt|neo4j)(\+s|\+ssc)?://",
        description="the graph's address; unset: an embedded graph",
    )
    db_user: str = Field("neo4j", description="the graph's user")
    db_pwd: SecretStr | None = Field(None, description="the graph's password")
    db_name: str = Field("neo4j", description="the graph's database")

    openai_api_key: SecretStr | None = Field(
        None, description="key of a model endpoint; without it and OPENAI_BASE_URL the storyteller plays"
    )
    openai_base_url: str | None = Field(
        None,
        pattern=r"^https?://[^/]",
        description="address of an OpenAI-compatible endpoint, up to /v1; unset: OpenAI's own",
    )

    mud_model: str = Field("gpt-4.1", description="the model's name; `storyteller` is the built-in one")
    mud_temperature: Temperature = Field(
        0.8, description="the model's temperature, 0 to 2; `none` leaves it out"
    )
    mud_model_tools: Literal["calls", "json"] = Field(
        "calls", description="how the model calls tools; `json` is for servers that ignore tools"
    )
    mud_model_stream: bool = Field(True, description="whether answers are asked for piece by piece")
    mud_stand_in: bool = Field(
        True, description="whether the storyteller tells the story while the endpoint fails again and again"
    )
    mud_translate: bool = Field(
        True,
        description="whether the model puts what it made into the other language when it is first read in that",
    )
    mud_model_window: Count = Field(24_000, description="the most tokens of one request")
    mud_model_first_seconds: Seconds = Field(
        30.0, description="how long the first piece of an answer is waited for"
    )
    mud_model_silence_seconds: Seconds = Field(
        20.0, description="how long the next piece of an answer is waited for"
    )
    mud_data_dir: Path = Field(
        Path("data"), description="folder of the embedded graph and of the server's own files"
    )
    mud_config_dir: Path | None = Field(None, description="a folder laid over config/, file by file")
    mud_engine_memory: str = Field(
        "512m", pattern=r"^\d+[mg]$", description="heap of the embedded graph's engine"
    )

    mud_telnet_host: str = Field("127.0.0.1", description="address that telnet listens on")
    mud_telnet_port: Port = Field(4000, description="port that telnet listens on; 0 picks a free one")

    mud_castle_language: Literal["en", "ko"] = Field(
        "en", description="the language that the castle is made in"
    )
    mud_default_language: Literal["en", "ko"] = Field(
        "en", description="the language of players who have not said theirs"
    )
    mud_seed: str | None = Field(None, description="seed of the storyteller; unset: the castle's own id")

    mud_turn_seconds: Seconds = Field(60.0, description="the longest that a turn may take")
    mud_turn_calls: Count = Field(20, description="the most tool calls in a turn")
    mud_turn_requests: Count = Field(8, description="the most requests to the model in a turn")
    mud_turn_tokens: Count = Field(60_000, description="the most tokens in a turn, of requests and answers")
    mud_player_tokens_per_hour: Tokens | None = Field(
        None, description="the most tokens that a player may spend in an hour; unset: any number"
    )
    mud_castle_tokens_per_hour: Tokens | None = Field(
        None, description="the most tokens that all together may spend in an hour; unset: any number"
    )
    mud_fill_seconds: Seconds = Field(
        20.0, description="after this the storyteller makes a blank room in the model's place"
    )
    mud_history_tokens: Count = Field(1_200, description="budget of a conversation's history, in tokens")
    mud_prompt_tokens: Count = Field(
        3_000, description="for a turn whose first request has more tokens the oldest of the history goes"
    )
    mud_waiting_lines: Count = Field(3, description="lines that may wait behind a running turn")

    mud_grace_seconds: Seconds = Field(
        120.0, description="how long a player with a lost link stands before it falls asleep"
    )
    mud_idle_seconds: Seconds = Field(3_600.0, description="how long a player may be silent")
    mud_login_seconds: Seconds = Field(120.0, description="how long a connection may take to log in")
    mud_max_connections: Count = Field(1_200, description="connections at once")
    mud_max_per_address: Count = Field(1_200, description="connections at once from one address")
    mud_lines_per_second: Annotated[float, Field(gt=0)] = Field(
        20.0, description="lines a second that one connection may send for long"
    )
    mud_guests: bool = Field(True, description="whether guests are let in")

    mud_log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="how much the server logs"
    )
    mud_log_format: Literal["console", "json"] = Field("console", description="how the server logs")

    @property
    def asks_for_a_model(self) -> bool:
        """Whether a model endpoint is set, and the storyteller is not asked for by name."""
        return self.mud_model != "storyteller" and bool(self.openai_api_key or self.openai_base_url)

    def sources(self) -> dict[str, str]:
        """Where each setting's value came from, by the setting's name: "environment", ".env" or "default"."""
        environment = {name.lower() for name, value in os.environ.items() if value}
        file = {name.lower() for name, value in dotenv_values(".env").items() if value}
        return {
            name: "environment" if name in environment else ".env" if name in file else "default"
            for name in type(self).model_fields
        }
