"""A story is shown in whole rows, wherever its sentences are cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mud.session.narration import Narration
from mud.text import Block, lay_out, paragraphs

words = st.sampled_from(["a", "ghost", "walks.", "유령이", "걷는다.", "\n\n", "incomprehensibilities", "😀"])


@given(st.lists(st.lists(words, min_size=1, max_size=8), max_size=6), st.integers(10, 40))
def test_the_rows_are_those_of_the_whole_story(pieces: list[list[str]], width: int) -> None:
    narration = Narration()
    texts = ["".join(f"{word} " for word in piece) for piece in pieces]
    sent = [narration.add(text, width) for text in texts] + [narration.end()]
    assert all(not part or part.endswith("\n") for part in sent)
    assert "".join(sent) == lay_out(Block.prose(paragraphs("".join(texts))), width)


def test_what_comes_between_ends_the_row() -> None:
    narration = Narration()
    assert narration.add("It is dark. ", 40) == ""
    assert narration.end() == "It is dark.\n"
    assert narration.end() == ""
    assert narration.add("And then\n\nit is light. ", 40) == "And then\n"
    assert narration.end() == "it is light.\n"
