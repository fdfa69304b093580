"""The game master's tools over the castle. Each is checked and committed by the engine before it answers."""

from __future__ import annotations

from typing import Any

from mud.agent import Context, Tool, ToolRefused, tool
from mud.world import events as e
from mud.world.model import GhostProposal, Lang, RoomProposal, RoomView, Stand, Who, Words

from .arguments import GhostWords, Look, Name, NewGhost, Opinion, Prose, RoomWords, Score, Speech, Way
from .handles import handles
from .refusals import answered
from .seat import Seat
from .turn import Turn, other

Ctx = Context[Turn]


@tool(reads=True)
async def get_current_room(ctx: Ctx) -> dict[str, Any]:
    """The room in which the player stands, its doors, and who is here."""
    return room_answer(await answered(ctx.host.room()), ctx.host.lang)


@tool(reads=True)
async def get_ghosts(ctx: Ctx) -> dict[str, Any]:
    """The ghosts here, with what each thinks of the player."""
    return await _ghosts(ctx.host)


@tool
async def create_room(
    ctx: Ctx,
    name: Name,
    description: Prose,
    doors: list[Way],
    ghosts: list[NewGhost] | None = None,
    in_other_language: RoomWords | None = None,
) -> dict[str, Any]:
    """Make the blank room in which the player stands. A made room is never rewritten.

    Args:
        name: such as "The Drowned Chapel".
        doors: new ones, only where the word is "Unknown".
    """
    turn = ctx.host
    lang = turn.castle.lang
    proposal = RoomProposal(
        name,
        description,
        frozenset(doors),
        lang,
        (Words(other(lang), in_other_language.name, in_other_language.description),)
        if in_other_language
        else (),
        tuple(_proposal(ghost, ghost.in_other_language, lang) for ghost in ghosts or ()),
    )
    made = await answered(
        turn.castle.rooms.make(
            turn.room_id, proposal, turn.resets if turn.stand is None else turn.stand, turn.id
        )
    )
    short = handles(made.ghosts)
    return {
        "room": made.room.id,
        "doors": sorted(made.room.doors),
        "doors_made": list(made.opened),
        "doors_not_possible": list(made.refused),
        "made_by_the_engine": made.by_engine.direction if made.by_engine else None,
        "ghosts": [{"id": short[ghost.id], "name": ghost.said_in(turn.lang).name} for ghost in made.ghosts],
    }


@tool
async def create_ghost(
    ctx: Ctx, name: Name, appearance: Look, character: Look, in_other_language: GhostWords | None = None
) -> dict[str, Any]:
    """Let a further ghost come into the room that this turn has just made.

    Args:
        name: which no other ghost here has.
        appearance: one sentence.
        character: how it is and how it speaks.
    """
    turn = ctx.host
    ghost = NewGhost(name=name, appearance=appearance, character=character)
    await answered(
        turn.castle.ghosts.make(_stand(turn), _proposal(ghost, in_other_language, turn.castle.lang), turn.id)
    )
    return await _ghosts(turn)


@tool
async def update_ghost_opinion(
    ctx: Ctx, ghost_id: Name, opinion: Opinion, score: Score | None = None
) -> dict[str, Any]:
    """Change what a ghost here thinks of the player.

    Args:
        opinion: its thought now, in a sentence or two.
        score: from hating to loving; left out: as before.
    """
    turn = ctx.host
    ghost = await _ghost(turn, ghost_id)
    because = turn.said.id if turn.said is not None else None
    changed = await answered(turn.castle.ghosts.think(_stand(turn), ghost.id, opinion, score, because))
    return {
        "ghost_id": ghost_id,
        "opinion": changed.opinion,
        "score": changed.score,
        "before": changed.before or "Nothing",
    }


@tool
async def move(ctx: Ctx, direction: Way) -> dict[str, Any]:
    """Take the player through a door into the next room.

    Args:
        direction: where a door is.
    """
    turn = ctx.host
    moved = await answered(turn.castle.rooms.move(_stand(turn), direction))
    turn.stand = turn.castle.stand(_seat(turn).player, moved.room)
    turn.room_id = moved.room
    turn.seen = True
    return room_answer(await answered(turn.room()), turn.lang)


@tool
async def ghost_says(
    ctx: Ctx,
    ghost_id: Name,
    words: Speech,
    in_other_language: Speech = "",
    onlookers: Speech = "",
    onlookers_in_other_language: Speech = "",
) -> dict[str, Any]:
    """Let a ghost here speak aloud: everybody here reads its words, the player too.

    Args:
        words: without quotation marks.
        onlookers: what the player said, in the third person, for the others to read first; not when they heard it ("spoken").
    """
    turn = ctx.host
    ghost = await _ghost(turn, ghost_id)
    if onlookers.strip() and turn.said is None and not turn.seen:
        await answered(
            turn.castle.speech.act(_stand(turn), onlookers, turn.lang, onlookers_in_other_language)
        )
    await answered(turn.castle.ghosts.say(_stand(turn), ghost, words, turn.lang, in_other_language))
    talks = _seat(turn).talks
    talks[ghost.id] = talks.get(ghost.id, 0) + 1
    turn.seen = True
    return {"ghost_id": ghost_id}


@tool
async def kill_player(ctx: Ctx, how: Look, cause: Name, in_other_language: Look = "") -> dict[str, Any]:
    """Threaten the player. The first call only warns; one in a later turn, in the same room, with the same cause, kills.

    Args:
        how: a sentence told to the player.
        cause: a ghost's id, or a danger in a few words, always the very same.
    """
    turn = ctx.host
    short = handles((await answered(turn.room())).ghosts)
    meant = next((ghost_id for ghost_id, handle in short.items() if handle == cause.strip()), cause)
    event = await answered(
        turn.castle.deaths.threaten(
            _stand(turn), how=how, cause=meant, turn=turn.id, lang=turn.lang, other=in_other_language
        )
    )
    cause = short.get(event.cause, event.cause)
    turn.seen = True
    if isinstance(event, e.Died):
        turn.dead = True
        return {"died": True, "cause": cause}
    return {
        "warned": True,
        "cause": cause,
        "note": "The player has been warned and lives. Do not tell of a death.",
    }


@tool(final=True, streams="story")
async def narrate(
    ctx: Ctx, story: Prose, onlookers: Speech = "", onlookers_in_other_language: Speech = ""
) -> dict[str, Any]:
    """Tell the player what happened, as the last call of the answer.

    Args:
        story: what the player reads; only what the tools have committed.
        onlookers: one sentence for the others here, naming the player.
    """
    turn = ctx.host
    if turn.stand is not None and not turn.dead and (onlookers.strip() or not turn.seen):
        await answered(turn.castle.speech.act(turn.stand, onlookers, turn.lang, onlookers_in_other_language))
        turn.seen = True
    return {}


PLAY: tuple[Tool, ...] = (
    get_current_room,
    get_ghosts,
    create_room,
    create_ghost,
    update_ghost_opinion,
    move,
    ghost_says,
    kill_player,
    narrate,
)
"""The tools of a player's turn."""

ENGINE: tuple[Tool, ...] = (Tool(create_room.function, final=True), narrate)
"""The tools with which a room is made on the engine's behalf. Nobody is told a story, so `create_room` ends the answer; `narrate` ends
one that finds nothing to do, because the room has been made meanwhile."""


def room_answer(view: RoomView, lang: Lang) -> dict[str, Any]:
    """A room as models read it."""
    text = view.room.said_in(lang)
    return {
        "id": view.room.id,
        "name": text.name,
        "description": text.description,
        "blank": view.room.blank,
        "doors": {direction.value: word.value for direction, word in view.words.items()},
        "ghosts": ghost_answers(view, lang),
        "players": [{"name": who.name} for who in view.players],
    }


def ghost_answers(view: RoomView, lang: Lang) -> list[dict[str, Any]]:
    """The ghosts of a room as models read them, in order."""
    short = handles(view.ghosts)
    texts = [(short[ghost.id], ghost.said_in(lang)) for ghost in view.ghosts]
    return [
        {"id": handle, "name": text.name, "appearance": text.description, "character": text.character}
        for handle, text in texts
    ]


async def _ghosts(turn: Turn) -> dict[str, Any]:
    view = await answered(turn.room())
    opinions = await turn.castle.ghosts.opinions(_seat(turn).player.id, turn.room_id)
    return {
        "ghosts": [
            {
                **told,
                "opinion": opinions[ghost.id].opinion if ghost.id in opinions else "Nothing",
                "score": opinions[ghost.id].score if ghost.id in opinions else None,
            }
            for ghost, told in zip(view.ghosts, ghost_answers(view, turn.lang), strict=True)
        ]
    }


async def _ghost(turn: Turn, ghost_id: str) -> Who:
    """The ghost of that id, or of that name where models give one; the castle checks again when it commits."""
    view = await answered(turn.room())
    short = handles(view.ghosts)
    for ghost in view.ghosts:
        if ghost_id.strip() in (short[ghost.id], ghost.id, ghost.name, ghost.said_in(turn.lang).name):
            return ghost.who
    here = ", ".join(short.values()) or "none"
    raise ToolRefused("ghost_not_here", f"No such ghost is in this room. Ids of the ghosts here: {here}.")


def _proposal(ghost: NewGhost, words: GhostWords | None, lang: Lang) -> GhostProposal:
    return GhostProposal(
        ghost.name,
        ghost.appearance,
        ghost.character,
        lang,
        (Words(other(lang), words.name, words.appearance, words.character),) if words else (),
    )


def _stand(turn: Turn) -> Stand:
    if turn.stand is None:
        raise ToolRefused("no_player", "No player takes part in this turn: only make the room.")
    return turn.stand


def _seat(turn: Turn) -> Seat:
    if turn.seat is None:
        raise ToolRefused("no_player", "No player takes part in this turn: only make the room.")
    return turn.seat
