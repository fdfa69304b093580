"""Reads one string out of a tool call's arguments while they still arrive."""

from __future__ import annotations

from mud.agent.arguments import read_partial_object


class StoryReader:
    """Gives the new part of a string argument each time more of its JSON is there.

    The JSON may be cut anywhere: within an escape, a surrogate pair, a key. What has been given is never changed: should the text
    turn out otherwise (a field written twice), nothing more is given. White space before the first word is left out.
    """

    def __init__(self, argument: str, limit: int) -> None:
        """`limit`: after so many characters nothing more is given."""
        self._argument = argument
        self._limit = limit
        self.told = ""

    def read(self, arguments: str) -> str:
        """The new part, given all of the arguments' text so far."""
        if len(self.told) == self._limit:
            return ""
        value = read_partial_object(arguments).get(self._argument)
        return self.rest(value) if isinstance(value, str) else ""

    def rest(self, value: str) -> str:
        """The new part, given all of the string so far."""
        value = value.lstrip()[: self._limit]
        if not value.startswith(self.told):
            return ""
        piece = value[len(self.told) :]
        self.told = value
        return piece
