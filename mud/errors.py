"""What an operator is told when the castle cannot open."""

from __future__ import annotations


class CannotStart(Exception):
    """The server cannot start, or a command cannot reach the castle. Its text is one line for the operator."""
