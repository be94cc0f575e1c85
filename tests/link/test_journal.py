from fakes_link import MemoryStorage, PowerCut
from journal_games import action, damage, kinds, new_journal, open_game, play, resume, start, words_of
from treppe.link.journal import Journal, JournalDamaged
from treppe.link.line import decode


def test_events_are_numbered_and_read_back():
    journal = Journal(MemoryStorage())
    journal.now_ms = 123
    assert (journal.next_number, journal.oldest_number, journal.boot) == (1, 1, 1)
    assert (journal.open_number, journal.lost_number, journal.unfinished) == (0, 0, [])
    assert [journal.append(event) for event in (start(), action(), action("b1-c1"))] == [1, 2, 3]
    assert [event["e"] for event in journal.read_from(1)] == [1, 2, 3]
    assert list(journal.read_from(3)) == [{"e": 3, "boot": 1, "ms": 123, "k": "action", "player": 0, "word": "b1-c1"}]
    assert list(journal.read_from(4)) == []


def test_a_restart_finds_the_last_event_and_counts_boots():
    storage = MemoryStorage()
    for boot in (1, 2, 3):
        journal = Journal(storage)
        assert journal.boot == boot and journal.next_number == boot
        journal.append({"k": "boot"})


def test_one_file_a_game_named_by_its_first_event():
    journal, storage = new_journal()
    journal.append({"k": "boot"})
    play(journal, 3)
    play(journal, 2)
    assert sorted(storage.names()) == ["00000001.log", "00000002.log", "00000007.log"]
    assert [event["e"] for event in journal.read_from(4)] == list(range(4, 11))


def test_start_up_opens_only_the_last_game():
    journal, storage = new_journal()
    for _ in range(5):
        play(journal, 3)
    opened = []
    read = storage.read
    storage.read = lambda name, offset, size: opened.append(name) or read(name, offset, size)
    assert Journal(storage).next_number == 26
    assert set(opened) == {"00000021.log"}


def test_the_open_game():
    journal, storage = new_journal()
    assert open_game(journal) == [] and not journal.open_number
    play(journal, 2)
    assert open_game(Journal(storage)) == []
    play(journal, 2, is_ended=False)
    journal = Journal(storage)
    journal.append({"k": "boot"})
    assert kinds(open_game(journal)) == ["start", "action", "action", "boot"]
    journal.append({"k": "end", "reason": "goal", "winners": [1], "scores": None})
    assert open_game(journal) == []
    journal.append({"k": "undo", "count": 1})
    assert Journal(storage).open_number == 5, "a game that is taken back after its end goes on"


def test_a_torn_line_is_skipped_and_stays():
    storage = MemoryStorage()
    play(Journal(storage), 3, is_ended=False)
    whole = storage.files["00000001.log"]
    for length in range(1, len(whole)):
        storage.files = {"00000001.log": whole[:length]}
        good = whole[:length].count(b"\n")
        journal = Journal(storage)
        assert journal.next_number == good + 1, length
        journal.append(action("new"))
        words = [event.get("word") for event in Journal(storage).read_from(1)]
        assert words == [None, "a0", "a1", "a2"][:good] + ["new"], length
        assert not good or storage.files["00000001.log"].startswith(whole[:length])


def test_a_damaged_line_costs_only_itself():
    storage = MemoryStorage()
    play(Journal(storage), 40, is_ended=False)
    damaged = bytearray(storage.files["00000001.log"])
    damaged[len(damaged) // 2] ^= 4
    storage.files["00000001.log"] = bytes(damaged)
    journal = Journal(storage)
    assert journal.next_number == 42 and len(list(journal.read_from(1))) == 40


def test_a_cursor_reads_on_as_events_come():
    journal = Journal(MemoryStorage())
    cursor = journal.cursor(1)
    assert cursor.read() is None
    for _ in range(3):
        play(journal, 2)
        for _ in range(4):
            assert cursor.read()
        assert cursor.read() is None
    assert cursor.number == 13


def test_the_event_that_was_just_written_is_read_without_its_file():
    journal = Journal(MemoryStorage())
    play(journal, 2, is_ended=False)
    cursor = journal.cursor(1)
    while cursor.read():
        pass
    read, journal.storage.read = journal.storage.read, None
    journal.append(action("b1-c1"))
    line = cursor.read()
    journal.storage.read = read
    assert decode(line)["word"] == "b1-c1" and cursor.read() is None
    play(journal, 1)  # the next ones lie in another file
    assert [decode(cursor.read())["e"] for _ in range(3)] == [5, 6, 7] and cursor.read() is None


def test_the_event_that_was_written_after_a_torn_one_is_read_from_its_file():
    journal, storage = new_journal()
    play(journal, 2, is_ended=False)
    cursor = journal.cursor(1)
    while cursor.read():
        pass
    whole = storage.append

    def fail_halfway(name, data):
        whole(name, data[:20])
        raise OSError(5)

    storage.append = fail_halfway
    try:
        journal.append(action("a9-b9"))
    except OSError:
        storage.append = whole
    journal.append(action("b1-c1"))
    assert decode(cursor.read())["word"] == "b1-c1" and cursor.read() is None
    assert cursor.damaged == 0, "no tail of a line is taken for a damaged one"


def test_a_damaged_last_line_keeps_its_number_for_itself():
    for place in range(1, 60):
        storage = MemoryStorage()
        play(Journal(storage), 3, is_ended=False)
        damage(storage, "00000001.log", -place)
        journal = Journal(storage)
        assert journal.next_number > 4, place
        number = journal.append(action("new"))
        assert [event.get("word") for event in journal.read_from(1)] == [None, "a0", "a1", "new"], place
        assert number > 4 and Journal(storage).next_number == number + 1


def test_no_number_is_given_twice_though_the_ends_of_two_lines_are_damaged():
    journal, storage = new_journal()
    journal.append(start())
    journal.append(action("x" * 900))
    damage(storage, "00000001.log", -1)
    number = Journal(storage).append(action("new"))
    damage(storage, "00000001.log", -9)
    assert Journal(storage).next_number > number > 2


def test_a_game_with_a_damaged_event_does_not_go_on_as_another_game():
    for name, place in (("00000001.log", 100), ("00000001.log", 200), ("00000009.log", 20), ("00000009.log", 100)):
        journal, storage = new_journal()
        play(journal, 3, is_ended=False)
        play(journal, 3, is_ended=False)
        journal.append(resume(1))
        journal.append(action("new"))
        damage(storage, name, place)
        journal = Journal(storage)
        try:
            found = words_of(journal, 1)
        except JournalDamaged as error:
            assert error.args[0]["code"] == "journal_damaged"
            continue
        raise AssertionError((name, place, found))


def test_an_open_game_whose_first_event_is_damaged_is_lost_and_said_to_be():
    for num_actions in (0, 3):
        for num_before in (0, 2):
            journal, storage = new_journal()
            if num_before:
                play(journal, num_before, is_ended=False)
            head = journal.next_number
            play(journal, num_actions, is_ended=False)
            assert not journal.lost_number
            damage(storage, f"{head:08d}.log", 30)
            journal = Journal(storage)
            assert (journal.open_number, journal.lost_number) == (0, head), (num_actions, num_before)
            assert journal.unfinished == ([1] if num_before else [])
            try:
                list(journal.read_game(head))
            except JournalDamaged as error:
                assert error.args[0] == {"code": "journal_damaged", "event": head}
            else:
                raise AssertionError("a game without its start")
            journal.append({"k": "start"})
            assert not journal.lost_number
            play(journal, 1)
            assert not journal.lost_number and not Journal(storage).lost_number


def test_of_several_stretches_without_their_first_line_each_is_lost():
    journal, storage = new_journal()
    for _ in range(2):
        play(journal, 2, is_ended=False)
    journal.append(resume(1))
    damage(storage, max(storage.files), 30)
    play(Journal(storage), 2, is_ended=False)
    last = max(storage.files)
    damage(storage, last, 30)
    journal = Journal(storage)
    assert (journal.open_number, journal.lost_number) == (0, int(last[:8])), "no older game goes on in its place"


def test_a_game_that_has_ended_is_not_lost():
    storage = MemoryStorage()
    play(Journal(storage), 3)
    damage(storage, "00000001.log", 30)
    journal = Journal(storage)
    assert not journal.lost_number and not journal.unfinished


def test_the_journal_keeps_the_name_it_took_when_it_began():
    storage = MemoryStorage()
    assert Journal(storage, "abc").identity == "abc"
    assert Journal(storage, "def").identity == "abc"
    assert Journal(MemoryStorage(capacity=100), "abc").identity == "", "no room for it is no reason to fail"


def events_of_two_games(journal, kept):
    """Append two games, noting in `kept` each event whose number was returned."""
    events = [{"k": "boot"}, start(), action("x1"), start("aufstellen"), action("x2"), {"k": "undo", "count": 1}]
    for event in events:
        kept.append((journal.append(event), event["k"], event.get("word")))
        journal.acknowledge(kept[-1][0])


class UnsureStorage(MemoryStorage):
    """A flash whose next `bad` readings after the first `good` ones have wrong bits."""

    good = bad = 0

    def read(self, name, offset, size):
        content = super().read(name, offset, size)
        self.good -= 1
        if self.good < 0 < self.bad:
            self.bad -= 1
            return bytes([byte ^ 16 for byte in content])
        return content


def test_bad_readings_at_a_start_remove_and_replace_nothing():
    for good in range(12):
        for bad in (1, 2):
            storage = UnsureStorage()
            journal = Journal(storage, "9be1c04d")
            play(journal, 3)
            journal.acknowledge(2)
            open_game(journal)
            files = dict(storage.files)
            storage.good, storage.bad = good, bad
            Journal(storage, "5f1d0c2a")
            assert storage.files == files, (good, bad)


def test_a_power_cut_at_every_change_loses_nothing_that_was_appended():
    storage = MemoryStorage()
    events_of_two_games(Journal(storage), [])
    for done in (0, 1, 2):
        for cut in range(storage.changes):
            _cut_and_go_on(cut, done)


def _cut_and_go_on(cut, done):
    storage = MemoryStorage()
    kept = []
    storage.cut_in, storage.done = cut, done
    try:
        events_of_two_games(Journal(storage), kept)
        raise AssertionError("no cut")
    except PowerCut:
        storage.power_up()
    journal = Journal(storage)
    found = [(event["e"], event["k"], event.get("word")) for event in journal.read_from(1)]
    assert found[: len(kept)] == kept and len(found) <= len(kept) + 1, (cut, done, kept, found)
    events_of_two_games(journal, found)
    again = [(event["e"], event["k"], event.get("word")) for event in Journal(storage).read_from(1)]
    assert again == found, (cut, done)
    assert [event[0] for event in again] == list(range(1, len(again) + 1))
