"""`treppe log`: keeps what is played on a board at a serial port, and prints it."""

import json

from treppe_host.client import Client, Message
from treppe_host.store import Store
from treppe_host.transport import SerialTransport


def run(store: Store, port: str) -> None:
    """Log until Ctrl-C; raises PortNotFound, PortBusy, PortVanished, StoreError."""
    client = Client(store, streams=())
    client.observe("connected", _print_board)
    client.observe("event", _print_event)
    with SerialTransport(client, port, reconnects=False) as transport:
        try:
            transport.wait()
        except KeyboardInterrupt:
            print("The log ends here; the board goes on.")


def _print_board(hello: Message) -> None:
    print(f"Board {hello['board']}, {hello['surface']}, firmware {hello['firmware']} (Ctrl-C ends the log)", flush=True)


def _print_event(event: Message) -> None:
    facts = {name: value for name, value in event.items() if name not in ("e", "boot", "ms", "k")}
    print(f"{event['e']:6} {event['k']:7} {json.dumps(facts)}", flush=True)
