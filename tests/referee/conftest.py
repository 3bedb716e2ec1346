"""A fresh store for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store.database import Store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened
