"""Open connections of spectators, by invitation; they are closed when the invitation ends."""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

from treppe_host.errors import StoreError

from treppe_club import invitations
from treppe_club.store import ClubStore

_LOOK_S = 15.0  # a notification of the database may have been lost
_AGAIN_S = 1.0


class Visits:
    """Checks invitations after each notification, and after each new visit: its invitation may have ended meanwhile."""

    def __init__(self, store: ClubStore):
        self._store = store
        self._visits: dict[int, set[asyncio.Event]] = {}
        self._call = asyncio.Event()

    @contextmanager
    def stay(self, invitation: int) -> Iterator[asyncio.Event]:
        """Yield an event that is set when the visit has to end."""
        end = asyncio.Event()
        visits = self._visits.setdefault(invitation, set())
        visits.add(end)
        self._call.set()
        try:
            yield end
        finally:
            visits.discard(end)
            if not visits and self._visits.get(invitation) is visits:
                del self._visits[invitation]

    def check_soon(self) -> None:
        """Check soon which invitations have ended."""
        self._call.set()

    async def run(self) -> None:
        """End visits, for ever; while the database is away, all stay."""
        while True:
            self._call.clear()
            asked = list(self._visits)
            try:
                ended = await asyncio.to_thread(self._ended, asked) if asked else ()
            except StoreError:
                self._call.set()
                await asyncio.sleep(_AGAIN_S)
                continue
            for invitation in ended:
                for end in self._visits.get(invitation, ()):
                    end.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._call.wait(), _LOOK_S)

    def _ended(self, asked: Collection[int]) -> Collection[int]:
        with self._store.transaction() as connection:
            return invitations.ended_of(connection, asked)
