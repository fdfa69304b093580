"""Which endpoint is asked, and how."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from pydantic import SecretStr

OPENAI = "https://api.openai.com/v1"

NO_KEY = SecretStr("none")
"""Sent where there is no key: local servers need none, but some want the header."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint, a model on it, and what is said with each request.

    `base_url` ends before "/chat/completions". `temperature` None: left out. `stream`: whether answers come piece by piece.
    `json_tools`: tools are described in the prompt and calls come as JSON text, for servers that ignore `tools`. `connect`: seconds to
    wait for a connection; `read`: seconds without a byte.
    """

    model: str
    base_url: str = OPENAI
    key: SecretStr = NO_KEY
    temperature: float | None = 0.8
    stream: bool = True
    json_tools: bool = False
    connect: float = 10.0
    read: float = 60.0

    @property
    def url(self) -> str:
        """Where requests go."""
        return f"{self.base_url.rstrip('/')}/chat/completions"

    @property
    def host(self) -> str:
        """Who answers there, for people to read: no user or password that an address may hold."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]
