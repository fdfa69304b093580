from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.master.storyteller.permute import (
    CELLS,
    REACH,
    Shuffle,
    cell_number,
    digits,
    prime_up_to,
    spread_step,
    wheels,
)

FAR = 10**6


def test_no_two_cells_within_reach_share_a_number() -> None:
    steps = [
        (x, y)
        for x in range(-2 * REACH, 2 * REACH + 1)
        for y in range(-2 * REACH + abs(x), 2 * REACH - abs(x) + 1)
        if (x, y) != (0, 0)
    ]
    assert all(cell_number(x, y) for x, y in steps), "a step that keeps the number"


@given(st.integers(-FAR, FAR), st.integers(-FAR, FAR))
def test_every_cell_has_a_number_in_range(x: int, y: int) -> None:
    assert 0 <= cell_number(x, y) < CELLS


@given(st.text(max_size=80), st.integers(1, 300))
def test_a_shuffle_reaches_every_place_once(key: str, size: int) -> None:
    shuffle = Shuffle(key, size)
    assert sorted(map(shuffle, range(size))) == list(range(size))


def test_shuffles_differ_by_key_also_by_the_end_of_a_long_one() -> None:
    orders = [tuple(map(Shuffle(key, 50), range(50))) for key in ("a", "b", "x" * 90 + "a", "x" * 90 + "b")]
    assert len(set(orders)) == 4


@pytest.mark.parametrize("number", [-1, 7])
def test_a_shuffle_refuses_what_is_out_of_range(number: int) -> None:
    with pytest.raises(ValueError, match="not below 7"):
        Shuffle("key", 7)(number)


@given(st.integers(0, 31**3 - 1), st.integers(0, 31**3 - 1))
def test_two_numbers_agree_in_at_most_two_slots(one: int, two: int) -> None:
    pairs = zip(digits(one, 31, 27), digits(two, 31, 27), strict=True)
    assert one == two or sum(a == b for a, b in pairs) <= 2


def test_digits_refuse_more_than_the_code_can_keep_apart() -> None:
    with pytest.raises(ValueError, match="too much"):
        digits(31**3, 31, 27)
    with pytest.raises(ValueError, match="too much"):
        digits(0, 5, 6)


@given(st.lists(st.integers(1, 8), min_size=1, max_size=3))
def test_wheels_come_to_every_arrangement_once(sizes: list[int]) -> None:
    product = 1
    for size in sizes:
        product *= size
    stands = {wheels(turn, tuple(sizes)) for turn in range(product)}
    assert len(stands) == product


def test_prime_up_to() -> None:
    assert [prime_up_to(limit) for limit in (2, 3, 4, 30, 31, 32)] == [2, 3, 3, 29, 31, 31]
    with pytest.raises(ValueError, match="no prime"):
        prime_up_to(1)


@given(st.integers(1, 120))
def test_equal_numbers_are_spread_over_the_grid(size: int) -> None:
    step = spread_step(size)
    far = isqrt(size)  # a square of that many cells holds no number twice
    cells = [(x, y) for x in range(-far, far + 1) for y in range(far + 1) if 0 < abs(x) + y < far]
    assert all((x + step * y) % size for x, y in cells)
