from hypothesis import given
from hypothesis import strategies as st

from mud.master.sentences import Sentences


def fed(*pieces: str) -> list[str]:
    sentences = Sentences()
    told = [whole for piece in pieces if (whole := sentences.take(piece))]
    return [*told, rest] if (rest := sentences.rest()) else told


def test_a_sentence_is_told_when_the_next_one_begins() -> None:
    assert fed("The door ", "sighs. ", "You", " wait.") == ["The door sighs. ", "You wait."]


def test_quotes_close_with_their_sentence() -> None:
    assert fed('"Go away." ', "She means it.") == ['"Go away." ', "She means it."]


def test_numbers_and_dots_inside_words_do_not_end_a_sentence() -> None:
    assert fed("It costs 3.", "5 crowns. Or more.") == ["It costs 3.5 crowns. ", "Or more."]


def test_korean_sentences_end_like_others() -> None:
    assert fed("문이 한숨을 쉰다. 당신은", " 기다린다.") == ["문이 한숨을 쉰다. ", "당신은 기다린다."]


def test_a_paragraph_ends_what_it_holds() -> None:
    assert fed("A title\n\nThe room") == ["A title\n\n", "The room"]


@given(st.text(alphabet='ab .!?\n"가。'), st.integers(1, 7))
def test_nothing_is_lost_or_reordered_however_it_is_cut(text: str, size: int) -> None:
    assert "".join(fed(*(text[i : i + size] for i in range(0, len(text), size)))) == text
