"""Choices that cannot collide: how a position of the castle becomes texts that no room nearby has.

The storyteller remembers nothing, so what it makes must differ by construction. Three steps see to that:

- `cell_number` gives every cell of the grid one of `CELLS` numbers, such that no two cells within `2 * REACH` steps of each other share one
  (the perfect Lee code of radius `REACH` in the plane; Golomb and Welch, "Perfect codes in the Lee metric", 1970);
- `Shuffle` is a bijection, keyed by the castle's seed, so that neighbours get unlike numbers and two castles differ;
- `digits` spreads a number over many slots as a Reed-Solomon code word (1960): two different numbers agree in at most two slots.
"""

from __future__ import annotations

from hashlib import blake2b
from math import isqrt

REACH = 100
"""Any two cells at most twice this many steps apart have different numbers."""

CELLS = 2 * REACH * REACH + 2 * REACH + 1
"""How many numbers there are: as many as there are cells within `REACH` steps of one."""

_ROUNDS = 4  # enough for a Feistel network to look random (Luby and Rackoff, 1988)


def cell_number(x: int, y: int) -> int:
    """The number of a cell, 0 up to `CELLS` - 1."""
    return (x + (2 * REACH + 1) * y) % CELLS


def spread_step(size: int) -> int:
    """The step with which `(x + step * y) % size` keeps equal numbers farthest apart in the grid; 1 for a size of 1.

    Cells of one number form a lattice; that step is taken whose shortest vector is longest, in steps through doors. From `size` cells
    nothing can do better than some `sqrt(2 * size)`.
    """
    return max(range(1, max(2, size)), key=lambda step: _nearest_equal(step, size))


def _nearest_equal(step: int, size: int) -> int:
    """The distance of the nearest cell that has the number of the cell (0, 0)."""
    return min(
        (rows + min(-step * rows % size, step * rows % size) for rows in range(1, isqrt(2 * size) + 2)),
        default=size,
    )


class Shuffle:
    """A bijection of 0 up to `size` - 1 onto itself: a Feistel network with cycle walking. Equal keys give equal bijections."""

    def __init__(self, key: str, size: int) -> None:
        if size < 1:
            raise ValueError(f"nothing to shuffle: {size}")
        self.size = size
        self._side = isqrt(size - 1) + 1  # a square that covers the range; what falls outside is walked on
        self._key = blake2b(key.encode(), digest_size=32).digest()

    def __call__(self, number: int) -> int:
        """The number's place. Raises `ValueError` outside of the range."""
        if not 0 <= number < self.size:
            raise ValueError(f"{number} is not below {self.size}")
        while True:
            number = self._once(number)
            if number < self.size:
                return number

    def _once(self, number: int) -> int:
        left, right = divmod(number, self._side)
        for turn in range(_ROUNDS):
            word = blake2b(b"%d/%d" % (turn, right), digest_size=8, key=self._key).digest()
            left, right = right, (left + int.from_bytes(word)) % self._side
        return left * self._side + right


def prime_up_to(limit: int) -> int:
    """The largest prime number that is not above the limit. Raises `ValueError` below 2."""
    for number in range(limit, 1, -1):
        if all(number % divisor for divisor in range(2, isqrt(number) + 1)):
            return number
    raise ValueError(f"no prime number up to {limit}")


def digits(number: int, prime: int, slots: int) -> tuple[int, ...]:
    """One digit below `prime` for each slot: the values of the polynomial whose coefficients are the number's three digits.

    Numbers below `prime` cubed agree with each other in at most two of up to `prime` slots. Raises `ValueError` beyond those limits.
    """
    if not 0 <= number < prime**3 or slots > prime:
        raise ValueError(f"{number} in {slots} slots is too much for {prime}")
    high, rest = divmod(number, prime * prime)
    middle, low = divmod(rest, prime)
    return tuple((low + middle * slot + high * slot * slot) % prime for slot in range(slots))


def wheels(turn: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Where each of several wheels stands at a turn: all of them move, and no arrangement comes again within the product of the sizes."""
    stands: list[int] = []
    rest = turn
    for size in sizes:
        stands.append((rest + sum(stands)) % size)
        rest //= size
    return tuple(stands)
