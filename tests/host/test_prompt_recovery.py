"""What is sent to a port where no board says hello."""

from itertools import pairwise

from fakes_link import ListStore
from treppe_host.link.client import Client

HANDS_OFF_S = 600


def sent(say, until_s: float) -> list[tuple[float, bytes]]:
    """Return what a client sends besides greetings, and when; `say(now_s)` is what comes from the port."""
    client, found = Client(ListStore()), []
    for step in range(int(until_s * 20)):
        client.feed(say(step / 20), step / 20)
        lines = client.take_output().splitlines(keepends=True)
        said = b"".join(line for line in lines if line.strip() and b'"hello"' not in line)
        if said:
            found.append((step / 20, said))
    return found


def test_a_silent_program_is_never_interrupted() -> None:
    reported = sent(lambda now_s: b"", HANDS_OFF_S)
    assert reported and not any(b"\x03" in said or b"reset" in said for _, said in reported)


def test_a_line_that_mentions_the_prompt_is_none() -> None:
    for line in (b">>> Ann has moved\n", b"Ann >>> \n", b">>> ", b"."):
        reported = sent(lambda now_s, line=line: line, HANDS_OFF_S)
        assert reported == [], "bytes that never cease are no prompt that waits"


def test_a_board_that_stays_at_its_prompt_is_restarted_less_and_less_often() -> None:
    times = [now_s for now_s, said in sent(lambda now_s: b">>> " if now_s % 1 == 0 else b"", 1000) if b"reset" in said]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert len(times) < 12 and pauses == sorted(pauses) and pauses[-1] >= 300
