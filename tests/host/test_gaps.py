"""What a damaged journal has lost is stored as missing, and no game goes on over it."""

import pytest
from fakes_link import MemoryStorage
from link_pair import LinkPair
from treppe.link.journal import Journal
from treppe_host.records.review import verify
from treppe_host.store.store import Store

WORDS = ["a1-b1", "+c1", "e5-e4", "+e5"]


def start(journal: Journal) -> int:
    options = {"players": 2, "size": 5}
    return journal.append({"k": "start", "game": "step", "options": options, "seats": ["A", "B"], "firmware": "0.1.0"})


def play(journal: Journal, num_words: int) -> None:
    for place, word in enumerate(WORDS[:num_words]):
        journal.append({"k": "action", "player": place // 2, "word": word})


def damage(storage: MemoryStorage, number: int) -> None:
    """Flip a bit in an event's line."""
    for name, content in storage.files.items():
        place = content.find(b'{"e":%d,' % number)
        if place >= 0:
            storage.files[name] = content[: place + 20] + bytes([content[place + 20] ^ 1]) + content[place + 21 :]


def fetch(storage: MemoryStorage, store: Store) -> LinkPair:
    """Let a host fetch all that there is on a flash."""
    pair = LinkPair(store, storage=storage, streams=())
    pair.run(6000)
    return pair


@pytest.mark.parametrize(
    ("damaged", "records"),
    [
        ([5], [(WORDS[:3], 1), (WORDS[:2], 0)]),  # the start of the second game: what follows is nobody's
        ([3], [(WORDS[:1], 1), (WORDS[:2], 0), (WORDS[:2], 0)]),
        ([3, 4], [(WORDS[:1], 2), (WORDS[:2], 0), (WORDS[:2], 0)]),
        ([7], [(WORDS[:3], 0), (WORDS[:1], 1), (WORDS[:2], 0)]),
        ([1], [(WORDS[:2], 0), (WORDS[:2], 0)]),
    ],
)
def test_a_damaged_line_spoils_no_other_game(store: Store, damaged: list[int], records: list[tuple]) -> None:
    storage = MemoryStorage()
    journal = Journal(storage, "cafe")
    start(journal)  # 1
    play(journal, 3)
    start(journal)  # 5
    play(journal, 2)
    start(journal)  # 8
    play(journal, 2)
    for number in damaged:
        damage(storage, number)
    for _ in range(2):
        fetch(storage, store)
        found = [(store.record_words(game.number), game.num_missing) for game in reversed(store.games())]
        assert found == records
        assert [verify(store, game.number) for game in store.games()] == [""] * len(records)


def test_the_end_of_a_journal_may_be_missing(store: Store) -> None:
    storage = MemoryStorage()
    journal = Journal(storage, "cafe")
    start(journal)
    play(journal, 4)
    damage(storage, 5)
    pair = fetch(storage, store)
    assert store.record_words(1) == WORDS[:3]
    later = Journal(storage, "cafe")
    start(later)
    play(later, 1)
    fetch(storage, store)
    assert [store.record_words(game.number) for game in store.games()] == [WORDS[:1], WORDS[:3]]
    assert store.game(1).num_missing >= 1 and pair.client.figures.bad_lines == 0


def test_a_game_that_was_laid_aside_does_not_go_on_over_a_gap(store: Store) -> None:
    storage = MemoryStorage()
    journal = Journal(storage, "cafe")
    first = start(journal)  # 1
    play(journal, 1)
    second = start(journal)  # 3
    play(journal, 1)
    journal.append({"k": "resume", "game": first})  # 5
    journal.append({"k": "action", "player": 0, "word": WORDS[1]})
    journal.append({"k": "resume", "game": second})
    journal.append({"k": "action", "player": 0, "word": WORDS[1]})
    journal.append({"k": "resume", "game": first})
    journal.append({"k": "action", "player": 1, "word": WORDS[2]})
    damage(storage, 5)
    fetch(storage, store)
    found = [(store.record_words(game.number), game.num_missing) for game in reversed(store.games())]
    assert found == [(WORDS[:1], 1), (WORDS[:1], 1)], "whose action came after the gap is not known"


@pytest.mark.parametrize(("offset_ms", "lost_ms"), [(at, lost) for at in range(0, 1000, 50) for lost in (0, 2000)])
def test_lamps_that_were_lost_come_again_while_events_are_asked_for(offset_ms, lost_ms):
    pair = LinkPair(Store("sqlite://"))
    pair.run_until(lambda: "lamps" in pair.client.latest)
    pair.run(offset_ms)
    pair.act()
    pair.link.tick(pair.now_ms + 10)
    assert b"lamps" in pair.console.take()  # lost on the way
    carry, end_ms = pair.to_board.carry, pair.now_ms + lost_ms
    pair.to_board.carry = lambda data, now_ms: carry(b"" if b"again" in data and now_ms < end_ms else data, now_ms)
    pair.journal.append({"k": "action", "player": 1, "word": "g7-g6"})
    pair.run_until(lambda: pair.client.latest["lamps"]["roles"] == pair.roles(), 5000)
