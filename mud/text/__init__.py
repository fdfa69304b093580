"""Words: everything that players read is put together here, in their language and for their window."""

from .clean import clean, paragraphs
from .errors import word_error, word_failure, word_fault
from .korean import particle, with_particle
from .language import has_hangul, parse_language
from .layout import lay_out, paint
from .names import name_of
from .render import Viewer, render
from .room import directions_line, exits_line, room_block
from .scribe import Scribe
from .styled import Block, Line, Meaning, Span
from .words import Wordbook

__all__ = [
    "Block",
    "Line",
    "Meaning",
    "Scribe",
    "Span",
    "Viewer",
    "Wordbook",
    "clean",
    "directions_line",
    "exits_line",
    "has_hangul",
    "lay_out",
    "name_of",
    "paint",
    "paragraphs",
    "parse_language",
    "particle",
    "render",
    "room_block",
    "with_particle",
    "word_error",
    "word_failure",
    "word_fault",
]
