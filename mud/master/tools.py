"""The game master's tools over the castle. Each is checked and committed by the engine before it answers."""

from __future__ import annotations

from typing import Any

from mud.agent import Context, Tool, ToolRefused, tool
from mud.world import events as e
from mud.world.model import Ghost, GhostProposal, Lang, RoomProposal, RoomView, Stand, Who, Words

from .arguments import GhostWords, Look, Name, NewGhost, Prose, RoomWords, Score, Speech, Way
from .refusals import answered
from .seat import Seat
from .turn import Turn, other

Ctx = Context[Turn]


@tool(reads=True)
async def get_current_room(ctx: Ctx) -> dict[str, Any]:
    """The room in which the player stands: id, name, description, door words, ghosts and players here."""
    return room_answer(await answered(ctx.host.room()), ctx.host.lang)


@tool(reads=True)
async def get_ghosts(ctx: Ctx) -> dict[str, Any]:
    """The ghosts in this room, with what each thinks of the player."""
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
    """Make the blank room in which the player stands. A room that has been made is never rewritten.

    Args:
        name: a short name, such as "The Drowned Chapel".
        description: what is to be seen, heard and smelt there; no directions, doors or ways out.
        doors: the directions in which there are new doors; only those whose word is "Unknown" can be had.
        ghosts: the ghosts in it, if any.
        in_other_language: the same name and description in the castle's other language, if you can.
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
    return {
        "room": made.room.id,
        "doors": sorted(made.room.doors),
        "doors_made": list(made.opened),
        "doors_not_possible": list(made.refused),
        "made_by_the_engine": made.by_engine.direction if made.by_engine else None,
        "ghosts": [ghost_answer(ghost, turn.lang) for ghost in made.ghosts],
    }


@tool
async def create_ghost(
    ctx: Ctx, name: Name, appearance: Look, character: Look, in_other_language: GhostWords | None = None
) -> dict[str, Any]:
    """Let a further ghost come into the room that this turn has just made.

    Args:
        name: its name, which no other ghost here has.
        appearance: one sentence on how it looks.
        character: how it is and how it speaks.
        in_other_language: the same in the castle's other language, if you can.
    """
    turn = ctx.host
    ghost = NewGhost(name=name, appearance=appearance, character=character)
    await answered(
        turn.castle.ghosts.make(_stand(turn), _proposal(ghost, in_other_language, turn.castle.lang), turn.id)
    )
    return await _ghosts(turn)


@tool
async def update_ghost_opinion(
    ctx: Ctx, ghost_id: Name, opinion: Look, score: Score | None = None
) -> dict[str, Any]:
    """Change what a ghost in this room thinks of the player.

    Args:
        ghost_id: the ghost's id.
        opinion: what it thinks of the player now, in a sentence or two.
        score: from -100 (hates) to 100 (loves); left out: as before.
    """
    turn = ctx.host
    ghost = await _ghost(turn, ghost_id)
    because = turn.said.id if turn.said is not None else None
    changed = await answered(turn.castle.ghosts.think(_stand(turn), ghost.id, opinion, score, because))
    return {
        "ghost_id": ghost.id,
        "opinion": changed.opinion,
        "score": changed.score,
        "before": changed.before or "Nothing",
    }


@tool
async def move(ctx: Ctx, direction: Way) -> dict[str, Any]:
    """Take the player through a door into the next room.

    Args:
        direction: N, E, S or W; a door must be there.
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
    """Let a ghost in this room speak aloud. Everybody here reads its words at once, the player included: do not repeat them.

    Args:
        ghost_id: the ghost's id.
        words: what it says, without quotation marks, in the player's language.
        in_other_language: the same words in the castle's other language, if you can.
        onlookers: what the player said or asked, one sentence in the third person, shown to the others before the words that answer
            it; leave it out when "spoken" is true, for then they have heard it.
        onlookers_in_other_language: the same sentence in the castle's other language, if you can.
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
    return {"ghost_id": ghost.id}


@tool
async def kill_player(ctx: Ctx, how: Look, cause: Name, in_other_language: Look = "") -> dict[str, Any]:
    """Threaten the player with death. The first call only warns; a call in a later turn, in this room, with this cause, kills.

    Args:
        how: how it comes, in a sentence told to the player.
        cause: the id of a ghost here, or a danger in a few words; for the same danger always the very same words.
        in_other_language: the same sentence in the castle's other language, if you can.
    """
    turn = ctx.host
    event = await answered(
        turn.castle.deaths.threaten(
            _stand(turn), how=how, cause=cause, turn=turn.id, lang=turn.lang, other=in_other_language
        )
    )
    turn.seen = True
    if isinstance(event, e.Died):
        turn.dead = True
        return {"died": True, "cause": event.cause}
    return {
        "warned": True,
        "cause": event.cause,
        "note": "The player has been warned and lives. Do not tell of a death.",
    }


@tool(final=True, streams="story")
async def narrate(
    ctx: Ctx, story: Prose, onlookers: Speech = "", onlookers_in_other_language: Speech = ""
) -> dict[str, Any]:
    """Tell the player what happened, as the last call of the answer.

    Args:
        story: what the player reads, in the player's language; only what the tools have committed.
        onlookers: one sentence for the others in the room, in the third person, naming the player.
        onlookers_in_other_language: the same sentence in the castle's other language, if you can.
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
        "position": [view.room.position.x, view.room.position.y],
        "doors": {direction.value: word.value for direction, word in view.words.items()},
        "ghosts": [ghost_answer(ghost, lang) for ghost in view.ghosts],
        "players": [{"id": who.id, "name": who.name} for who in view.players],
    }


def ghost_answer(ghost: Ghost, lang: Lang) -> dict[str, Any]:
    """A ghost as models read it."""
    text = ghost.said_in(lang)
    return {"id": ghost.id, "name": text.name, "appearance": text.description, "character": text.character}


async def _ghosts(turn: Turn) -> dict[str, Any]:
    view = await answered(turn.room())
    opinions = await turn.castle.ghosts.opinions(_seat(turn).player.id, turn.room_id)
    return {
        "ghosts": [
            {
                **ghost_answer(ghost, turn.lang),
                "opinion": opinions[ghost.id].opinion if ghost.id in opinions else "Nothing",
                "score": opinions[ghost.id].score if ghost.id in opinions else None,
            }
            for ghost in view.ghosts
        ]
    }


async def _ghost(turn: Turn, ghost_id: str) -> Who:
    """The ghost of that id, or of that name where models give one; the castle checks again when it commits."""
    view = await answered(turn.room())
    for ghost in view.ghosts:
        if ghost_id in (ghost.id, ghost.name, ghost.said_in(turn.lang).name):
            return ghost.who
    here = ", ".join(ghost.id for ghost in view.ghosts) or "none"
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
