"""A board at a port: begin a game on it, press a button, and read its events as they are stored, each exactly once.

Instead of `sim:start4`, a simulated board, the name of a port opens a real one: `/dev/ttyACM0`, `COM5`.
"""

from queue import Queue
from typing import Any

from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_host.store.store import Store

store = Store("sqlite:///events.db")
client = Client(store)
events: Queue[dict[str, Any]] = Queue()
client.observe("event", events.put)  # called in the thread of the link
with SerialTransport(client, "sim:start4") as transport:
    transport.command("new", game="aufstellen", options={"board": "small"}, seats=["Ada", "Bo"]).result(timeout=60)
    transport.command("resign", player=1).result(timeout=20)
    kind = ""
    while kind != "end":
        event = events.get(timeout=60)
        kind = event["k"]
        print(event["e"], kind, {name: event[name] for name in event if name not in ("e", "k", "ms", "boot")})
for record in store.games():
    print("stored:", record.number, record.game, record.reason, record.seats)
store.close()
