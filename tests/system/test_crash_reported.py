"""A crash is reported at each start, and kept in the journal once for as long as it is the same one."""

from flash_files import write_file
from whole_board import WholeBoard

TRACES = {name: f'Traceback (most recent call last):\n  File "{name}.py", line 7, in f\n{name}: it' for name in "abc"}


def test_the_same_crash_is_kept_once(tmp_path):
    at = WholeBoard("reed12", tmp_path / "board")
    for name in ["", *"aaaabbaca"]:
        if name:
            write_file(at.board, "crash.txt", TRACES[name].encode())
        with at:
            at.board.run_ms(1500)
    kept = [event["told"]["trace"] for event in at.store.events if event["k"] == "fault"]
    assert len(kept) == 5 and all(name + ".py" in trace for name, trace in zip("abaca", kept, strict=True))
    reported = [hello["complaints"] for hello in at.hellos[1:]]
    assert len(reported) == 9 and all(complaints[0]["code"] == "crashed" for complaints in reported)
