"""What is kept for ever of a game tells settings apart as the frames of its day do."""

from dataclasses import replace

import pytest
from kept_games import KeptGame
from treppe.sensing import stored
from treppe_host.store.store import Store
from treppe_host.tune import lessons
from treppe_host.tune.kept_spans import recorded_spans
from treppe_host.tune.kinds import KINDS, sensor_kind
from treppe_host.tune.rerun import Outcome, rerun
from treppe_host.tune.seen_spans import seen_spans
from treppe_host.tune.suggest import Point, path, trade_off
from treppe_sim.hands.traits import CLEAN

HELLO = {"board": "b1", "firmware": "1", "boot": 1, "ms": 0, "next": 1, "oldest": 1, "journal": "j", "complaints": []}


class Played:
    """A game with its events and measurements; `store` has them as a host gets them."""

    def __init__(self, name, actions, folder):
        self.game = KeptGame(name, 3, CLEAN)
        self.surface = self.game.board.surface
        self.felt = {}
        evidence = self.game.board.table.session.evidence
        note_felt = evidence.note_felt

        def note(event, content):
            self.felt[event] = content
            note_felt(event, content)

        evidence.note_felt = note
        self.game.play_on(actions)
        self.events = [event | {"e": number, "boot": 1} for number, event in enumerate(self.game.board.events, 1)]
        self.url = f"sqlite:///{folder}/{name}"
        self._stores = 0

    def store(self, events=None, unmeasured=()):
        self._stores += 1
        store = Store(f"{self.url}{self._stores}.db")
        store.connect_board(HELLO | {"surface": self.surface.NAME})
        if self.game.board.sensing.IS_CALIBRATED:
            table = stored.decode(self.game.board.sensing.record(), self.surface)
            lessons.keep(store, "b1", self.surface, table)
        store.add_events("b1", events or self.events)
        for event, content in self.felt.items():
            if event not in unmeasured:
                store.add_measurement("b1", event, content.hex())
        return store


@pytest.fixture(scope="module", params=["step", "aufstellen"])
def played(request, tmp_path_factory):
    return Played(request.param, 14, tmp_path_factory.mktemp("seen"))


def words(spans):
    return [word for span in spans for word, _ in span.actions]


def test_a_game_is_replayed_from_what_was_seen_of_it_as_from_its_frames(played):
    (span,) = seen_spans(played.store(), "b1", played.surface)
    whole = played.game.span()
    assert words([span]) == words([whole])[1:], "nobody knows how the board was set up for the first action"
    for settings in path(sensor_kind(played.surface))[:6]:
        made, true = rerun(span, settings), rerun(whole, settings)
        assert (made.actions, made.questions, made.wrong, made.missing) == (len(span.actions), 0, 0, 0)
        assert abs(made.delay_ms - true.delay_ms) <= 20 and (made.whole, true.whole) == (0, len(whole.actions))


def test_what_was_taken_back_is_seen_and_not_asked_for(played):
    last = played.events[-1]
    undo = {"e": last["e"] + 1, "boot": 1, "ms": last["ms"] + 500, "k": "undo", "count": 1}
    spans = seen_spans(played.store([*played.events, undo]), "b1", played.surface)
    assert words(spans) == words([played.game.span()])[1:-1]


def test_an_action_that_left_a_doubt_is_left_out_and_the_game_goes_on_behind_it(tmp_path):
    played = Played("step", 14, tmp_path)
    doubted = sorted(played.felt)[6]
    first, second = seen_spans(played.store(unmeasured={doubted}), "b1", played.surface)
    whole = words([played.game.span()])
    assert words([first]) == whole[1:6] and words([second]) == whole[7:] and second.before == tuple(whole[:7])
    assert rerun(second, {}).missing == rerun(second, {}).wrong == 0


def test_a_board_that_was_switched_off_begins_a_part_of_its_own(played):
    later = [event | ({"boot": 2} if event["e"] > 8 else {}) for event in played.events]
    spans = seen_spans(played.store(later), "b1", played.surface)
    assert len(spans) == 2 and words(spans) == [
        word for number, word in enumerate(words([played.game.span()])) if number not in (0, 7)
    ]


def test_other_boards_surfaces_and_broken_games_give_nothing(played):
    store = played.store()
    assert seen_spans(store, "b2", played.surface) == []
    assert seen_spans(store, "b1", played.surface, until=1.0) == [], "its frames are kept"
    broken = played.store([played.events[0], *played.events[3:]])
    assert words(seen_spans(broken, "b1", played.surface)) == []


def test_the_last_day_and_older_games_are_replayed_together(played, tmp_path):
    assert words(recorded_spans(played.store(), tmp_path, "b1", played.surface)) == words([played.game.span()])[1:]


def test_what_is_kept_for_ever_suggests_surer_settings_and_never_quicker_ones():
    curve = path(KINDS["cell"])
    now = curve[3]
    troubles = (30, 30, 25, 20, 2, 2, 2)
    old = [
        Point(each, Outcome(400, count, 0, 0, [300])) for each, count in zip(path(KINDS["cell"]), troubles, strict=True)
    ]
    assert trade_off(old, now).chosen == 4, "the nearest of those that are as good"
    quick = [Point(each, Outcome(400, 0, 0, 0, [100 * at])) for at, each in enumerate(curve, 1)]
    assert trade_off(quick, now).chosen == 3 and trade_off(quick, now).num_needed == 300
    seen_whole = [replace(each, outcome=replace(each.outcome, whole=300)) for each in quick]
    assert trade_off(seen_whole, now).chosen == 2
