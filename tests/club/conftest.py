from collections.abc import Iterator
from itertools import count

import pytest
from club_server import RunningClub
from sqlalchemy import NullPool, create_engine, text
from treppe_club import invitations
from treppe_club.roles import Role
from treppe_club.store import ClubStore, postgres_url

_NUMBERS = count()


@pytest.fixture
def club_url(own_database: str) -> str:
    """The URL of an empty schema in a PostgreSQL database."""
    name = f"club_{next(_NUMBERS)}"
    engine = create_engine(postgres_url(own_database), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    return f"{own_database}?options=-csearch_path%3D{name}"


@pytest.fixture
def club(club_url: str) -> Iterator[ClubStore]:
    """An empty club."""
    store = ClubStore(club_url)
    yield store
    store.close()


@pytest.fixture
def running(club: ClubStore) -> Iterator[RunningClub]:
    """The server of an empty club."""
    with RunningClub(club) as running:
        yield running


@pytest.fixture
def pc_invitation(club: ClubStore) -> int:
    """The number of a PC's invitation."""
    with club.transaction(writes=True) as connection:
        principal = invitations.guest_of(connection, invitations.invite(connection, Role.BOARD, "PC", 64))
    assert principal
    return principal.invitation
