"""What an operator is told when the castle cannot open, or a command is not carried out."""

from __future__ import annotations


class CannotStart(Exception):
    """The server cannot start, or a command cannot reach the castle. Its text is one line for the operator."""


class NotDone(Exception):
    """The operator did not want it after all. Its text is one line for them."""
