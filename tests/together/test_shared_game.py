"""One game of two sides over a network that drops, repeats, reorders and delays, with sides that restart."""

import json
import math
import random
import re
from pathlib import Path

import pytest
from spread import seeds
from treppe import games
from treppe_host.errors import BadFile
from treppe_together.agreement import Agreement, BadEntry
from treppe_together.shared_game import GUEST, HOST, SharedGame, is_playable

OPTIONS = {"players": 2, "size": 5}


class Network:
    """Two sides, all that they have ever said, and a chance that decides what arrives."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.files = [folder / f"{side}.json" for side in (HOST, GUEST)]
        self.sides = [SharedGame(self.files[side], side) for side in (HOST, GUEST)]
        self.said: list[list[str]] = [[], []]
        self.played: list[list[str]] = [[], []]
        """The actions that each side has played, as far as its log went then."""

    def speak(self, side: int) -> None:
        self.said[side].append(json.dumps(self.sides[side].message()))

    def hear(self, side: int) -> None:
        """A message arrives: the last one, or any older one again."""
        said = self.said[1 - side]
        if said:
            self.sides[side].hear(json.loads(said[-1] if self.chance.random() < 0.5 else self.chance.choice(said)))
            assert self.sides[side].claimed == [], "hosts that are honest claim nothing"

    def act(self, side: int) -> None:
        shared = self.sides[side]
        agreement = shared.agreement
        if agreement and agreement.to_move == side:
            state = agreement.state
            word = state.word(self.chance.choice(state.legal_actions()))
            shared.say("act", word=word, ms=1)
            self.played[side].append(word)

    def talk(self, side: int) -> None:
        shared = self.sides[side]
        do = self.chance.choice(["ask", "offer", "refuse", "grant", "hints"])
        try:
            shared.say(do, count=1, level="legal")
        except BadEntry:
            return

    def restart(self, side: int) -> None:
        self.sides[side] = SharedGame(self.files[side], side)

    def settle(self) -> None:
        for _ in range(3):
            for side in (HOST, GUEST):
                self.speak(side)
                self.sides[1 - side].hear(json.loads(self.said[side][-1]))


@pytest.mark.parametrize("seed", seeds(40, 15))
def test_nothing_is_lost_nothing_comes_twice(tmp_path: Path, seed: int) -> None:
    network = Network(tmp_path, seed)
    host, guest = network.sides
    host.begin("step", OPTIONS, flip=seed % 2)
    for _ in range(120):
        side = network.chance.randrange(2)
        step = network.chance.choice([network.act, network.act, network.speak, network.hear, network.hear])
        if network.chance.random() < 0.1:
            step = network.chance.choice([network.restart, network.talk])
        step(side)
        host, guest = network.sides
        assert guest.number in (0, host.number)
        assert guest.log == host.log[: len(guest.log)], "what is agreed on stays so"
    network.settle()
    host, guest = network.sides
    assert guest.log == host.log and guest.pending == []
    assert host.agreement.notations == guest.agreement.notations
    ids = [entry["id"] for entry in host.log if "id" in entry]
    assert ids == sorted(set(ids)), "each once, in their order"
    assert len(ids) == guest.last_id, "and none was lost"
    taken = [[entry["word"] for entry in host.log if entry["by"] == side and entry["do"] == "act"] for side in (0, 1)]
    assert taken[HOST] == network.played[HOST]
    assert len(host.log) > 4


def test_a_new_game_ends_what_was_said_for_the_old_one(tmp_path: Path) -> None:
    network = Network(tmp_path, 1)
    host, guest = network.sides
    host.begin("step", OPTIONS)
    host.say("act", word="a1-b1")
    host.say("act", word="+c1")
    network.settle()
    guest.say("act", word="e5-d5")
    late = guest.message()
    host.begin("step", OPTIONS)
    assert host.hear(late) and host.agreement.notations == []
    network.settle()
    assert guest.agreement.notations == [] and guest.pending == [] and guest.number == 2
    host.say("act", word="a1-b1")
    host.say("act", word="+c1")
    network.settle()
    guest.say("act", word="e5-d5")
    network.settle()
    assert host.agreement.notations == ["a1-b1", "+c1", "e5-d5"]


def test_a_side_that_has_lost_its_file_is_heard_again(tmp_path: Path) -> None:
    network = Network(tmp_path, 2)
    host, guest = network.sides
    host.begin("step", OPTIONS, flip=1)
    network.settle()
    guest.say("act", word="a1-b1")
    network.settle()
    network.files[GUEST].unlink()
    network.restart(GUEST)
    network.settle()
    guest = network.sides[GUEST]
    assert guest.agreement is None, "the host may have made it up"
    assert [entry["word"] for entry in guest.claimed] == ["a1-b1"]
    guest.answer_claim(True)
    guest.say("act", word="+c1")
    network.settle()
    assert network.sides[HOST].agreement.notations == ["a1-b1", "+c1"]


@pytest.mark.parametrize("has_begun", [True, False])
def test_a_host_that_has_lost_its_file_goes_on_above_the_guests_number(tmp_path: Path, has_begun: bool) -> None:
    network = Network(tmp_path, 7)
    for _ in range(3):
        network.sides[HOST].begin("step", OPTIONS)
        network.settle()
    network.sides[GUEST].say("offer")
    network.settle()
    network.files[HOST].unlink()
    network.restart(HOST)
    host, guest = network.sides
    if has_begun:
        host.begin("step", OPTIONS)
        host.say("act", word="a1-b1")
    network.settle()
    if not has_begun:
        host.begin("step", OPTIONS)
        host.say("act", word="a1-b1")
        network.settle()
    assert (host.number, guest.number, guest.agreement.notations) == (4, 4, ["a1-b1"])
    host.say("act", word="+c1")
    network.settle()
    guest.say("act", word="e5-d5")
    network.settle()
    assert host.agreement.notations == guest.agreement.notations == ["a1-b1", "+c1", "e5-d5"]


def copied(message: dict) -> dict:
    return json.loads(json.dumps(message))


def random_entry(guest: SharedGame, chance: random.Random) -> dict:
    """Return what a host could wish that the guest had said."""
    state = guest.agreement.state
    words = [state.word(action) for action in state.legal_actions()]
    made_up = {"by": GUEST, "do": chance.choice(["act", "act", "back", "ask", "offer", "grant", "refuse", "resign"])}
    made_up |= {"count": 1, "level": "legal", "ms": chance.randrange(10**6), "word": chance.choice([*words, "a1-b1"])}
    made_up |= chance.choice([{}, {"id": guest.last_id}, {"id": guest.last_id + 1}, {"id": 1}])
    own = [entry for entry in guest.log + guest.pending if entry["by"] == GUEST]
    repeated = copied(chance.choice(own)) if own else made_up
    return chance.choice([made_up, repeated, repeated | {"ms": 10**6}, repeated | {"id": guest.last_id}])


def forge(host: SharedGame, guest: SharedGame, chance: random.Random) -> dict:
    """Return a message of the host with entries of the guest that the host has made up, repeated or changed."""
    message = copied(host.message() | {"name": "Ann"})
    for _ in range(chance.randint(1, 3)):
        message["log"].insert(len(message["log"]) - chance.randrange(2), random_entry(guest, chance))
    if chance.random() < 0.3:
        message["log"].insert(-1, {"by": HOST, "do": chance.choice(["ask", "offer"]), "count": 1})
    change = chance.choice(
        [{}, {}, {"taken": guest.last_id + 1}, {"number": host.number + 1}, {"flip": 1}, {"size": 7}]
    )
    message["start"] |= {name: value for name, value in change.items() if name == "flip"}
    message["start"]["options"] |= {name: value for name, value in change.items() if name == "size"}
    return message | {name: value for name, value in change.items() if name in message}


@pytest.mark.parametrize("seed", seeds(20, 3))
def test_no_host_speaks_for_the_guest(tmp_path: Path, seed: int) -> None:
    """Between true messages the guest hears forged ones: none changes what it believes to have said, or the start."""
    network = Network(tmp_path, seed)
    chance = network.chance
    network.sides[HOST].begin("step", OPTIONS)
    network.settle()
    for _ in range(40):
        step = chance.choice([network.act, network.act, network.talk, network.speak, network.hear])
        step(chance.randrange(2))
        if chance.random() < 0.1:
            network.restart(GUEST)
        host, guest = network.sides
        before = copied(guest.message()), [*guest.log], guest.start, guest.number
        said = [entry for entry in guest.log + guest.pending if entry["by"] == GUEST]
        twin = SharedGame(network.files[GUEST], GUEST)
        twin.hear(forge(host, guest, chance))
        own = [entry for entry in twin.log + twin.pending if entry["by"] == GUEST and entry["do"] != "void"]
        in_order = iter(said)
        assert all(entry in in_order for entry in own), (said, own)
        assert twin.number > guest.number or twin.start == guest.start
        guest.save()
        assert before == (copied(guest.message()), guest.log, guest.start, guest.number)


@pytest.mark.parametrize("is_mine", [True, False])
def test_a_person_tells_what_is_true_of_the_hosts_log(tmp_path: Path, is_mine: bool) -> None:
    network = Network(tmp_path, 6)
    host, guest = network.sides
    host.begin("step", OPTIONS)
    network.settle()
    claim = copied(host.message())
    claim["log"] = [{"by": GUEST, "do": "resign"}]
    assert not guest.hear(claim) and guest.claimed == claim["log"] and not guest.agreement.is_over
    guest.answer_claim(is_mine)
    assert guest.agreement.is_over == is_mine and guest.claimed == []
    assert not guest.hear(claim) and guest.claimed == [], "it is asked once"
    assert SharedGame(network.files[GUEST], GUEST).agreement.is_over == is_mine
    if not is_mine:
        host.say("act", word="a1-b1")
        network.settle()
        assert guest.agreement.notations == ["a1-b1"], "the true game goes on"


def carry(one: SharedGame, other: SharedGame) -> None:
    other.hear(json.loads(json.dumps(one.message())))


def test_each_side_knows_when_the_other_one_knows(tmp_path: Path) -> None:
    network = Network(tmp_path, 3)
    host, guest = network.sides
    host.begin("step", OPTIONS)
    network.settle()
    assert host.is_confirmed and guest.is_confirmed
    host.say("act", word="a1-b1")
    host.say("act", word="+c1")
    assert not host.is_confirmed
    carry(host, guest)
    assert not host.is_confirmed
    carry(guest, host)
    assert host.is_confirmed
    guest.say("act", word="e5-d5")
    assert not guest.is_confirmed
    carry(guest, host)
    carry(host, guest)
    assert guest.is_confirmed and not host.is_confirmed
    carry(guest, host)
    assert host.is_confirmed


BAD = [
    {"by": 1, "do": "act", "word": "a1-b1"},
    {"by": 0, "do": "act", "word": "a1-e5"},
    {"by": 0, "do": "act", "word": ["a1-b1"]},
    {"by": 0, "do": "act", "word": "a1-b1", "ms": -1},
    {"by": 0, "do": "act", "word": "a1-b1", "ms": True},
    {"by": 2, "do": "resign"},
    {"by": True, "do": "resign"},
    {"by": 0, "do": "_undo"},
    {"by": 0, "do": "ask", "count": 1},
    {"by": 0, "do": "ask", "count": 10**9},
    {"by": 0, "do": "back", "count": 1},
    {"by": 1, "do": "grant"},
    {"by": 0, "do": "hints", "level": "all"},
    {"do": "resign"},
    {},
]


@pytest.mark.parametrize("entry", BAD, ids=str)
def test_what_the_rules_forbid_is_no_entry(entry: dict) -> None:
    agreement = Agreement("step", OPTIONS)
    with pytest.raises(BadEntry):
        agreement.follow(entry)
    agreement.follow({"by": 0, "do": "act", "word": "a1-b1"})


def odd_messages() -> list:
    host = {"number": 9, "name": "x", "log": [], "taken": 0}
    host["start"] = {"name": "step", "options": OPTIONS, "flip": 0, "clock": None}
    odd = [None, True, -1, 2**80, math.inf, math.nan, "x", "\0", "\ud800"]
    odd += [[], [None], {}, {"a": 1}, [{"by": 0, "do": "act"}], [{"id": 1}], [[]]]
    found = [{**host, field: value} for field in host for value in odd]
    found += [{**host, "number": 2, field: value} for field in host for value in [*odd, 10**4400] if value != []]
    found += [{**host, "start": {**host["start"], field: value}} for field in host["start"] for value in odd]
    guest = {"number": 1, "name": "x", "said": []}
    return found + [{**guest, field: value} for field in guest for value in odd] + [{}]


@pytest.mark.parametrize("side", [HOST, GUEST])
def test_no_message_breaks_a_side(tmp_path: Path, side: int) -> None:
    network = Network(tmp_path, 3)
    network.sides[HOST].begin("step", OPTIONS)
    network.settle()
    shared = network.sides[side]
    words = list(shared.agreement.notations)
    for message in odd_messages():
        shared.hear(message)
        assert shared.agreement.notations == words
        assert SharedGame(network.files[side], side).log == shared.log


def test_take_backs_and_draws_are_asked_for(tmp_path: Path) -> None:
    network = Network(tmp_path, 4)
    host, guest = network.sides
    host.begin("step", OPTIONS)
    host.say("act", word="a1-b1")
    host.say("back", count=1)  # his turn goes on
    host.say("act", word="a1-b1")
    host.say("act", word="+c1")
    with pytest.raises(BadEntry):
        host.say("back", count=1)
    host.say("ask", count=2)
    with pytest.raises(BadEntry):
        host.say("grant")
    network.settle()
    guest.say("grant")
    network.settle()
    assert host.agreement.notations == [] and host.agreement.to_move == HOST
    host.say("offer")
    network.settle()
    guest.say("refuse")
    network.settle()
    assert not host.agreement.is_over and host.agreement.question is None
    guest.say("resign")
    network.settle()
    assert host.agreement.result == ("resign", 1)


def test_thinking_times_count_as_each_side_tells_them(tmp_path: Path) -> None:
    network = Network(tmp_path, 5)
    host, guest = network.sides
    host.begin("step", OPTIONS, clock={"minutes": 5, "increment_s": 3})
    host.say("act", word="a1-b1", ms=10_000)
    host.say("act", word="+c1", ms=2_000)
    network.settle()
    assert guest.agreement.left_ms == [300_000 - 12_000 + 3_000, 300_000]
    host.say("ask", count=2)
    network.settle()
    guest.say("grant")
    network.settle()
    assert guest.agreement.left_ms == [300_000 - 10_000, 300_000], "what was thought before the first action stays"
    host.say("time")
    network.settle()
    assert guest.agreement.result == ("time", 0)
    for clock in ({"minutes": 0}, {"minutes": 5, "increment_s": -1}, {"minutes": "5"}):
        with pytest.raises(games.InvalidOption):
            Agreement("step", OPTIONS, 0, clock)


def test_games_of_two_only() -> None:
    assert is_playable("step", {"players": 2}) and not is_playable("step", {"players": 3})
    assert not is_playable("chess", {})


def test_a_spoilt_file_is_named_in_one_line(tmp_path):
    whole = SharedGame(tmp_path / "game.json", HOST)
    whole.begin("step", {"players": 2})
    whole.save()
    content = (tmp_path / "game.json").read_text()
    spoilt = ["", "null", "[]", "{}", "[" * 5000, content[:-9], content.replace('"step"', '"none"'), "\0" * 200]
    spoilt += [
        re.sub(f'"{name}": [^,]+', f'"{name}": {odd}', content)
        for name in ("number", "log", "kept", "start", "flip")
        for odd in ('"x"', "1e999")
    ]
    for text in spoilt:
        (tmp_path / "game.json").write_text(text)
        with pytest.raises(BadFile, match="spoilt"):
            SharedGame(tmp_path / "game.json", HOST)
