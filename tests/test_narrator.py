"""Which model the settings choose."""

from __future__ import annotations

import pytest

from mud.narrator import endpoint_of, limits_of
from mud.settings import Settings


def given(monkeypatch: pytest.MonkeyPatch, **values: str) -> Settings:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MUD_MODEL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return Settings(_env_file=None)  # type: ignore[call-arg]  # pydantic-settings' own argument


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"MUD_MODEL": "gpt-4.1"},
        {"MUD_MODEL": "storyteller", "OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": "http://localhost/v1"},
    ],
)
def test_the_storyteller_plays_without_key_and_address_or_by_name(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str]
) -> None:
    assert endpoint_of(given(monkeypatch, **values)) is None


def test_a_key_alone_means_openai_and_an_address_alone_gets_a_placeholder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hosted = endpoint_of(given(monkeypatch, OPENAI_API_KEY="sk-1"))
    assert hosted is not None
    assert hosted.url == "https://api.openai.com/v1/chat/completions"
    assert (hosted.model, hosted.key.get_secret_value(), hosted.temperature) == ("gpt-4.1", "sk-1", 0.8)
    monkeypatch.delenv("OPENAI_API_KEY")
    local = endpoint_of(given(monkeypatch, OPENAI_BASE_URL="http://u:p@localhost:11434/v1/"))
    assert local is not None
    assert (local.host, local.key.get_secret_value()) == ("localhost:11434", "none")


def test_the_temperature_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = endpoint_of(given(monkeypatch, OPENAI_API_KEY="sk-1", MUD_TEMPERATURE="None"))
    assert endpoint is not None
    assert endpoint.temperature is None


def test_one_turn_is_bounded_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = limits_of(given(monkeypatch, MUD_TURN_REQUESTS="3", MUD_TURN_TOKENS="9", MUD_MODEL_WINDOW="8"))
    assert (limits.requests, limits.tokens, limits.window, limits.seconds) == (3, 9, 8, 60.0)
    assert limits.prompt == 3_000
