"""What an endpoint's refusal means: a named error, made of the status and whatever the body says."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar

from mud.agent.model import ModelError

_MOST_DETAIL = 300
_KEYLIKE = re.compile(r"\b(?:sk|key|gsk|xai|AIza)[-_][\w*.-]{6,}")

# What servers call a prompt that does not fit: "context_length_exceeded" (OpenAI), "exceed_context_size_error" (llama.cpp #15780), else
# in words. DeepSeek and vLLM: "This model's maximum context length is …"; Gemini: "input token count … exceeds".
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context|context (length|size|window)|prompt is too long"
    r"|input token count|too many (input )?tokens",
    re.IGNORECASE,
)
_WITHHELD = re.compile(
    r"content_filter|content_policy|content management policy|moderation|flagged", re.IGNORECASE
)
_NO_QUOTA = re.compile(
    r"insufficient_quota|insufficient (balance|credits)|exceeded your current quota", re.IGNORECASE
)


class EndpointError(ModelError):
    """The endpoint could not answer. `status` is that of its HTTP answer, if there was one."""

    kind: ClassVar[str] = "unavailable"
    advice: ClassVar[str] = "see what the endpoint says"

    def __init__(
        self, detail: str = "", *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(self.kind, detail, retry_after=retry_after, hint=self.advice)
        self.status = status


class Unreachable(EndpointError):
    """No connection, or it broke before an answer began."""

    advice = "check OPENAI_BASE_URL, and that the endpoint runs and can be reached from here"


class ServerFailed(EndpointError):
    """The endpoint says that it failed (5xx), before or in the midst of an answer."""

    advice = "the fault is the endpoint's; it is tried again by itself"


class TooSlow(EndpointError):
    """The endpoint did not answer in time."""

    kind = "timeout"
    advice = "the endpoint is slow or overloaded; it may be waited for longer"


class RateLimited(EndpointError):
    """Too many requests or tokens in too short a time (429). `retry_after`: when to ask again, if it says so."""

    kind = "rate limited"
    advice = "the endpoint allows this key no more just now; raise its limits, or ask it less"


class QuotaSpent(EndpointError):
    """The account behind the key has nothing left (402, or 429 with "insufficient_quota")."""

    kind = "quota spent"
    advice = "the account behind OPENAI_API_KEY has no credit left"


class KeyRefused(EndpointError):
    """The key is wrong, or may not use this model (401, 403)."""

    kind = "key refused"
    advice = "check OPENAI_API_KEY, and that it belongs to OPENAI_BASE_URL"


class NoSuchModel(EndpointError):
    """The endpoint knows no model of that name, or nothing at that address (404)."""

    kind = "no such model"
    advice = "check the model's name and OPENAI_BASE_URL (most addresses end in /v1)"


class TooLong(EndpointError):
    """The prompt does not fit into the model's context."""

    kind = "too long"
    advice = "give the model a larger context, or send it less history"


class Withheld(EndpointError):
    """The endpoint's filter refuses the prompt."""

    kind = "refused"
    advice = "the endpoint's content filter refused it"


class RequestRefused(EndpointError):
    """The endpoint does not accept the request as it is (400 and others)."""

    kind = "bad request"
    advice = "the endpoint does not accept a request of this form; without a temperature, or with tools as JSON text, it may"


class BrokenChunk(EndpointError):
    """A piece of the answer is no JSON."""

    kind = "garbled"
    advice = "the endpoint, or a proxy before it, sends broken data; answers in one piece may help"


class CutOff(EndpointError):
    """The connection broke in the midst of an answer."""

    kind = "cut off"
    advice = "the endpoint, or a proxy before it, breaks answers off"


def failure(status: int, body: str, headers: Mapping[str, str], key: str) -> EndpointError:
    """The error for an HTTP answer that is none. `key` is the secret key, in case the endpoint repeats it."""
    said = said_in(body)
    detail = without_secrets(f"HTTP {status}: {said}", key)
    wait = retry_after(headers)
    if status in (401, 403) and not _WITHHELD.search(said):
        return KeyRefused(detail, status=status)
    if status == 402 or (status == 429 and _NO_QUOTA.search(said)):  # noqa: PLR2004 - HTTP's own numbers
        return QuotaSpent(detail, status=status)
    if status == 429:  # noqa: PLR2004
        return RateLimited(detail, status=status, retry_after=wait)
    if _TOO_LONG.search(said):
        return TooLong(detail, status=status)
    if status == 404:  # noqa: PLR2004
        return NoSuchModel(detail, status=status)
    if status == 408:  # noqa: PLR2004
        return TooSlow(detail, status=status, retry_after=wait)
    if status >= 500:  # noqa: PLR2004
        return ServerFailed(detail, status=status, retry_after=wait)
    if _WITHHELD.search(said):
        return Withheld(detail, status=status)
    return RequestRefused(detail, status=status)


def failure_in_stream(said: Any, key: str) -> EndpointError:
    """The error for an error object in the midst of an answer."""
    code = said.get("code") if isinstance(said, Mapping) else None
    status = code if isinstance(code, int) and code >= 400 else 500  # noqa: PLR2004 - below there are no errors
    return failure(status, json.dumps({"error": said}), {}, key)


def said_in(body: str) -> str:
    """What an error body says, in one line: its code, type and message where it has them, else its beginning."""
    try:
        data = json.loads(body)
    except ValueError:
        return " ".join(body.split())
    if isinstance(data, list) and data:  # Gemini wraps its error in a list
        data = data[0]
    if not isinstance(data, Mapping):
        return str(data)
    error = data.get("error", data)
    if not isinstance(error, Mapping):
        return str(error)
    parts = (error.get(name) for name in ("code", "type", "param", "message", "detail"))
    return " ".join(str(part) for part in parts if part) or json.dumps(error)


def without_secrets(text: str, key: str) -> str:
    """The text without the key or what looks like one, shortened: it goes into logs."""
    if len(key) >= 8:  # noqa: PLR2004 - a shorter one is a placeholder, and may be any word
        text = text.replace(key, "[key]")
    return _KEYLIKE.sub("[key]", text)[:_MOST_DETAIL]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that the endpoint asks to wait, from "retry-after-ms" or "retry-after" (its date form is not read)."""
    for name, unit in (("retry-after-ms", 1_000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < 86_400:  # noqa: PLR2004 - a day; also no NaN
            return seconds
    return None
