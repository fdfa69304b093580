"""An endpoint that follows a script: it speaks `/v1/chat/completions` over real sockets, and breaks by the byte where a test wants.

async with ScriptedEndpoint(lambda body: sse(text("Hello."))) as endpoint:
    ...  # endpoint.url; endpoint.asked are the requests it got
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

from mud.agent.scripted import Finish, Hold, Say, Script, Use
from mud.master.state import WORDS

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection is closed here, in good order or (`reset`) not."""

    reset: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes out in answer to a request: bytes as they are; a stall until the test releases it; the end of the connection."""

    steps: tuple[bytes | Hold | Cut, ...]


@dataclass(slots=True)
class Asked:
    """A request as it came. `headers` have names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: Any
    connection: int


Answers = Callable[[Any], Reply]


@dataclass
class ScriptedEndpoint:
    """Answers each request as the function says of its body."""

    answers: Answers
    asked: list[Asked] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        """Its base URL."""
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        number = next(self._numbers)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while await self._answer(reader, writer, number):
                pass
        writer.close()
        self._tasks.discard(task)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        body = json.loads(await reader.readexactly(int(headers.get("content-length", "0"))))
        self.asked.append(Asked(head[0].split()[1], headers, body, number))
        for step in self.answers(body).steps:
            match step:
                case bytes():
                    writer.write(step)
                    await writer.drain()
                case Hold(release, reached):
                    reached.set()
                    await release.wait()
                case Cut(reset):
                    if reset:
                        writer.transport.abort()
                    return False
        return True


def sse(*events: str | Hold | Cut, done: bool = True, sizes: Sequence[int] = ()) -> Reply:
    """A streamed answer of these events' data, then "[DONE]". `sizes`: the bytes are cut into chunks of these sizes, over and over."""
    steps: list[bytes | Hold | Cut] = [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
    ]
    for event in (*events, "[DONE]") if done else events:
        if isinstance(event, str):
            steps.extend(_chunks(f"data: {event}\n\n".encode(), sizes))
        else:
            steps.append(event)
        if isinstance(event, Cut):
            return Reply(tuple(steps))
    return Reply((*steps, b"0\r\n\r\n"))


def fault(status: int, error: Any = None, **headers: str) -> Reply:
    """An HTTP error with a JSON body; in header names "_" stands for "-"."""
    body = error if isinstance(error, str) else json.dumps({"error": error})
    return whole(body, status, **headers)


def whole(body: str, status: int = 200, **headers: str) -> Reply:
    """An answer in one piece."""
    data = body.encode()
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {status} Scripted\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n{more}\r\n"
    return Reply((head.encode() + data,))


def piece(delta: Mapping[str, Any], finish: str | None = None) -> str:
    """One chunk's data."""
    return json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def text(words: str) -> str:
    """A piece of plain text."""
    return piece({"content": words})


def call(index: int, name: str = "", arguments: str = "", id: str = "") -> str:  # noqa: A002 - the wire's own name
    """A piece of a call."""
    function = {"name": name, "arguments": arguments} if name else {"arguments": arguments}
    return piece({"tool_calls": [{"index": index, "function": function} | ({"id": id} if id else {})]})


def finish(reason: str = "stop") -> str:
    """The piece that says why it ended."""
    return piece({}, reason)


def usage(prompt: int, completion: int, cached: int = 0) -> str:
    """The piece that counts."""
    counted = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "prompt_tokens_details": {"cached_tokens": cached},
    }
    return json.dumps({"choices": [], "usage": counted})


def played(script: Script, *, letters: int = 7, counted: bool = True) -> Iterator[str | Hold]:
    """The events of a script for a model (`mud.agent.scripted`), its text and arguments in pieces of so many letters."""
    index, written = -1, 0
    for step in script:
        match step:
            case Say(words):
                yield from map(text, _cut(words, letters))
                written += len(words)
            case Use(name, arguments):
                index += 1
                given = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
                yield call(index, name, id=f"said_{index}")
                yield from (call(index, arguments=part) for part in _cut(given, letters))
                written += len(given)
            case Hold():
                yield step
            case Finish(reason):
                yield finish(reason)
                return
            case _:
                raise AssertionError(f"not of this wire: {step}")
    yield finish("tool_calls" if index >= 0 else "stop")
    if counted:
        yield usage(100, written // 4)


def state_in(body: Any) -> dict[str, Any]:
    """The state that a request tells, and with it the player's `line`."""
    last = next(message for message in reversed(body["messages"]) if message["role"] == "user")
    return read_state(last["content"])


def read_state(message: str) -> dict[str, Any]:
    """The state that the last message of a request tells, and with it the player's `line`. A text to be translated names no turn."""
    state, words, *_ = [*message.split("\n"), ""]
    line = json.loads(words.removeprefix(WORDS)) if words.startswith(WORDS) else ""
    return {"turn": "translate", **json.loads(state.removeprefix("STATE ")), "line": line}


def _cut(words: str, letters: int) -> Iterable[str]:
    return (words[start : start + letters] for start in range(0, len(words), letters))


def _chunks(data: bytes, sizes: Sequence[int]) -> Iterator[bytes]:
    start, turn = 0, 0
    while start < len(data):
        size = sizes[turn % len(sizes)] if sizes else len(data)
        part = data[start : start + size]
        yield f"{len(part):x}\r\n".encode() + part + b"\r\n"
        start, turn = start + size, turn + 1
