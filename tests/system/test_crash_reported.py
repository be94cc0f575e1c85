"""A crash is reported at each start, and kept in the journal once for as long as it is the same one."""

from fakes_link import ListStore
from flash_files import write_file
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard

TRACES = {name: f'Traceback (most recent call last):\n  File "{name}.py", line 7, in f\n{name}: it' for name in "abc"}


def test_the_same_crash_is_kept_once(tmp_path):
    board = SimulatedBoard("reed12", tmp_path / "board", clock="virtual")
    with board:
        board.run_ms(300)
    store, reported = ListStore(), []
    for name in "aaaabbaca":
        write_file(board, "crash.txt", TRACES[name].encode())
        with board:
            client = Client(store)
            client.observe("connected", lambda hello: reported.append(hello["complaints"]))
            board.attach(client)
            board.run_ms(1500)
    kept = [event["told"]["trace"] for event in store.events if event["k"] == "fault"]
    assert len(kept) == 5 and all(name + ".py" in trace for name, trace in zip("abaca", kept, strict=True))
    assert len(reported) == 9 and all(complaints[0]["code"] == "crashed" for complaints in reported)
