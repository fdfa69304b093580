"""Bytes become the same lines, however the network cuts them up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.telnet.lines import LineAssembler

LIMIT = 64


def lines_of(pieces: Sequence[bytes], limit: int = LIMIT) -> tuple[list[bytes], int]:
    """The lines, and how many of them were called too long."""
    complaints: list[None] = []
    assembler = LineAssembler(limit, lambda: complaints.append(None))
    return [line for piece in pieces for line in assembler.feed(piece)], len(complaints)


@pytest.mark.parametrize("end", [b"\r\n", b"\r\0", b"\n", b"\r", b"\n\r"])
def test_every_kind_of_end_makes_one_line(end: bytes) -> None:
    assert lines_of([b"look" + end + b"who" + end])[0] == [b"look", b"who"]


@pytest.mark.parametrize("end", [b"\r\n", b"\r\0", b"\n\r"])
def test_an_end_torn_in_two_makes_no_empty_line(end: bytes) -> None:
    assert lines_of([b"look" + end[:1], end[1:] + b"who" + end[:1]])[0] == [b"look", b"who"]


def test_a_line_is_there_at_the_first_byte_of_its_end() -> None:
    assert lines_of([b"look\r"])[0] == [b"look"]


def test_empty_lines_are_lines() -> None:
    assert lines_of([b"\r\n\r\n\n\n"])[0] == [b"", b"", b"", b""]


def test_three_commands_in_one_segment() -> None:
    assert lines_of([b"n\r\ne\r\nlook\r\n"])[0] == [b"n", b"e", b"look"]


@given(
    st.lists(
        st.sampled_from([b"a", b"bc", b"\r", b"\n", b"\r\n", b"\r\0", b"\0", "한".encode()]), max_size=40
    ),
    st.data(),
)
def test_any_segmentation_gives_the_same_lines(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=10)))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert lines_of(pieces) == lines_of([whole])


@given(st.lists(st.binary(max_size=30).filter(lambda line: not set(line) & {0, 10, 13}), max_size=10))
def test_lines_come_out_as_they_went_in(lines: list[bytes]) -> None:
    assert lines_of([b"".join(line + b"\r\n" for line in lines)])[0] == lines


def test_a_long_line_keeps_its_beginning_and_is_remarked_on_once() -> None:
    pieces = [b"x" * 100] * 50 + [b"\nlook\n"]
    assert lines_of(pieces) == ([b"x" * LIMIT, b"look"], 1)


def test_a_long_line_is_cut_between_characters() -> None:
    [line], _ = lines_of(["한글".encode() * 20 + b"\n"])
    assert line.decode() == "한글" * 10 + "한"


def test_a_line_of_just_the_limit_is_whole() -> None:
    assert lines_of([b"x" * LIMIT + b"\n"]) == ([b"x" * LIMIT], 0)


def test_erasing_the_line_begins_it_anew() -> None:
    assembler = LineAssembler(LIMIT, lambda: None)
    assert assembler.feed(b"drop all") == []
    assembler.rub_out_line()
    assert assembler.feed(b"look\n") == [b"look"]
