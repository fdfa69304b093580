"""Playing: what people see of what they and others do."""

from __future__ import annotations

from .games import Game


async def test_a_guest_comes_in_and_sees_the_porch(game: Game) -> None:
    wire = game.connect()
    wire.type("guest")
    await game.settle()
    text = wire.text
    assert "The Porch" in text
    assert wire.prompt == "> "
