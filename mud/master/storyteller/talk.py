"""Talking with ghosts: what one answers, and what it thinks afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from mud.world.model import Lang

from .answer import Answer, Call
from .ghosts import Ghosts
from .grammar import Act, Grammar, Topic, Voice
from .permute import Shuffle, wheels
from .phrase import Phrase, other, sentence
from .scene import Dialogue, GhostHere, Scene
from .tongue import Heard
from .whom import Whom
from .wording import Wording

_LIKED, _HATED = 6, -8  # what a voice adds to an act that it likes or hates
_WORST, _BEST = -100, 100
_TOPIC_WORDS = 40  # characters of a player's words that a ghost repeats
_QUOTED = 200  # characters of them that others hear
_SHAPES = 3  # of answers
_TRIES = 200  # answers that are tried before one is said again
_PROVOCATIONS = frozenset({"attack", "insult", "threaten"})
_THAT = {Lang.EN: "that", Lang.KO: "그것"}


class Talk:
    """Answers in a ghost's voice. No answer of a ghost to a player comes twice while there are others left."""

    def __init__(self, grammar: Grammar, ghosts: Ghosts, wording: Wording, seed: str) -> None:
        self._lines = grammar.talk
        self._ghosts = ghosts
        self._wording = wording
        self._seed = seed

    def with_ghost(self, dialogue: Dialogue, ghost: GhostHere, heard: Heard) -> Answer:
        """The ghost answers, changes its mind, and may strike; then the story goes on."""
        scene = dialogue.scene
        voice = self._ghosts.voice_of(ghost.id, ghost.character)
        words = self._words(dialogue, ghost, voice, heard)
        score = self._score(ghost, voice, heard.speech)
        values = self._wording.values(scene, ghost)
        before = {} if scene.spoken else self._heard_by_others(scene, ghost, heard)
        calls = [
            Call.of(
                "ghost_says",
                ghost_id=ghost.id,
                words=words[scene.language],
                in_other_language=words.get(other(scene.language)),
                onlookers=before.get(scene.language),
                onlookers_in_other_language=before.get(other(scene.language)),
            ),
            Call.of(
                "update_ghost_opinion",
                ghost_id=ghost.id,
                opinion=self._opinion(scene, heard.speech, score),
                score=score,
            ),
        ]
        if heard.speech in _PROVOCATIONS and (ghost.score or 0) <= self._lines.moods.hateful_from:
            return (*calls, *self._wrath(dialogue, ghost))
        return (*calls, narrate(scene, self._wording.tell(dialogue, self._tales(score), values)))

    def _heard_by_others(self, scene: Scene, ghost: GhostHere, heard: Heard) -> dict[Lang, str]:
        """What others hear the player say before the ghost answers it: the very words where there are any."""
        values = self._wording.values(scene, ghost, words=_cut(heard.quote, _QUOTED))
        told = self._lines.onlookers
        lines = told.get(heard.speech, told["remark"]).both(values)
        if heard.quote:
            lines[scene.language] = self._lines.quoted.say(scene.language, values[scene.language])
        return lines

    def unanswered(self, dialogue: Dialogue, whom: Whom) -> Answer:
        """A thing was spoken to, or somebody who is not here; there is no ghost here, or it is not clear which one is meant."""
        scene = dialogue.scene
        nobody = self._lines.nobody
        called = whom.thing or whom.absent
        values = self._wording.values(scene, thing=called)
        if called:
            lines = nobody.thing if whom.thing else nobody.met if whom.met else nobody.absent
            story = self._wording.tell(dialogue, lines, values)
            return (narrate(scene, story, nobody.onlookers.both(values)),)
        if scene.ghosts:
            return (narrate(scene, nobody.whom.say(scene.language, values[scene.language])),)
        return (
            narrate(scene, self._wording.tell(dialogue, nobody.alone, values), nobody.onlookers.both(values)),
        )

    def gone(self, scene: Scene, name: str) -> str:
        """The story when a ghost could not answer after all."""
        return self._lines.nobody.gone.say(scene.language, {"ghost": name})

    def _words(self, dialogue: Dialogue, ghost: GhostHere, voice: Voice, heard: Heard) -> dict[Lang, str]:
        """The answer, in the other language too unless it repeats what stands in one language only."""
        said = dialogue.said_by(ghost.id)
        first = len(said) if ghost.talks is None else max(ghost.talks, len(said))
        for turn in range(first, first + _TRIES):
            words = self._nth(dialogue.scene, ghost, voice, heard, turn)
            if words[dialogue.scene.language] not in said:
                break
        return words

    def _nth(self, scene: Scene, ghost: GhostHere, voice: Voice, heard: Heard, turn: int) -> dict[Lang, str]:
        parts = self._parts(scene, ghost, voice, heard, turn)
        if turn == 0 and scene.traveller.likeness:
            likeness = self._lines.moods.likeness
            parts.insert(1, likeness[len(ghost.id) % len(likeness)])
        values = self._wording.values(scene, ghost)
        for lang in Lang:
            about = heard.about if lang is scene.language else ""
            values[lang]["topic"] = _cut(about, _TOPIC_WORDS) or _THAT[lang]
            values[lang]["recall"] = ghost.recalls[0] if ghost.recalls else ""
        words = {lang: _joined([part.say(lang, values[lang]) for part in parts], lang) for lang in Lang}
        if any("recall" in part.en.names for part in parts):
            del words[other(scene.language)]
        return words

    def _parts(self, scene: Scene, ghost: GhostHere, voice: Voice, heard: Heard, turn: int) -> list[Phrase]:
        """What an answer is made of: by turns an opener before what is answered, a closer behind it, and neither of them.

        No arrangement comes again within the product of its lists' lengths; a line comes again in other company some turns later only.
        """
        who = f"{ghost.id}/{scene.traveller.name}"
        content = self._in_order(self._content(scene, ghost, voice, heard), who, heard.speech + heard.topic)
        mood = self._in_order(self._mood_lines(ghost), who, "mood")
        lines = len(content)
        round_, shape = divmod(turn, _SHAPES)
        if shape == 0:
            openers = self._in_order(voice.openers, who, "openers")
            line, opener = wheels(round_, (lines, len(openers)))
            return [openers[opener], content[line], *mood[round_ % max(1, len(mood)) :][:1]]
        if shape == 1:
            closers = mood or self._in_order(voice.closers, who, "closers")
            line, closer = wheels(round_, (lines, len(closers)))
            return [content[(line + lines // 2) % lines], closers[closer]]
        return [content[line] for line in _plain_lines(round_, lines)]

    def _in_order(self, phrases: Sequence[Phrase], who: str, what: str) -> list[Phrase]:
        """The phrases in an order of the ghost's own, another one for every player."""
        order = Shuffle(f"{self._seed}/{who}/{what}", max(1, len(phrases)))
        return [phrases[order(index)] for index in range(len(phrases))]

    def _content(self, scene: Scene, ghost: GhostHere, voice: Voice, heard: Heard) -> list[Phrase]:
        if heard.speech == "ask" and not heard.topic and not heard.about:
            return self._topic("unknown").lines
        if heard.speech != "ask" or heard.topic not in self._lines.topics:
            return self._act(heard.speech).lines
        if heard.topic == "others" and len(scene.ghosts) == 1:
            return self._topic("alone").lines
        lines = self._topic(heard.topic).lines
        extra = {"self": voice.life, "death": voice.death}.get(heard.topic, [])
        if heard.topic in {"memory", "listener"} and ghost.recalls:
            extra = self._lines.moods.remembering
        return [*lines, *extra]

    def _mood_lines(self, ghost: GhostHere) -> list[Phrase]:
        """What fondness and hate add to an answer; nothing if the ghost feels neither."""
        moods = self._lines.moods
        return {"warm": moods.warm, "cold": moods.cold, "hateful": moods.hateful}.get(
            self._mood(ghost.score or 0), []
        )

    def _mood(self, score: int) -> str:
        moods = self._lines.moods
        if score <= moods.hateful_from:
            return "hateful"
        if score <= moods.cold_from:
            return "cold"
        return "warm" if score >= moods.warm_from else ""

    def _score(self, ghost: GhostHere, voice: Voice, speech: str) -> int:
        change = self._act(speech).score
        change += _LIKED * (speech in voice.likes) + _HATED * (speech in voice.hates)
        return max(_WORST, min(_BEST, (ghost.score or 0) + change))

    def _opinion(self, scene: Scene, speech: str, score: int) -> str:
        lang = scene.language
        opinions = self._lines.opinions
        thought = opinions.get(speech, opinions["remark"]).say(lang, {"player": scene.traveller.name})
        coloured = self._lines.opinions_coloured.get(self._mood(score))
        return thought if coloured is None else coloured.say(lang, {"thought": thought})

    def _tales(self, score: int) -> list[Phrase]:
        tales = self._lines.tales
        return {"warm": tales.warm, "cold": tales.cold, "hateful": tales.cold}.get(
            self._mood(score), tales.plain
        )

    def _wrath(self, dialogue: Dialogue, ghost: GhostHere) -> Answer:
        """A ghost that hates is provoked: it warns, and after a warning in an earlier turn it kills."""
        scene = dialogue.scene
        wrath = self._lines.wrath
        warned = any(warning.cause == ghost.id for warning in scene.traveller.warned)
        values = self._wording.values(scene, ghost)
        how = (wrath.how_dead if warned else wrath.how_warned).both(values)
        story = self._wording.tell(dialogue, wrath.dead if warned else wrath.warned, values)
        return (kill(scene, ghost.id, how), narrate(scene, story))

    def _act(self, speech: str) -> Act:
        acts = self._lines.acts
        return acts.get(speech, acts["remark"])

    def _topic(self, topic: str) -> Topic:
        return self._lines.topics[topic]


def _plain_lines(round_: int, lines: int) -> list[int]:
    """Which of so many lines make an answer by themselves: each alone at first, and when all were told two of them together."""
    line = (round_ + lines * 3 // 4) % lines
    beside = round_ // lines % lines
    return [line] if beside == 0 else [line, (line + beside) % lines]


def narrate(scene: Scene, story: str, onlookers: dict[Lang, str] | None = None) -> Call:
    """The call that ends an answer."""
    lines = onlookers or {}
    return Call.of(
        "narrate",
        story=story,
        onlookers=lines.get(scene.language),
        onlookers_in_other_language=lines.get(other(scene.language)),
    )


def kill(scene: Scene, cause: str, how: dict[Lang, str]) -> Call:
    """The call that warns the player, or kills after a warning: the engine tells which."""
    return Call.of(
        "kill_player", how=how[scene.language], cause=cause, in_other_language=how[other(scene.language)]
    )


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _joined(parts: list[str], lang: Lang) -> str:
    """The parts as one speech; after a comma English goes on with a small letter."""
    text = parts[0]
    for part in parts[1:]:
        goes_on = lang is Lang.EN and text.endswith(",") and not part.startswith(("I ", "I'"))
        text += " " + (part[:1].lower() + part[1:] if goes_on else sentence(part))
    return text
