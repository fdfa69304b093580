from __future__ import annotations

import pytest

from mud.files import Files
from mud.text import Wordbook


@pytest.fixture(scope="session")
def words() -> Wordbook:
    return Wordbook.load(Files())
