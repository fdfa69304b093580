"""The example in the documentation is a whole agent, and works as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from mud.agent.scripted import ScriptedModel, Use
from tests.agent.support import CountingClock

DOCS = Path(__file__).parents[2] / "docs" / "agent.md"


async def test_the_example_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    example = ModuleType("example")
    exec(compile(blocks[0], str(DOCS), "exec"), example.__dict__)  # noqa: S102 - our own documentation
    model = ScriptedModel(
        [[Use("add", {"item": "candle", "amount": "3"}), Use("answer", {"words": "Three candles, noted."})]]
    )
    shopping: list[str] = []
    told = await example.shop(model, CountingClock(), "Three candles please!", shopping)
    assert told == "Three candles, noted."
    assert shopping == ["3 candle"]
    sent = model.requests[0]
    assert [message.content for message in sent.messages] == [
        "You keep a shopping list.",
        "Three candles please!",
    ]
    assert sent.tools[0].parameters["properties"]["item"]["description"] == "what to buy, in the singular."
