from fakes_link import MemoryStorage, PowerCut
from treppe.link.journal import GamesFull, Journal, JournalDamaged, JournalFull
from treppe.link.limits import UNFINISHED
from treppe.link.line import decode


def start(game="step"):
    return {"k": "start", "game": game, "options": {"players": 2}, "seats": ["A", "B"]}


def action(word="a1-b1"):
    return {"k": "action", "player": 0, "word": word}


def kinds(events):
    return [event["k"] for event in events]


def play(journal, num_actions, is_ended=True):
    journal.append(start())
    for i in range(num_actions):
        journal.append(action(f"a{i}"))
    if is_ended:
        journal.append({"k": "end", "reason": "goal", "winners": [0], "scores": None})


def open_game(journal):
    return list(journal.read_game(journal.open_number)) if journal.open_number else []


def refuses(function):
    try:
        function()
    except JournalFull as error:
        return str(error)
    return None


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
    storage = MemoryStorage()
    journal = Journal(storage)
    journal.append({"k": "boot"})
    play(journal, 3)
    play(journal, 2)
    assert sorted(storage.names()) == ["00000001.log", "00000002.log", "00000007.log"]
    assert [event["e"] for event in journal.read_from(4)] == list(range(4, 11))


def test_start_up_opens_only_the_last_game():
    storage = MemoryStorage()
    journal = Journal(storage)
    for _ in range(5):
        play(journal, 3)
    opened = []
    read = storage.read
    storage.read = lambda name, offset, size: opened.append(name) or read(name, offset, size)
    assert Journal(storage).next_number == 26
    assert set(opened) == {"00000021.log"}


def test_the_open_game():
    storage = MemoryStorage()
    journal = Journal(storage)
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
    storage = MemoryStorage()
    journal = Journal(storage)
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


def test_acknowledged_games_make_room_and_others_never():
    storage = MemoryStorage(capacity=68400)
    journal = Journal(storage)
    while not refuses(lambda: journal.append(start())):
        for _ in range(4):
            journal.append(action())
        journal.append({"k": "end", "reason": "goal", "winners": [0], "scores": None})
    assert len(storage.files) > 2 and journal.oldest_number == 1
    assert "full" in refuses(lambda: journal.append(start()))
    for _ in range(9):
        assert journal.append(action()), "the running game goes on"
    journal.acknowledge(9)
    assert "full" in refuses(lambda: journal.append(start())) and journal.oldest_number == 7
    journal.acknowledge(journal.next_number - 1)
    assert journal.append(start())
    assert journal.oldest_number > 7
    assert Journal(storage).acknowledged >= journal.oldest_number - 1


def test_acknowledgements_are_noted_once_a_game_to_spare_the_flash():
    storage = MemoryStorage()
    journal = Journal(storage)
    play(journal, 3)
    play(journal, 9, is_ended=False)
    before = storage.changes
    for number in range(1, journal.next_number):
        journal.acknowledge(number)
    assert journal.acknowledged == journal.next_number - 1 and storage.changes == before + 1


def test_of_acknowledgements_the_last_one_that_is_whole_counts():
    storage = MemoryStorage()
    journal = Journal(storage)
    for _ in range(30):
        play(journal, 2)
        journal.acknowledge(journal.next_number - 1)
    known = Journal(storage).acknowledged
    assert known >= journal.next_number - 6
    assert len(storage.files["acknowledged"]) < 40, "a long note becomes one line when the power comes"
    play(journal, 2)
    storage.append("acknowledged", b'{"value":120} 00')
    assert Journal(storage).acknowledged == known, "a torn line does not count"


def test_a_board_that_stays_on_for_months_knows_what_was_acknowledged_last():
    storage = MemoryStorage()
    journal = Journal(storage)
    for games in range(1, 400):
        play(journal, 1)
        journal.acknowledge(journal.next_number - 1)
        if games % 20 == 0:
            twin = MemoryStorage()
            twin.files = dict(storage.files)
            assert Journal(twin).acknowledged >= journal.next_number - 6, games
        assert len(storage.files.get("acknowledged", b"")) < 1100


def test_of_many_games_those_go_that_a_host_has():
    storage = MemoryStorage(16 * 8192)
    journal = Journal(storage)
    assert journal.limits == {"flash_bytes": 131072, "kept_files": 16}
    laid = journal.append(start())
    for _ in range(30):
        play(journal, 2)
    assert len(journal.files) == 31, "what no host has stays"
    journal.acknowledge(journal.next_number - 1)
    for _ in range(20):
        play(journal, 2)
        journal.acknowledge(journal.next_number - 1)
    assert len(journal.files) == 16 and journal.files[0] == laid, "a game that was laid aside stays"
    told = [event for event in journal.read_from(1) if event["k"] == "dropped"]
    assert not any([event["games"] for event in told]), "none that could be resumed"
    assert max([game for event in told for game in event["over"]]) < journal.files[1], "what goes is said"
    assert min([game for event in told for game in event["over"]]) > laid
    assert [event["k"] for event in journal.read_game(laid)] == ["start"]
    assert Journal(storage).oldest_number == laid


def test_a_large_flash_keeps_more_games_than_a_small_one():
    for blocks, wanted in ((352, 176), (4096, 256)):
        storage = MemoryStorage(blocks * 4096)
        journal = Journal(storage)
        for _ in range(300):
            play(journal, 1)
            journal.acknowledge(journal.next_number - 1)
        assert len(journal.files) == wanted == journal.limits["kept_files"]
        assert Journal(storage).oldest_number == journal.files[0] > 1


def test_a_flash_that_takes_no_word_gets_room_by_games_that_are_over():
    storage = MemoryStorage(16 * 8192)
    journal = Journal(storage)
    for _ in range(16):
        play(journal, 2)
    journal.acknowledge(journal.next_number - 1)
    append = storage.append

    def refuse_once(name, content):
        storage.append = append
        raise OSError(28)

    storage.append = refuse_once
    play(journal, 2)
    assert len(journal.files) == 16 and 1 not in journal.files
    assert kinds(journal.read_from(65)) == ["start", "action", "action", "end"]


def test_a_running_game_stops_only_at_the_reserve():
    storage = MemoryStorage(capacity=76000)
    journal = Journal(storage)
    journal.append(start())
    num_actions = 0
    while not refuses(lambda: journal.append(action())):
        num_actions += 1
    assert num_actions > 500 and storage.free() < 8192
    assert Journal(storage).next_number == num_actions + 2


def test_the_open_game_stays_whoever_has_it():
    storage = MemoryStorage(capacity=76000)
    journal = Journal(storage)
    play(journal, 3, is_ended=False)
    storage.files["00000005.log"] = b'{"e":5,"boot"'  # the next start, torn
    storage.capacity = 9000
    journal = Journal(storage)
    journal.append({"k": "boot"})
    journal.acknowledge(5)
    assert refuses(lambda: journal.append(start()))
    assert kinds(open_game(journal)) == ["start", "action", "action", "action", "boot"]


def resume(game):
    return {"k": "resume", "game": game}


def words_of(journal, game):
    return [event["word"] for event in journal.read_game(game) if event["k"] == "action"]


def test_games_laid_aside_go_on_after_any_number_of_restarts():
    storage = MemoryStorage()
    journal = Journal(storage)
    words = {}
    for game in (1, 4, 7):
        play(journal, 2, is_ended=False)
        words[game] = ["a0", "a1"]
    for step in range(12):
        journal = Journal(storage)
        assert sorted(journal.unfinished) == [1, 4, 7] and journal.unfinished[-1] == journal.open_number
        game = (1, 7, 4, 4)[step % 4]
        journal.append(resume(game))
        assert journal.open_number == game
        journal.append(action(f"b{step}"))
        words[game].append(f"b{step}")
        for each in words:
            assert words_of(Journal(storage), each) == words[each], (step, each)
    journal.append({"k": "end", "reason": "goal", "winners": [0], "scores": None})
    ended = journal.unfinished
    assert len(ended) == 2 and Journal(storage).unfinished == ended
    assert [head["e"] for head in journal.heads()] == ended and journal.heads()[0]["game"] == "step"


def test_a_game_laid_aside_goes_on_after_the_game_that_followed_has_made_room():
    storage = MemoryStorage()
    journal = Journal(storage)
    play(journal, 3, is_ended=False)
    play(journal, 150)
    play(journal, 3, is_ended=False)
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 60_000
    journal = Journal(storage)
    journal.append(start())
    assert 1 in journal.files and 5 not in journal.files
    journal.append(resume(1))
    assert words_of(journal, 1) == words_of(Journal(storage), 1) == ["a0", "a1", "a2"]


def test_a_game_laid_aside_that_has_made_room_is_not_said_to_go_on():
    storage = MemoryStorage()
    journal = Journal(storage)
    play(journal, 150, is_ended=False)
    play(journal, 3, is_ended=False)
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 60_000
    journal = Journal(storage)
    journal.append(start())
    assert 1 not in journal.files and journal.unfinished == Journal(storage).unfinished == [152, 157]
    dropped = [event for event in journal.read_from(152) if event["k"] == "dropped"]
    assert [(event["e"], event["games"]) for event in dropped] == [(156, [1])], "it is said before the event"


def test_no_power_cut_takes_a_game_that_could_be_resumed_without_the_word_dropped():
    def full_storage():
        storage = MemoryStorage()
        journal = Journal(storage)
        for length in (3, 4, 150):
            play(journal, length, is_ended=False)
        journal.acknowledge(journal.next_number - 1)
        storage.capacity -= storage.free() - 65_000
        return storage, Journal(storage)

    num_operations = 0
    while True:
        storage, journal = full_storage()
        before = journal.unfinished
        storage.cut_in, storage.done = num_operations, 1
        try:
            journal.append(start())
            break
        except PowerCut:
            storage.power_up()
        journal = Journal(storage)
        told = [game for event in journal.read_from(1) if event["k"] == "dropped" for game in event["games"]]
        assert [game for game in before if game not in told] == [game for game in before if game in journal.unfinished]
        assert all(words_of(journal, game) for game in journal.unfinished)
        numbers = [event["e"] for event in journal.read_from(1)]
        assert len(numbers) == len(set(numbers))
        num_operations += 1
    assert num_operations > 2


def test_the_power_goes_while_a_game_is_played_and_again_while_the_next_one_begins():
    for is_ended in (False, True):
        storage = MemoryStorage()
        journal = Journal(storage)
        play(journal, 3, is_ended)
        for event in (action("torn"), start()):
            storage.cut_in, storage.done = 0, 1
            try:
                journal.append(event)
            except PowerCut:
                storage.power_up()
            journal = Journal(storage)
        assert (journal.open_number, journal.lost_number) == (0 if is_ended else 1, 0)
        assert words_of(journal, 1) == ["a0", "a1", "a2"]


def test_a_game_that_is_taken_up_is_not_what_makes_room_for_that():
    storage = MemoryStorage()
    journal = Journal(storage)
    play(journal, 3, is_ended=False)
    play(journal, 150)
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 8000
    damage(storage, "00000005.log", 30)  # nobody knows whose it is, so it stays until it has to go
    journal = Journal(storage)
    refuses(lambda: journal.append(resume(1)))
    assert 1 in journal.files


def test_a_game_that_is_taken_back_after_its_end_when_its_start_had_made_room_is_damaged():
    storage = MemoryStorage()
    journal = Journal(storage)
    play(journal, 100, is_ended=False)
    play(journal, 1, is_ended=False)
    journal.append(resume(1))
    journal.append({"k": "end", "reason": "goal"})
    journal.acknowledge(journal.next_number - 1)
    storage.capacity -= storage.free() - 60_000
    journal = Journal(storage)
    assert refuses(lambda: journal.append(start())) is None or 1 not in journal.files
    journal.append({"k": "undo", "count": 1})
    try:
        list(journal.read_game(1))
    except JournalDamaged as error:
        assert error.args[0]["event"] == 1
    else:
        raise AssertionError("a game without its start")


def test_the_heads_of_games_leave_out_a_damaged_one():
    storage = MemoryStorage()
    journal = Journal(storage)
    play(journal, 2, is_ended=False)
    play(journal, 2, is_ended=False)
    damage(storage, "00000001.log", 30)
    assert [head["e"] for head in Journal(storage).heads()] == [4]


def test_a_game_beyond_those_that_are_kept_is_refused_until_one_is_over():
    storage = MemoryStorage()
    journal = Journal(storage)
    for _ in range(UNFINISHED):
        play(journal, 1, is_ended=False)
    known = journal.unfinished
    assert len(known) == UNFINISHED
    journal = Journal(storage)
    for _ in range(2):
        try:
            journal.append(start())
        except GamesFull as full:
            assert full.args[0] == {"code": "games_full", "most": UNFINISHED}
        else:
            raise AssertionError
    assert journal.unfinished == known and len(list(journal.read_from(1))) == 2 * UNFINISHED
    journal.append(resume(known[0]))
    journal.append({"k": "end", "reason": "discarded", "winners": [], "scores": None})
    journal.append(start())
    assert Journal(storage).unfinished == known[1:] + [journal.open_number]


def test_games_laid_aside_make_room_after_all_others_and_the_open_one_never():
    storage = MemoryStorage(capacity=76000)
    journal = Journal(storage)
    play(journal, 3, is_ended=False)
    for _ in range(5):
        play(journal, 3)
    play(journal, 3, is_ended=False)
    journal.acknowledge(journal.next_number - 1)
    last = journal.open_number
    storage.capacity = sum([len(content) for content in storage.files.values()]) + 7000
    journal._room = 0
    journal.append(action())
    assert journal.unfinished == [1, last] and journal.oldest_number == 1 and 5 not in journal.files
    while not refuses(lambda: journal.append(action())):
        pass
    assert journal.unfinished == [last] and len(open_game(journal)) > 4
    assert Journal(storage).unfinished == [last]


def damage(storage, name, place):
    changed = bytearray(storage.files[name])
    changed[place] ^= 4
    storage.files[name] = bytes(changed)


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
    storage = MemoryStorage()
    journal = Journal(storage)
    journal.append(start())
    journal.append(action("x" * 900))
    damage(storage, "00000001.log", -1)
    number = Journal(storage).append(action("new"))
    damage(storage, "00000001.log", -9)
    assert Journal(storage).next_number > number > 2


def test_a_game_with_a_damaged_event_does_not_go_on_as_another_game():
    for name, place in (("00000001.log", 100), ("00000001.log", 200), ("00000009.log", 20), ("00000009.log", 100)):
        storage = MemoryStorage()
        journal = Journal(storage)
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
            storage = MemoryStorage()
            journal = Journal(storage)
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
