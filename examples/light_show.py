"""The lamps of a board as they change: games are begun on an empty board, and each shows where its pieces go.

`lamps` is a stream: a message for each change while somebody asks for it, and stored by nobody. Its letters are roles,
see docs/protocol.md: `p` and `4` to `7` ask for a piece there, `.` is dark.
"""

from collections import Counter
from queue import Queue

from treppe import games
from treppe.games import catalogue
from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_host.store.store import Store

SURFACE = "square7"
store = Store("sqlite:///lights.db")
client = Client(store, streams=("lamps",))
shows: Queue[str] = Queue()
client.observe("lamps", lambda lamps: shows.put(lamps["roles"]))
with SerialTransport(client, f"sim:{SURFACE}") as transport:
    for name in catalogue.names_on(SURFACE):
        options = games.start(name).options
        transport.command("new", game=name, options=options, seats=[]).result(timeout=60)
        roles = "."
        while set(roles) == {"."}:
            roles = shows.get(timeout=60)
        print(f"{catalogue.title(name):15}", dict(Counter(roles) - Counter({".": len(roles)})))
store.close()
