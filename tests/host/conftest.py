import os
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import postgres as server
import pytest
from sqlalchemy import create_engine, text

_NUMBERS = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, to which a database's name is to be added."""
    given = os.environ.get("TREPPE_POSTGRES")
    if given:
        yield given
        return
    if not server.find_program("initdb"):
        pytest.skip("PostgreSQL is not installed and TREPPE_POSTGRES names no server (apt install postgresql)")
    with tempfile.TemporaryDirectory() as parent:
        os.chmod(parent, 0o755)
        folder = Path(parent) / "cluster"
        yield server.start(folder)
        server.stop(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new/folder/games.db"
    url: str = request.getfixturevalue("postgres")
    name = f"test_{os.getpid()}_{next(_NUMBERS)}"
    engine = create_engine(url + "postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url + name
