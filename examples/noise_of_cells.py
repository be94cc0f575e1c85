"""A script that tunes: how far each cell's readings of a resting board swing, and which fields swing most.

The stream `raw` has what the converter has read, two bytes a place, while somebody asks for it. At a real board replace
`sim:square7` by the name of its port.
"""

from queue import Queue
from statistics import median, pstdev

from treppe import surfaces
from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_host.store.store import Store

surface = surfaces.load("square7")
frames: Queue[bytes] = Queue()
store = Store("sqlite:///noise.db")
client = Client(store, streams=("raw",))
client.observe("raw", lambda raw: frames.put(bytes.fromhex(raw["frame"])))
with SerialTransport(client, f"sim:{surface.NAME}") as transport:
    seen = [frames.get(timeout=60) for _ in range(20)]
store.close()
readings = [
    [int.from_bytes(frame[2 * place : 2 * place + 2], "little") for frame in seen] for place in surface.CHANNELS
]
noise = [pstdev(codes) for codes in readings]
print(f"median noise {median(noise):.1f} codes of four samples summed")
for name, swing in sorted(zip(surface.NAMES, noise, strict=True), key=lambda pair: -pair[1])[:5]:
    print(f"{name}: {swing:.1f}", "look at its magnet, spring and wires" if swing > 4 * median(noise) else "")
