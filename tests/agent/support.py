"""What the tests of the agent share: a clock that only counts, an observer that writes down, a small house of tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from mud.agent import (
    Agent,
    Call,
    CallRecord,
    Context,
    Conversation,
    Limits,
    Model,
    Observer,
    Outcome,
    Tool,
    ToolRefused,
    Usage,
    tool,
)


class CountingClock:
    """Time passes only by sleeping, and at once."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return sum(self.slept)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


class Notebook(Observer):
    """Everything observed, in order."""

    def __init__(self) -> None:
        self.log: list[tuple[str, Any]] = []

    @property
    def pieces(self) -> list[str]:
        return [value for kind, value in self.log if kind == "story"]

    def story(self, piece: str) -> None:
        self.log.append(("story", piece))

    def call_started(self, call: Call, arguments: Mapping[str, Any] | str) -> None:
        self.log.append(("started", call.name))

    def call_finished(self, record: CallRecord) -> None:
        self.log.append(("finished", (record.call.name, record.ok)))

    def answered(self, request: int, reason: str, usage: Usage, seconds: float) -> None:
        self.log.append(("answered", (request, reason)))


class Way(StrEnum):
    NORTH = "N"
    SOUTH = "S"


class Lamp(BaseModel):
    """A lamp."""

    colour: Literal["red", "blue"]
    oil: int | None = None
    label: Annotated[str, Field(max_length=5)] = ""


def first_letter(value: object) -> object:
    return str(value)[:1].upper() if str(value).lower() in ("north", "south", "n", "s") else value


@dataclass
class House:
    """What the tools act on."""

    at: int = 0
    keys: list[str] = field(default_factory=list)
    lamps: list[Lamp] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


@tool(reads=True)
def look(ctx: Context[House]) -> dict[str, int]:
    """Say where we are."""
    return {"at": ctx.host.at}


@tool
async def walk(ctx: Context[House], way: Annotated[Way, BeforeValidator(first_letter)]) -> dict[str, int]:
    """Walk one step.

    Args:
        way: which way to go.
    """
    if way is Way.SOUTH and ctx.host.at == 0:
        raise ToolRefused("no door", "There is no door south. Doors: N.", doors=["N"])
    ctx.host.at += 1 if way is Way.NORTH else -1
    ctx.host.keys.append(ctx.call.key)
    return {"at": ctx.host.at}


@tool
def hang(ctx: Context[House], lamps: Annotated[list[Lamp], Field(max_length=3)]) -> int:
    """Hang up lamps."""
    ctx.host.lamps += lamps
    return len(ctx.host.lamps)


@tool(final=True, streams="story")
def narrate(
    ctx: Context[House],
    story: Annotated[str, Field(min_length=1, max_length=400)],
    onlookers: Annotated[str, Field(max_length=10)] | None = None,
) -> None:
    """Tell what happened."""
    ctx.host.told.append(f"{story}|{onlookers}")


HOUSE_TOOLS: tuple[Tool, ...] = (look, walk, hang, narrate)


@dataclass
class Run:
    """A house with an agent in it, ready to run."""

    model: Model
    limits: Limits = field(default_factory=Limits)
    tools: Sequence[Tool] = HOUSE_TOOLS
    house: House = field(default_factory=House)
    clock: CountingClock = field(default_factory=CountingClock)
    notebook: Notebook = field(default_factory=Notebook)
    conversation: Conversation = field(default_factory=lambda: Conversation(budget=5_000))

    async def says(self, line: str = "go on", *, turn: str = "t1", state: str | None = None) -> Outcome:
        agent: Agent[House] = Agent(
            system="Be brief.", tools=self.tools, model=self.model, clock=self.clock, limits=self.limits
        )
        return await agent.run(
            line,
            conversation=self.conversation,
            host=self.house,
            turn=turn,
            state=state,
            observer=self.notebook,
        )
